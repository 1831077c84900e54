/** Writes bytes to a stream at a given rate. */
import type { SharingSink, WriteResult } from '../../http/stream-response.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** Milliseconds between pieces. */
const DRIP_MS = 100

/**
 * Maximum number of buffered bytes. When the buffer has more bytes, the stream waits as it does for a slow client.
 */
const ROOM_BYTES = 64 * 1024

/** Milliseconds with a full buffer after which a connection counts as stalled. */
const STALLED_MS = 30_000

export class SlowWriter {
  readonly #sink: SharingSink
  readonly #machine: Pick<Clock, 'after'>
  readonly #size: number
  readonly #pauseMs: number
  #queue: Buffer[] = []
  #bytes = 0
  #cancel: (() => void) | undefined
  #waiting = new Set<() => void>()

  /** @param rate bytes per second */
  constructor(sink: SharingSink, machine: Pick<Clock, 'after'>, rate: number) {
    this.#sink = sink
    this.#machine = machine
    this.#size = Math.max(1, Math.round((rate * DRIP_MS) / 1000))
    this.#pauseMs = (this.#size / rate) * 1000
  }

  get isFull(): boolean {
    return this.#bytes > ROOM_BYTES
  }

  add(bytes: Buffer): void {
    this.#queue.push(bytes)
    this.#bytes += bytes.length
    if (this.#cancel === undefined) this.#drip()
  }

  /** Returns the buffered bytes, and stops writing. */
  takeAll(): readonly Buffer[] {
    const rest = this.#queue
    this.stop()
    return rest
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#queue = []
    this.#bytes = 0
    this.#wake()
  }

  waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    if (!this.isFull) return Promise.resolve('room')
    if (hurry?.aborted === true) return Promise.resolve('interrupted')
    return new Promise((resolve) => {
      const settle = (result: WriteResult) => {
        cancel()
        this.#waiting.delete(check)
        hurry?.removeEventListener('abort', onHurry)
        resolve(result)
      }
      const check = () => {
        if (this.#sink.isGone) settle('gone')
        else if (!this.isFull) settle('room')
      }
      const onHurry = () => settle('interrupted')
      const cancel = this.#machine.after(STALLED_MS, () => settle('stalled'))
      this.#waiting.add(check)
      hurry?.addEventListener('abort', onHurry)
    })
  }

  #drip(): void {
    if (this.#sink.isGone || this.#queue.length === 0) {
      this.stop()
      return
    }
    const all = Buffer.concat(this.#queue)
    this.#sink.put([all.subarray(0, this.#size)])
    const rest = all.subarray(this.#size)
    this.#queue = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    this.#wake()
    this.#cancel = this.#machine.after(this.#pauseMs, () => this.#drip())
  }

  #wake(): void {
    for (const check of [...this.#waiting]) check()
  }
}
