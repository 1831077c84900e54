/**
 * Memory that long bodies are written into, used again and again: what fresh memory costs, with the pages that the
 * system has to find for it and the collector that has to free it, is more than what writing costs.
 */

/** Bytes of the shortest body that is worth it, and of the longest that there is memory for. */
const LEAST = 16 * 1024
const MOST = 2 ** 20

/** Bytes that are kept of each of the seven sizes while nobody uses them: as much as was ever lent at once, at most this. */
const IDLE_MOST = 4 * 2 ** 20

export class BodyMemory {
  /** By their size, a power of two; the one that was used last is taken first, because it is still in the cache. */
  readonly #idle = new Map<number, Buffer[]>()

  /** Memory with anything in it, of at least `length` bytes; whoever never gives it back leaves it to the collector. */
  lend(length: number): Buffer {
    if (length < LEAST || length > MOST) return Buffer.allocUnsafe(length)
    const size = 2 ** (32 - Math.clz32(length - 1))
    return this.#idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size)
  }

  /** Takes back what was lent and what nobody will read any more: the next body is written over it. */
  giveBack(memory: Buffer): void {
    const { length } = memory
    if (length < LEAST || length > MOST) return
    const idle = this.#idle.get(length)
    if (idle === undefined) this.#idle.set(length, [memory])
    else if ((idle.length + 1) * length <= IDLE_MOST) idle.push(memory)
  }
}
