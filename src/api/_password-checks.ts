/**
 * Checks passwords of requests. Failed attempts are limited independently of the setting `limits`. At most two slow
 * hashes run at a time. Each network has a queue, so that a flood of guesses does not prevent other users from signing
 * in.
 *
 *   attempts left? ─▶ queue of the network ─▶ attempts still left? ─▶ slow hash ─▶ count a failed attempt
 *
 * The limit is checked before cached results, because otherwise cached results would answer unlimited guesses.
 */
import type { RateWindow, WindowStore } from '../http/rate-limit/window.ts'
import type { FairSemaphore } from '../lib/async/fair-semaphore.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { hashSecret } from '../lib/vault.ts'
import { networkOf } from './_pages/network.ts'

const WINDOW_SECONDS = 900

/**
 * Failed attempts per 15 minutes: per account and network, per account, and per network, on all pages and endpoints together.
 */
export const MAX_FAILED_TRIES = { pair: 10, account: 100, network: 50 } as const

/** Maximum pairs of account and network with a successful sign-in; the oldest is evicted first. */
const MAX_TRUSTED = 10_000

/** Origin of an attempt. */
export interface Attempt {
  /** Users sign in on pages, console users on streams and in the console; the same name means different accounts. */
  readonly door: 'page' | 'stream' | 'console'
  /** Normalized screen name or e-mail address. */
  readonly login: string
  /** Address of the client. */
  readonly address: string
}

/** Thrown after too many failed attempts of an account or a network. */
export class TooManyTries extends ExpectedError {
  override readonly name = 'TooManyTries'
  /** Seconds until the next attempt is allowed, 1 or more. */
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
   * Returns the result of `verify`; undefined counts as a failed attempt.
   * @param verify takes about 40 ms of a core, also for unknown accounts, so that timing does not disclose them
   * @param recall cached result of an earlier verification, or undefined
   * @throws {TooManyTries} without calling `verify`
   * @throws {SemaphoreFull} when too many others are signing in
   */
  async check<T>(
    attempt: Attempt,
    verify: () => Promise<T | undefined>,
    recall: () => T | undefined = () => undefined,
  ): Promise<T | undefined> {
    const network = networkOf(attempt.address)
    const { door } = attempt
    // The name is hashed, because names have any length and users sometimes type their password there.
    const account = `${door === 'page' ? '' : `${door} `}sign-in ${hashSecret(attempt.login)}`
    const pair = `${account} ${network}`
    const isTrusted = this.#trusted.has(pair)
    const tries: Tries = [
      { key: pair, window: { limit: MAX_FAILED_TRIES.pair, seconds: WINDOW_SECONDS } },
      { key: account, window: { limit: MAX_FAILED_TRIES.account, seconds: WINDOW_SECONDS } },
      {
        key: `sign-in from ${network}`,
        window: { limit: MAX_FAILED_TRIES.network, seconds: WINDOW_SECONDS },
      },
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
