/**
 * Limits the rate of connections to the rate that the server allows (docs/limits.md: ten requests in 60
 * seconds for an account). The times of connections are stored beside the copy, because they also count after
 * a restart.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const WINDOW_MS = 60_000
/** Allowance for the time that a request takes to the server, and for the difference of the two clocks. */
const SLACK_MS = 1_000

export class Connects {
  #file
  #most
  #times
  #now
  #sleep
  /** Resolves after the last partition in the queue has got its turn. */
  #last = Promise.resolve()

  /**
   * @param {string} folder of the copy
   * @param {number} most connects in a minute
   * @param {() => number} [now] milliseconds since the Unix epoch
   * @param {(ms: number, signal: AbortSignal) => Promise<unknown>} [sleep]
   */
  constructor(folder, most, now = Date.now, sleep = (ms, signal) => wait(ms, undefined, { signal })) {
    this.#file = join(folder, 'connects.json')
    this.#most = most
    this.#now = now
    this.#sleep = sleep
    this.#times = timesIn(this.#file)
  }

  /** Waits until a connection is allowed, and stores its time. Rejects when the signal is aborted. */
  turn(signal) {
    const turn = this.#last.then(() => this.#take(signal))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #take(signal) {
    for (;;) {
      signal.throwIfAborted()
      const now = this.#now()
      // A time in the future comes from a clock that was wrong, so it does not count.
      this.#times = this.#times.filter((time) => time <= now && now - time < WINDOW_MS + SLACK_MS)
      if (this.#times.length < this.#most) break
      await this.#sleep(this.#times[0] + WINDOW_MS + SLACK_MS - now, signal)
    }
    this.#times.push(this.#now())
    writeFileSync(this.#file, JSON.stringify(this.#times))
  }
}

function timesIn(file) {
  try {
    const times = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(times) ? times.filter(Number.isFinite).sort((a, b) => a - b) : []
  } catch {
    // The file does not exist yet, or the process ended while it wrote the file.
    return []
  }
}
