/**
 * A flag with one waiting listener. A signal that is set before {@link Signal.wait} is not lost, and several signals
 * count as one.
 */
export class Signal {
  #isSet = false
  #wake: () => void = () => undefined

  /** True if the signal was set since {@link clear}. */
  get isSet(): boolean {
    return this.#isSet
  }

  set(): void {
    this.#isSet = true
    this.#wake()
  }

  /** Clears the signal. Call this method before reading the state that the signal announces. */
  clear(): void {
    this.#isSet = false
  }

  /** Resolves after the signal is set; resolves immediately if it was set since {@link clear}. */
  async wait(): Promise<void> {
    if (this.#isSet) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }
}
