/**
 * Pools buffers for long bodies. A new buffer of 136 KB causes page faults for 34 pages. It also adds external memory,
 * which makes the garbage collector run. Both effects together cost about half of the processor time of a look-up of
 * 100 cached users.
 */

/** The lengths of bodies that get a pooled buffer. Other bodies get a new buffer. */
const MIN_POOLED_BYTES = 16 * 1024
const MAX_POOLED_BYTES = 2 ** 20

/** Maximum idle bytes of each of the seven sizes. */
const MAX_IDLE_BYTES = 4 * 2 ** 20

export class ResponseBufferPool {
  /**
   * Idle buffers by size, a power of two. The buffer that was released last is acquired first, because its memory is
   * still in the processor cache.
   */
  readonly #idle = new Map<number, Buffer[]>()

  /**
   * A buffer of at least `length` bytes, with arbitrary content. A buffer that is never released is garbage-collected.
   */
  acquire(length: number): Buffer {
    if (length < MIN_POOLED_BYTES || length > MAX_POOLED_BYTES) return Buffer.allocUnsafe(length)
    const size = 2 ** (32 - Math.clz32(length - 1))
    return this.#idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size)
  }

  /**
   * Returns an acquired buffer to the pool. The caller must have finished using the buffer, because the next body
   * overwrites it.
   */
  release(buffer: Buffer): void {
    const { length } = buffer
    if (length < MIN_POOLED_BYTES || length > MAX_POOLED_BYTES) return
    const idle = this.#idle.get(length)
    if (idle === undefined) this.#idle.set(length, [buffer])
    else if ((idle.length + 1) * length <= MAX_IDLE_BYTES) idle.push(buffer)
  }
}
