/**
 * Authenticates consumers on every request, with the e-mail address and password of a console user
 * (spec/compliance-stream.md#verified-passwords). A password check takes 40 ms of a processor core, and a consumer
 * opens eight connections at once. A correct password is therefore cached for a short time, as a keyed hash,
 * together with the stored hash that it matched. Every request reads the stored hash, so a changed password
 * invalidates the entry.
 */
import { createHmac } from 'node:crypto'
import {
  type ConsoleLogin,
  type ConsoleUser,
  findConsoleLogin,
} from '../../../domain/console/console-account.ts'
import type { Context } from '../../../domain/context.ts'
import type { Clock, Random } from '../../../lib/time/clock.ts'
import { verifyPassword } from '../../../lib/vault.ts'
import type { PasswordChecks } from '../../_password-checks.ts'

/** Milliseconds for which a correct password is cached. */
export const CACHED_MS = 60_000

/** Maximum number of cached passwords. The oldest is dropped first. */
const MAX_CACHED = 10_000

const KEY_BYTES = 32

/** The credentials of a request, and the client address. */
export interface StreamCredentials {
  /** The account that the URL names. */
  readonly accountName: string
  readonly email: string
  readonly password: string
  readonly address: string
}

interface CachedPassword {
  readonly passwordHash: string
  /** The time until which the entry is valid, in milliseconds on the monotonic clock. */
  readonly until: number
}

export class PasswordCache {
  readonly #clock: Clock
  readonly #key: Buffer
  readonly #cache = new Map<string, CachedPassword>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#key = random(KEY_BYTES)
  }

  /** Number of cached passwords, including expired ones. */
  get size(): number {
    return this.#cache.size
  }

  /**
   * The user with these credentials, or undefined. A user of another account counts as unknown. A correct password
   * with a wrong account name therefore has the response of a wrong password.
   * @throws {TooManyTries | SemaphoreFull}
   */
  async verify(
    { store }: Pick<Context, 'store'>,
    checks: PasswordChecks,
    { accountName, email, password, address }: StreamCredentials,
  ): Promise<ConsoleUser | undefined> {
    const found = await findConsoleLogin(store, email)
    const login = found?.user.accountName === accountName ? found : undefined
    const key = email.toLowerCase()
    const name = createHmac('sha256', this.#key).update(`${key}\0${password}`).digest('base64')
    return checks.check(
      { door: 'stream', login: key, address },
      async () => {
        const isRight = await verifyPassword(password, login?.passwordHash)
        if (!isRight || login?.passwordHash === undefined) return undefined
        this.#remember(name, login.passwordHash)
        return login.user
      },
      () => this.#recall(name, login),
    )
  }

  #recall(name: string, login: ConsoleLogin | undefined): ConsoleUser | undefined {
    const cached = this.#cache.get(name)
    if (cached === undefined) return undefined
    const isFresh = cached.until > this.#clock.monotonic()
    if (isFresh && cached.passwordHash === login?.passwordHash) return login.user
    // Deletes the entry after a change of the password or when the entry has expired. A request with the name of
    // another account must not delete the entry.
    if (!isFresh || login !== undefined) this.#cache.delete(name)
    return undefined
  }

  #remember(name: string, passwordHash: string): void {
    const [oldest] = this.#cache.keys()
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(name, { passwordHash, until: this.#clock.monotonic() + CACHED_MS })
  }
}
