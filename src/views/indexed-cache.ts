/** A cache whose keys are ids. It finds entries by the digits in a request, so a hit needs no `bigint`. */
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { type CacheRef, LogCache } from './log-cache.ts'

/** Bits of a slot number. There are about twice as many slots as posts in a full cache, so that collisions are rare. */
const SLOT_BITS = 16
const SLOTS = 2 ** SLOT_BITS

/**
 * The slot of an id, from two parts of its digits. All bits are mixed, because ids of one process end in equal bits.
 */
export function slotOf(high: number, low: number): number {
  // The multipliers come from the 32-bit finaliser of MurmurHash3.
  const mixed = Math.imul(low ^ Math.imul(high, 0xc2b2ae35), 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> (32 - SLOT_BITS)
}

/** The entry that was looked up last, among all entries of the slot. */
interface Slot<Value> {
  readonly high: number
  readonly low: number
  readonly place: CacheRef<Value>
}

export class IndexedCache<Value> extends LogCache<bigint, Value> {
  /** The slots; they are allocated with the first entry. */
  #slots: (Slot<Value> | undefined)[] | undefined

  /** Like {@link LogCache.get}. */
  async find(ids: ParsedIds): Promise<readonly (Value | undefined)[]> {
    if (this.isStale) await this.freshen()
    const { highs, lows, length } = ids
    const found: (Value | undefined)[] = []
    let missing: number[] | undefined
    for (let index = 0; index < length; index += 1) {
      const value = this.#valueOf(highs[index] ?? 0, lows[index] ?? 0)
      found.push(value)
      if (value !== undefined) continue
      missing ??= []
      missing.push(index)
    }
    this.count(length - (missing?.length ?? 0))
    if (missing !== undefined) await this.#findOthers(ids, missing, found)
    return found
  }

  #valueOf(high: number, low: number): Value | undefined {
    const slot = this.#slots?.[slotOf(high, low)]
    return slot !== undefined && slot.low === low && slot.high === high ? deref(slot.place) : undefined
  }

  async #findOthers(ids: ParsedIds, missing: readonly number[], found: (Value | undefined)[]): Promise<void> {
    const keys = missing.map((index) => ids.id(index))
    const values = await this.get(keys)
    // The array is filled, because V8 searches missing elements of an array in its prototypes.
    this.#slots ??= new Array<Slot<Value> | undefined>(SLOTS).fill(undefined)
    const slots = this.#slots
    for (const [at, index] of missing.entries()) {
      found[index] = values[at]
      const place = this.refOf(keys[at] ?? 0n)
      const high = ids.highs[index] ?? 0
      const low = ids.lows[index] ?? 0
      if (place !== undefined) slots[slotOf(high, low)] = { high, low, place }
    }
  }
}

/** The value of a cache reference, which is marked as used; undefined after eviction. */
export function deref<Value>(place: CacheRef<Value>): Value | undefined {
  place.isUsed = true
  return place.value
}
