/**
 * Connecting no more often than the server allows (docs/limits.md: ten requests in 60 seconds for an account). The moments are
 * kept beside the copy, because they count also across a restart.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const WINDOW_MS = 60_000
/** What a request takes on its way, and two clocks may differ by. */
const SLACK_MS = 1_000

export class Connects {
  #file
  #most
  #times
  #now
  #sleep
  /** Partitions take their turns one after the other. */
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

  /** Resolves when a connection may be asked for, and notes that it is; rejects when the signal is aborted. */
  turn(signal) {
    const turn = this.#last.then(() => this.#take(signal))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #take(signal) {
    for (;;) {
      signal.throwIfAborted()
      const now = this.#now()
      // A time that is yet to come is of a clock that was wrong.
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
    // There is none yet, or it was being written when the process died.
    return []
  }
}
