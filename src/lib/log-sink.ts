/**
 * Where the lines of the log go. A log that cannot be written must not hold up or end the server: nothing here waits, and
 * nothing throws. A reader that is slow is waited for with a bounded number of bytes; all else that fails drops lines, counts
 * them, and says how many there were as soon as lines can be written again.
 */
import { writeSync } from 'node:fs'
import { type Clock, systemClock } from './time/clock.ts'

/** Bytes that wait for a reader. */
export const MAX_WAITING_BYTES = 1_048_576

/** Milliseconds after which a reader that was slow is tried again, and a place that refused. */
export const SLOW_MS = 50
export const REFUSED_MS = 1_000

/** The number that pino gives the level "warn". */
const WARN = 40

const LINE_BREAK = Buffer.from('\n')

/** Writes what it can of the bytes and says how many; throws, with the code `EAGAIN` when none can be taken now. */
export type WriteBytes = (bytes: Uint8Array) => number

interface Waiting {
  readonly bytes: Buffer
  /** 1 for a line of the log, 0 for what the sink says itself. */
  readonly lines: number
  /** Dropped lines of which it tells. */
  readonly tells: number
}

export class LogSink {
  readonly #write: WriteBytes
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #dropped = 0
  /** Of {@link dropped}, those of which the log has not told. */
  #untold = 0
  /** Why the last try failed. */
  #code = 'EAGAIN'
  /** Whether a part of the first that waits was written. */
  #isBegun = false
  /** Whether what was written last lacks its end for good. */
  #isTorn = false
  #cancelRetry: (() => void) | undefined

  constructor(write: WriteBytes, clock: Clock) {
    this.#write = write
    this.#clock = clock
  }

  /** Lines that were dropped since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes a line with its line break. */
  write(line: string): void {
    const bytes = Buffer.from(line)
    // After a failure only the retry tries: a flood of lines would make a flood of failing calls.
    const isPaused = this.#cancelRetry !== undefined
    const isRefusing = isPaused && this.#waiting.length === 0
    if (isRefusing || this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) this.#drop(1)
    else {
      this.#push({ bytes, lines: 1, tells: 0 })
      if (!isPaused) this.#flush()
    }
  }

  /** Tries once more to write what waits: for the end of the process. */
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
    this.#untold += lines
  }

  #flush(): void {
    this.#cancelRetry = undefined
    try {
      this.#drain()
      if (this.#untold === 0) return
      this.#push({ bytes: this.#notice(), lines: 0, tells: this.#untold })
      this.#drain()
    } catch (error) {
      this.#code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
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
        this.#untold -= first.tells
      }
    }
  }

  #giveUp(): void {
    const [first] = this.#waiting
    // A line that lacks nothing but its break gets that later.
    if (this.#isBegun && first?.bytes.equals(LINE_BREAK)) this.#untold -= this.#waiting.shift()?.tells ?? 0
    this.#isTorn ||= this.#isBegun
    this.#isBegun = false
    for (const { lines } of this.#waiting.splice(0)) this.#drop(lines)
    this.#waitingBytes = 0
  }

  #notice(): Buffer {
    const facts = { level: WARN, time: new Date(this.#clock.now()).toISOString() }
    const why = { dropped: this.#untold, code: this.#code }
    const msg = 'the log could not be written for a while, and lines were dropped'
    return Buffer.from(`${JSON.stringify({ ...facts, ...why, msg })}\n`)
  }
}

/** Standard output of this process, until its end. */
export function standardOutput(): LogSink {
  // To open the stream is what lets writes to a pipe fail with EAGAIN in place of holding up the process.
  const { fd } = process.stdout
  const sink = new LogSink((bytes) => writeSync(fd, bytes), systemClock)
  process.once('exit', () => sink.end())
  return sink
}
