/**
 * Checks passwords of requests. Failed attempts are limited for every value of the setting `limits`. At most
 * two slow password hashes run at a time. Each network has its own queue, so that many attempts from one
 * network do not delay sign-ins from other networks.
 *
 *   attempts left? ─▶ queue of the network ─▶ attempts still left? ─▶ slow hash ─▶ count a failed attempt
 *
 * The limit is checked before cached results are used. Otherwise an attacker could test any number of passwords
 * against the cache.
 */
import type { RateWindow, WindowStore } from '../http/rate-limit/window.ts'
import type { FairSemaphore } from '../lib/async/fair-semaphore.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { hashSecret } from '../lib/vault.ts'
import { networkOf } from './_pages/network.ts'

const WINDOW_SECONDS = 900

/**
 * Maximum failed attempts in 15 minutes, for a pair of account and network, for an account, and for a network. All
 * pages and endpoints share these limits.
 */
export const MAX_FAILED_TRIES = { pair: 10, account: 100, network: 50 } as const

/**
 * Maximum number of remembered pairs of account and network with a successful sign-in. The oldest pair is dropped
 * first.
 */
const MAX_TRUSTED = 10_000

/** The account and the origin of an attempt. */
export interface Attempt {
  /**
   * The kind of sign-in. Users sign in on pages. Console users sign in on streams and in the console. One name can
   * belong to an account of each kind.
   */
  readonly door: 'page' | 'stream' | 'console'
  /** Normalized screen name or e-mail address. */
  readonly login: string
  /** Address of the client. */
  readonly address: string
}

/** Thrown after too many failed attempts for an account or from a network. */
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
   * Checks a password.
   * @param verify a function that compares the password; undefined counts as a failed attempt. The function
   * takes about 40 ms of a processor core, also for unknown accounts, so that the time does not reveal if an
   * account exists.
   * @param recall a function that returns the cached result of an earlier verification, or undefined
   * @returns the result of `verify`
   * @throws {TooManyTries} without calling `verify`
   * @throws {SemaphoreFull} when too many checks are waiting
   */
  async check<T>(
    attempt: Attempt,
    verify: () => Promise<T | undefined>,
    recall: () => T | undefined = () => undefined,
  ): Promise<T | undefined> {
    const network = networkOf(attempt.address)
    const { door } = attempt
    // The name is hashed, because a name can have any length, and because users sometimes type their password into
    // the name field.
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
    // The limit of the account does not apply to networks from which its user has signed in before. Failed attempts
    // from other networks therefore do not lock out the user.
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
