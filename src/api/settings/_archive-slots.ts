/** Downloads of archives that run at once in this process: each reads much, and lasts as long as its reader takes. */
const MAX_AT_ONCE = 2

export class ArchiveSlots {
  #taken = 0

  /** Takes a slot. @returns the function that frees it; undefined when all are taken */
  take(): (() => void) | undefined {
    if (this.#taken >= MAX_AT_ONCE) return undefined
    this.#taken += 1
    let isFree = false
    return () => {
      if (!isFree) this.#taken -= 1
      isFree = true
    }
  }
}
