/**
 * Who connects: e-mail address and password of the console, on every request (spec/compliance-stream.md section 4).
 * Checking a password takes a core for 40 ms, and a consumer connects eight times at once; so one that was right is
 * remembered for a while, as a keyed hash beside the stored hash that it was right for. The row is read anew for every
 * request: with another password it holds another hash, and what is remembered is of no use.
 */
import { createHmac } from 'node:crypto'
import { type ConsoleUser, findConsoleLogin } from '../../../domain/console/console-account.ts'
import type { Context } from '../../../domain/context.ts'
import type { Clock, Random } from '../../../lib/clock.ts'
import type { Turnstile } from '../../../lib/turnstile.ts'
import { verifyPassword } from '../../../lib/vault.ts'

/** Milliseconds for which a right password is remembered. */
export const REMEMBERED_MS = 60_000

/** Passwords that are remembered; the one remembered first goes for the next. */
const REMEMBERED_MOST = 10_000

const KEY_BYTES = 32

interface Remembered {
  readonly passwordHash: string
  /** On the clock that never jumps. */
  readonly until: number
}

export class KnownPasswords {
  readonly #clock: Clock
  readonly #key: Buffer
  readonly #known = new Map<string, Remembered>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#key = random(KEY_BYTES)
  }

  /** Passwords that are remembered now, old ones among them. */
  get size(): number {
    return this.#known.size
  }

  /**
   * The user with these credentials, or undefined.
   * @param slowHashes where a password that is not remembered waits for its turn
   * @throws {TurnstileFull}
   */
  async verify(
    { store }: Pick<Context, 'store'>,
    slowHashes: Turnstile,
    email: string,
    password: string,
  ): Promise<ConsoleUser | undefined> {
    const login = await findConsoleLogin(store, email)
    const name = createHmac('sha256', this.#key)
      .update(`${email.toLowerCase()}\0${password}`)
      .digest('base64')
    const known = this.#known.get(name)
    const isKnown = known !== undefined && known.until > this.#clock.monotonic()
    if (isKnown && known.passwordHash === login?.passwordHash) return login.user
    this.#known.delete(name)
    const isRight = await slowHashes.pass(() => verifyPassword(password, login?.passwordHash))
    if (!isRight || login === undefined) return undefined
    this.#remember(name, login.passwordHash)
    return login.user
  }

  #remember(name: string, passwordHash: string): void {
    const [oldest] = this.#known.keys()
    if (this.#known.size >= REMEMBERED_MOST && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { passwordHash, until: this.#clock.monotonic() + REMEMBERED_MS })
  }
}
