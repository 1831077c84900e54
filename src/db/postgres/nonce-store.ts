/** Used nonces of all processes on one PostgreSQL: unique inserts into an unlogged table. */
import { createHmac } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { PostgresStore } from './store.ts'

/** As auth/oauth1/nonces.ts has them; repeated because db may not look upward. */
interface NonceUse {
  readonly consumerKey: string
  readonly token: string | undefined
  readonly nonce: string
  readonly timestamp: number
}
type NonceVerdict = 'fresh' | 'repeated' | 'too-old' | 'too-new'

const WINDOW_SECONDS = 300
const SWEEP_EVERY_MS = 30_000

/** The row that says from when on the table knows every nonce; a crash of the server empties the table with it. */
const MARKER = 0n

/** $1 fingerprint, $2 timestamp, $3 now: inserts, and says what the marker allows. */
const INSERT = `
  with known as (select second from nonces where fingerprint = 0),
  added as (
    insert into nonces (fingerprint, second)
    select $1::bigint, $2::bigint from known where $2::bigint >= known.second
    on conflict do nothing returning 1
  )
  select (select second from known) as since, (select count(*)::int from added) as added`

export class PostgresNonceStore {
  readonly #store: PostgresStore
  readonly #clock: Clock
  readonly #key: Buffer
  readonly #stop: () => void

  /** @param key the same in every process of one database, and secret */
  constructor(store: PostgresStore, clock: Clock, key: Buffer) {
    this.#store = store
    this.#clock = clock
    this.#key = key
    this.#stop = clock.every(SWEEP_EVERY_MS, () => {
      this.sweep().catch(() => undefined)
    })
  }

  async check(use: NonceUse): Promise<NonceVerdict> {
    const now = Math.floor(this.#clock.now() / 1000)
    if (use.timestamp > now + WINDOW_SECONDS) return 'too-new'
    if (use.timestamp < now - WINDOW_SECONDS) return 'too-old'
    const verdict = await this.#insert(use)
    if (verdict !== undefined) return verdict
    await this.#mark(now)
    return (await this.#insert(use)) ?? 'too-old'
  }

  /** The verdict; undefined when the table does not say since when it knows every nonce. */
  async #insert(use: NonceUse): Promise<NonceVerdict | undefined> {
    const [row] = await this.#store.execute(INSERT, [this.#fingerprint(use), use.timestamp])
    if (row?.['added'] === 1) return 'fresh'
    const since = row?.['since']
    if (since === null || since === undefined) return undefined
    return use.timestamp < Number(since) ? 'too-old' : 'repeated'
  }

  /** Forgets what left the window. */
  async sweep(): Promise<void> {
    const before = Math.floor(this.#clock.now() / 1000) - WINDOW_SECONDS - 1
    await this.#store.execute('delete from nonces where second < $1::bigint and fingerprint <> 0', [before])
  }

  close(): void {
    this.#stop()
  }

  /** The table was emptied by a crash of the database: from this second on it knows everything. */
  async #mark(now: number): Promise<void> {
    await this.#store.execute('insert into nonces values ($1::bigint, $2::bigint) on conflict do nothing', [
      MARKER,
      now,
    ])
  }

  #fingerprint({ consumerKey, token, nonce, timestamp }: NonceUse): bigint {
    const text = JSON.stringify([consumerKey, token ?? '', timestamp, nonce])
    const fingerprint = createHmac('sha256', this.#key).update(text).digest().readBigInt64LE()
    return fingerprint === MARKER ? 1n : fingerprint
  }
}
