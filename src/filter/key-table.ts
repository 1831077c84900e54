/**
 * A hash table from keys to numbers. The table can look up a part of a text as a key without allocating a string. The
 * table consists of many small tables, so that growing one of them is never slow.
 */

const FIRST_SLOTS = 8
const EMPTY = -1
/** A slot from which a key was removed. A search continues after it. */
const GONE = -2

interface Shard {
  readonly hashes: Int32Array
  readonly numbers: Int32Array
  /** Number of slots that are not empty, including slots of removed keys. */
  used: number
}

export class KeyTable {
  readonly #shards: (Shard | undefined)[] = []
  readonly #keyOf: (number: number) => string
  readonly #seed: number
  #size = 0

  /**
   * @param keyOf returns the key of a number that is in the table
   * @param seed a secret of 32 bits; without it, authors of rules could choose keys that are slow to find
   */
  constructor(keyOf: (number: number) => string, seed: number) {
    this.#keyOf = keyOf
    this.#seed = seed
  }

  get size(): number {
    return this.#size
  }

  /** The number of a key; undefined if the table lacks the key. */
  get(key: string): number | undefined {
    return this.find(key, 0, key.length)
  }

  /** The number of the key that equals the text from `start` to `end`; undefined if the table lacks this key. */
  find(text: string, start: number, end: number): number | undefined {
    const hash = hashOf(this.#seed, text, start, end)
    const shard = this.#shards[hash >>> 24]
    if (shard === undefined) return undefined
    const { hashes, numbers } = shard
    const mask = hashes.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = numbers[slot] ?? EMPTY
      if (number === EMPTY) return undefined
      if (number === GONE || hashes[slot] !== hash) continue
      const key = this.#keyOf(number)
      if (key.length === end - start && text.startsWith(key, start)) return number
    }
  }

  /** Adds a key that is not in the table. @param number 0 or more */
  add(key: string, number: number): void {
    const hash = hashOf(this.#seed, key, 0, key.length)
    let shard = this.#shards[hash >>> 24]
    if (shard === undefined || 2 * (shard.used + 1) > shard.hashes.length) {
      shard = rebuilt(shard)
      this.#shards[hash >>> 24] = shard
    }
    put(shard, hash, number)
    this.#size += 1
  }

  /** Removes a key that is in the table. */
  remove(key: string, number: number): void {
    const hash = hashOf(this.#seed, key, 0, key.length)
    const shard = this.#shards[hash >>> 24]
    if (shard === undefined) return
    const mask = shard.hashes.length - 1
    let slot = hash & mask
    while (shard.numbers[slot] !== number) slot = (slot + 1) & mask
    shard.numbers[slot] = GONE
    this.#size -= 1
  }
}

/**
 * The FNV-1a hash of the code units, starting with a seed. The bits are mixed afterwards, because the highest bits
 * select the small table and the lowest bits select the slot.
 */
function hashOf(seed: number, text: string, start: number, end: number): number {
  let hash = 0x811c_9dc5 ^ seed
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return hash ^ (hash >>> 13)
}

/** A new table with the same keys and with room for more, without the slots of removed keys. */
function rebuilt(shard: Shard | undefined): Shard {
  const kept = shard?.numbers.reduce((sum, number) => (number >= 0 ? sum + 1 : sum), 0) ?? 0
  let slots = FIRST_SLOTS
  while (slots < 4 * (kept + 1)) slots *= 2
  const wider = { hashes: new Int32Array(slots), numbers: new Int32Array(slots).fill(EMPTY), used: 0 }
  shard?.numbers.forEach((number, slot) => {
    if (number >= 0) put(wider, shard.hashes[slot] ?? 0, number)
  })
  return wider
}

function put(shard: Shard, hash: number, number: number): void {
  const mask = shard.hashes.length - 1
  let slot = hash & mask
  while (shard.numbers[slot] !== EMPTY) slot = (slot + 1) & mask
  shard.hashes[slot] = hash
  shard.numbers[slot] = number
  shard.used += 1
}
