/**
 * Buffers the server-sent events that wait for one reader. The buffer has a maximum size in bytes. When it is full,
 * the oldest events are dropped and counted.
 */

/** Maximum bytes that wait for a reader. */
export const MAX_BUFFER_BYTES: number = 256 * 1024

/** Target size of a write, in bytes; the last event of a write may exceed this size. */
const WRITE_BYTES: number = 32 * 1024

export class EventBuffer {
  #frames: Buffer[] = []
  #bytes = 0
  #dropped = 0

  /** Number of events that were dropped since the last {@link take}. */
  get dropped(): number {
    return this.#dropped
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0 && this.#dropped === 0
  }

  /** Number of waiting bytes, at most {@link MAX_BUFFER_BYTES}. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds an event. If there is not enough room, drops the oldest events. @returns the number of dropped events */
  push(frame: Buffer): number {
    if (frame.length > MAX_BUFFER_BYTES) return this.skip(1)
    let count = 0
    let room = MAX_BUFFER_BYTES - this.#bytes
    while (room < frame.length) {
      room += this.#frames[count]?.length ?? 0
      count += 1
    }
    this.#frames.splice(0, count)
    this.#frames.push(frame)
    this.#bytes = MAX_BUFFER_BYTES - room + frame.length
    return this.skip(count)
  }

  /** Adds `count` to {@link dropped}, for events that were never added to the buffer. @returns `count` */
  skip(count: number): number {
    this.#dropped += count
    return count
  }

  /**
   * Removes and returns the oldest events. If events were dropped before them, a notice with the number of dropped
   * events comes first.
   */
  take(): readonly Buffer[] {
    let count = 0
    let bytes = 0
    while (count < this.#frames.length && bytes < WRITE_BYTES) {
      bytes += this.#frames[count]?.length ?? 0
      count += 1
    }
    const taken = this.#frames.splice(0, count)
    this.#bytes -= bytes
    if (this.#dropped === 0) return taken
    const notice = eventFrame('dropped', { count: this.#dropped })
    this.#dropped = 0
    return [notice, ...taken]
  }

  clear(): void {
    this.#frames = []
    this.#bytes = 0
    this.#dropped = 0
  }
}

/**
 * An event in its wire format.
 * @param name one word
 * @param data any JSON value; ids as text
 */
export function eventFrame(name: string, data: unknown): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
