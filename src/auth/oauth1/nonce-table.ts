/** A set of 64-bit fingerprints in one typed array: at most 21.4 bytes each from 12 of them on. */

const SMALLEST = 4

/**
 * An open-addressing hash set with linear probing. A fingerprint is two unsigned 32-bit halves, already
 * uniformly distributed (they come out of a keyed hash), so its top bits are its slot. That keeps the slots
 * nearly sorted, and doubling the table copies it from front to back: [measured] about 6 ns an entry.
 *
 * A slot takes 8 bytes; the table doubles when three quarters are used, so a remembered fingerprint takes
 * between 10.7 and 21.4 bytes. The fingerprint 0 marks a free slot and is stored as 1.
 */
export class FingerprintTable {
  /** Log2 of the number of slots. */
  #bits = SMALLEST
  /** High and low half of each slot, side by side. */
  #slots = new Uint32Array(2 << SMALLEST)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Bytes of the table itself. */
  get bytes(): number {
    return this.#slots.byteLength
  }

  /** Adds a fingerprint; `false` if it was there already. */
  add(high: number, low: number): boolean {
    if (this.#size * 4 >= (this.#slots.length / 2) * 3) this.#grow()
    const isNew = insert(this.#slots, this.#bits, high, high === 0 && low === 0 ? 1 : low)
    if (isNew) this.#size += 1
    return isNew
  }

  /** Calls `visit` with every fingerprint, in no particular order. */
  forEach(visit: (high: number, low: number) => void): void {
    const slots = this.#slots
    for (let at = 0; at < slots.length; at += 2) {
      const high = slots[at] ?? 0
      const low = slots[at + 1] ?? 0
      if (high !== 0 || low !== 0) visit(high, low)
    }
  }

  #grow(): void {
    const bits = this.#bits + 1
    const slots = new Uint32Array(2 << bits)
    this.forEach((high, low) => {
      insert(slots, bits, high, low)
    })
    this.#slots = slots
    this.#bits = bits
  }
}

function insert(slots: Uint32Array, bits: number, high: number, low: number): boolean {
  const mask = slots.length - 1
  let at = (high >>> (32 - bits)) * 2
  for (;;) {
    const storedHigh = slots[at]
    const storedLow = slots[at + 1]
    if (storedHigh === high && storedLow === low) return false
    if (storedHigh === 0 && storedLow === 0) break
    at = (at + 2) & mask
  }
  slots[at] = high
  slots[at + 1] = low
  return true
}
