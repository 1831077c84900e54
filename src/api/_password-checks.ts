/**
 * Every check of a password that comes from outside: failed tries are counted whatever the setting `limits` says, and
 * the slow hashes, two at a time, are shared out so that a flood of guesses keeps no other from signing in.
 *
 *   tries left? ─▶ lane of the network ─▶ tries left still? ─▶ slow hash ─▶ a failed try counts
 *
 * Tries are looked at before anything that is remembered, which would otherwise answer guesses without end.
 */
import type { RateWindow, WindowStore } from '../http/rate-limit/window.ts'
import type { FairSemaphore } from '../lib/async/fair-semaphore.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { hashSecret } from '../lib/vault.ts'
import { networkOf } from './_pages/network.ts'

const QUARTER = 900

/**
 * Failed tries in a quarter of an hour: for an account from one network, for an account, from a network at any door.
 */
export const TRIES = { pair: 10, account: 100, network: 50 } as const

/** Networks from which an account has signed in; the one that did so longest ago goes for the next. */
const MAX_TRUSTED = 10_000

/** Origin of an attempt. */
export interface Attempt {
  /** Users sign in on pages, users of the console open streams; a name at one door is another's at the other. */
  readonly door: 'page' | 'stream'
  /** The name or address as it was typed, in one spelling for all that mean the same. */
  readonly login: string
  /** Where the request comes from. */
  readonly address: string
}

/** Thrown when an account or a network has failed too often. */
export class TooManyTries extends ExpectedError {
  override readonly name = 'TooManyTries'
  /** Seconds after which it may try again, 1 or more. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('too many failed tries to sign in')
    this.retryAfter = retryAfter
  }
}

type Tries = readonly { readonly key: string; readonly window: RateWindow }[]

export class PasswordChecks {
  readonly #clock: Clock
  readonly #windows: WindowStore
  readonly #semaphore: FairSemaphore
  readonly #trusted = new Set<string>()

  constructor(clock: Clock, windows: WindowStore, semaphore: FairSemaphore) {
    this.#clock = clock
    this.#windows = windows
    this.#semaphore = semaphore
  }

  /**
   * The result of `verify`; undefined counts as a failed attempt.
   * @param verify takes about 40 ms of a core, also for unknown accounts, so that timing does not disclose them
   * @param recall cached result of an earlier verification, or undefined
   * @throws {TooManyTries} without a check
   * @throws {TurnstileFull} when too many others are signing in
   */
  async check<T>(
    attempt: Attempt,
    verify: () => Promise<T | undefined>,
    recall: () => T | undefined = () => undefined,
  ): Promise<T | undefined> {
    const network = networkOf(attempt.address)
    const { door } = attempt
    // Names are hashed: they are of any length, and some people type their password there.
    const account = `${door === 'page' ? '' : `${door} `}sign-in ${hashSecret(attempt.login)}`
    const pair = `${account} ${network}`
    const isTrusted = this.#trusted.has(pair)
    const tries: Tries = [
      { key: pair, window: { limit: TRIES.pair, seconds: QUARTER } },
      { key: account, window: { limit: TRIES.account, seconds: QUARTER } },
      { key: `sign-in from ${network}`, window: { limit: TRIES.network, seconds: QUARTER } },
    ]
    // Failed attempts from elsewhere do not lock out addresses from which the account has signed in before.
    const binding = isTrusted ? tries.filter(({ key }) => key !== account) : tries
    await this.#requireLeft(binding)
    const found =
      recall() ??
      (await this.#semaphore.run({ name: network, isTrusted }, async () => {
        await this.#requireLeft(binding)
        const verified = recall() ?? (await verify())
        if (verified === undefined) for (const { key, window } of tries) await this.#windows.take(key, window)
        return verified
      }))
    if (found !== undefined) this.#trust(pair)
    return found
  }

  async #requireLeft(tries: Tries): Promise<void> {
    const spent = (await this.#windows.peekAll(tries)).filter(({ allowed }) => !allowed)
    if (spent.length === 0) return
    const reset = Math.max(...spent.map((decision) => decision.reset))
    throw new TooManyTries(Math.max(1, reset - Math.floor(this.#clock.now() / 1000)))
  }

  #trust(pair: string): void {
    this.#trusted.delete(pair)
    const [oldest] = this.#trusted
    if (this.#trusted.size >= MAX_TRUSTED && oldest !== undefined) this.#trusted.delete(oldest)
    this.#trusted.add(pair)
  }
}
