/** A doorbell of one listener: rings before it listens are not lost, and many are as good as one. */
export class Bell {
  #isRung = false
  #wake: () => void = () => undefined

  /** Whether it was rung since {@link silence}. */
  get isRung(): boolean {
    return this.#isRung
  }

  ring(): void {
    this.#isRung = true
    this.#wake()
  }

  /** To be called before a look at what rings tell of. */
  silence(): void {
    this.#isRung = false
  }

  /** Resolves once it was rung since {@link silence}. */
  async rung(): Promise<void> {
    if (this.#isRung) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }
}
