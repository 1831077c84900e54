/**
 * Writes the lines of the log. A log that cannot be written must not block or end the server, so no function here waits
 * or throws. If a reader is slow, lines are buffered up to a limit. After other failures, lines are dropped and
 * counted. The sink reports the number when output works again.
 */
import { writeSync } from 'node:fs'
import { type Clock, systemClock } from './time/clock.ts'

/** Maximum number of buffered bytes while a reader is slow. */
export const MAX_WAITING_BYTES = 1_048_576

/**
 * `SLOW_MS` is the number of milliseconds before a retry while a reader is slow. `REFUSED_MS` is the number of
 * milliseconds before a retry after another failure.
 */
export const SLOW_MS = 50
export const REFUSED_MS = 1_000

/** Pino's number for the level "warn". */
const WARN = 40

const LINE_BREAK = Buffer.from('\n')

/** Writes some of the bytes and returns their number. Throws `EAGAIN` when no byte can be written now. */
export type WriteBytes = (bytes: Uint8Array) => number

interface Waiting {
  readonly bytes: Buffer
  /** 1 for a log line, 0 for a line of the sink itself. */
  readonly lines: number
  /** Number of dropped lines that this line reports. */
  readonly reports: number
}

export class LogSink {
  readonly #write: WriteBytes
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #dropped = 0
  /** Number of dropped lines that no line has reported yet. */
  #unreported = 0
  /** Error code of the last attempt. */
  #code = 'EAGAIN'
  /** True when a part of the first buffered line is already written. */
  #isBegun = false
  /** True when the last written line will remain incomplete. */
  #isTorn = false
  #cancelRetry: (() => void) | undefined

  constructor(write: WriteBytes, clock: Clock) {
    this.#write = write
    this.#clock = clock
  }

  /** Number of lines that were dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** Accepts a line that ends with its line end. */
  write(line: string): void {
    const bytes = Buffer.from(line)
    // After a failure, only the retry writes. Otherwise many lines would cause many failing system calls.
    const isPaused = this.#cancelRetry !== undefined
    const isRefusing = isPaused && this.#waiting.length === 0
    if (isRefusing || this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) this.#drop(1)
    else {
      this.#push({ bytes, lines: 1, reports: 0 })
      if (!isPaused) this.#flush()
    }
  }

  /** Tries again to write buffered lines; called at the end of the process. */
  end(): void {
    this.#cancelRetry?.()
    this.#flush()
    this.#cancelRetry?.()
  }

  #push(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#waitingBytes += waiting.bytes.length
  }

  #drop(lines: number): void {
    this.#dropped += lines
    this.#unreported += lines
  }

  #flush(): void {
    this.#cancelRetry = undefined
    try {
      this.#drain()
      if (this.#unreported === 0) return
      this.#push({ bytes: this.#notice(), lines: 0, reports: this.#unreported })
      this.#drain()
    } catch (error) {
      this.#code = Error.isError(error) && 'code' in error ? String(error.code) : 'unknown'
      const isSlow = this.#code === 'EAGAIN'
      if (!isSlow) this.#giveUp()
      this.#cancelRetry = this.#clock.after(isSlow ? SLOW_MS : REFUSED_MS, () => this.#flush())
    }
  }

  #drain(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (this.#isTorn) {
        this.#write(LINE_BREAK)
        this.#isTorn = false
      }
      const written = this.#write(first.bytes)
      this.#waitingBytes -= written
      this.#isBegun = written < first.bytes.length
      if (this.#isBegun) this.#waiting[0] = { ...first, bytes: first.bytes.subarray(written) }
      else {
        this.#waiting.shift()
        this.#unreported -= first.reports
      }
    }
  }

  #giveUp(): void {
    const [first] = this.#waiting
    // If only the line end of a line is missing, the line counts as written, and the next write begins with the line
    // end.
    if (this.#isBegun && first?.bytes.equals(LINE_BREAK))
      this.#unreported -= this.#waiting.shift()?.reports ?? 0
    this.#isTorn ||= this.#isBegun
    this.#isBegun = false
    for (const { lines } of this.#waiting.splice(0)) this.#drop(lines)
    this.#waitingBytes = 0
  }

  #notice(): Buffer {
    const facts = { level: WARN, time: new Date(this.#clock.now()).toISOString() }
    const why = { dropped: this.#unreported, code: this.#code }
    const msg = 'the log could not be written for a while, and lines were dropped'
    return Buffer.from(`${JSON.stringify({ ...facts, ...why, msg })}\n`)
  }
}

/** Standard output of this process. */
export function standardOutput(): LogSink {
  // Opening the stream makes writes to a full pipe fail with EAGAIN; otherwise these writes would block the process.
  const { fd } = process.stdout
  const sink = new LogSink((bytes) => writeSync(fd, bytes), systemClock)
  process.once('exit', () => sink.end())
  return sink
}
