/** Server-sent events that wait for one reader, bounded by bytes: the oldest are dropped and counted. */

/** Bytes that may wait for a reader. */
export const MAX_BUFFER_BYTES: number = 256 * 1024

/** Bytes that are written at a time. */
const WRITE_BYTES: number = 32 * 1024

export class EventBuffer {
  #frames: Buffer[] = []
  #bytes = 0
  #dropped = 0

  /** Events that were dropped since the last {@link take}. */
  get dropped(): number {
    return this.#dropped
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0 && this.#dropped === 0
  }

  /** Bytes that wait; at most {@link MAX_BUFFER_BYTES}. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds an event, and drops the oldest ones that have no room beside it. @returns the number of dropped events */
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

  /** Counts events as dropped that were never added. @returns their number */
  skip(count: number): number {
    this.#dropped += count
    return count
  }

  /** Takes out the oldest events, after the notice about the dropped ones before them. */
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

/** An event on the wire. @param name one word @param data any JSON value; ids as text */
export function eventFrame(name: string, data: unknown): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
