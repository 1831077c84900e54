/** One request under way: the connection that carries it, its deadlines, and its place among the others. */
import type { Place } from '../lib/async/line.ts'
import type { Deadline, Deadlines, Timed } from './deadlines.ts'
import type { Connection } from './transport/connections.ts'
import { Exchange, type ExchangeListener } from './transport/exchange.ts'

/** Thrown when there was no answer in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/** How long a request may take. */
export interface Times {
  /** Milliseconds in which the status must be there, and in which all must be over: no fewer. */
  readonly answerMs: number
  readonly totalMs: number
}

/** What flights have in common. */
export interface Airspace {
  /** By the clock of deadlines. */
  monotonic(): number
  deadlinesIn(ms: number): Deadlines
  /** Takes a flight out that is over. */
  leave(flight: Flight): void
  /** What the sender is told of why there is no answer. @param tookMs whole */
  errorOf(reason: unknown, tookMs: number): Error
}

export class Flight implements Timed, ExchangeListener {
  readonly exchange: Exchange
  readonly connection: Connection
  readonly #airspace: Airspace
  readonly #times: Times
  readonly #started: number
  #deadlines: Deadlines
  #deadline: Deadline
  /** Whether the status was there in time. */
  #isAnswered = false
  /** Among those under way, as soon as it is one. */
  place: Place<Flight> | undefined

  /** Its time runs from now on. */
  constructor(airspace: Airspace, connection: Connection, times: Times) {
    this.#airspace = airspace
    this.connection = connection
    this.#times = times
    this.#started = airspace.monotonic()
    this.exchange = new Exchange(this)
    this.#deadlines = airspace.deadlinesIn(times.answerMs)
    this.#deadline = this.#deadlines.set(this)
  }

  /** Called when the exchange is over, before anybody else knows. */
  ended(): number {
    this.#deadlines.clear(this.#deadline)
    this.#airspace.leave(this)
    return Math.round(this.#airspace.monotonic() - this.#started)
  }

  errorOf(reason: unknown, tookMs: number): Error {
    return this.#airspace.errorOf(reason, tookMs)
  }

  /** A status in time has until the end for its body. */
  missed(): void {
    const { answerMs, totalMs } = this.#times
    const { exchange } = this
    if (this.#isAnswered) exchange.cutShort(new TimedOut(`not over in ${totalMs} ms`))
    else if (!exchange.hasStatus || totalMs <= answerMs) {
      exchange.cutShort(new TimedOut(`no answer in ${answerMs} ms`))
    } else {
      this.#isAnswered = true
      this.#deadlines = this.#airspace.deadlinesIn(totalMs - answerMs)
      this.#deadline = this.#deadlines.set(this)
    }
  }
}
