/** Compact sets of 64-bit fingerprints in typed arrays. */

const MIN_BITS = 3
const PARTS = 16

/**
 * A set of fingerprints. A fingerprint is two unsigned 32-bit halves of a keyed hash, and therefore uniformly
 * distributed. The set takes 10.7 to 21.4 bytes per fingerprint (at least 1 kB).
 *
 * Sixteen parts grow independently, so that no single addition moves all fingerprints. Moving a fingerprint costs about
 * 25 ns, so growing one part of a set of 650,000 fingerprints takes about 1 ms.
 */
export class FingerprintSet {
  readonly #parts: readonly FingerprintTable[] = Array.from({ length: PARTS }, () => new FingerprintTable())
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Bytes of the arrays. */
  get bytes(): number {
    return this.#parts.reduce((bytes, part) => bytes + part.bytes, 0)
  }

  /** Adds a fingerprint. @returns false if the set already contains it */
  add(high: number, low: number): boolean {
    const isNew = this.#parts[low % PARTS]?.add(high, low) ?? false
    if (isNew) this.#size += 1
    return isNew
  }

  /** Calls `visit` with every fingerprint, in no particular order. */
  forEach(visit: (high: number, low: number) => void): void {
    for (const part of this.#parts) part.forEach(visit)
  }
}

/**
 * An open-addressing hash table with linear probing. The top bits of a fingerprint select its slot, so the
 * slots stay nearly sorted, and a table that grows is read and written sequentially. A slot takes 8 bytes;
 * the table doubles when three quarters are used. Two zeros mark a free slot, so the fingerprint (0, 0) is
 * stored as (0, 16).
 */
class FingerprintTable {
  /** Log2 of the number of slots. */
  #bits = MIN_BITS
  /** High and low half of each slot, side by side. */
  #slots = new Uint32Array(2 << MIN_BITS)
  #size = 0

  get bytes(): number {
    return this.#slots.byteLength
  }

  add(high: number, low: number): boolean {
    const isNew = insert(this.#slots, this.#bits, high, high === 0 && low === 0 ? PARTS : low)
    if (isNew) this.#size += 1
    if (this.#size * 8 > this.#slots.length * 3) this.#grow()
    return isNew
  }

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
  let at = (high >>> (32 - bits)) * 2
  for (;;) {
    const storedHigh = slots[at]
    const storedLow = slots[at + 1]
    if (storedHigh === high && storedLow === low) return false
    if (storedHigh === 0 && storedLow === 0) break
    at = (at + 2) & (slots.length - 1)
  }
  slots[at] = high
  slots[at + 1] = low
  return true
}
