/** Used nonces of all processes on one PostgreSQL: unique inserts into an unlogged table. */
import { hash } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { Gatherer } from '../../lib/gatherer.ts'
import type { PostgresStore } from './store.ts'

/** As auth/oauth1/nonces.ts has them; repeated because db may not look upward. */
interface NonceUse {
  readonly consumerKey: string
  readonly token: string | undefined
  readonly nonce: string
  readonly timestamp: number
}
type NonceVerdict = 'fresh' | 'repeated' | 'too-old' | 'too-new'
interface NonceCheck<Verdict = NonceVerdict> {
  readonly verdict: Verdict
  readonly head: bigint | undefined
}

const WINDOW_SECONDS = 300
const SWEEP_EVERY_MS = 30_000

/** The row that says from when on the table knows every nonce; a crash of the server empties the table with it. */
const MARKER = 0n

/** Nonces that are asked for in one statement. */
const GATHERED_MOST = 256

/**
 * $1 fingerprints, $2 timestamps: inserts what the marker allows, and says what was new, and how far the log is. In one
 * order everywhere, so that two processes that are sent the same never wait for each other.
 */
const INSERT = `
  with known as (select second from nonces where fingerprint = 0),
  added as (
    insert into nonces (fingerprint, second)
    select asked.fingerprint, asked.second
    from unnest($1::text::bigint[], $2::text::bigint[]) as asked (fingerprint, second), known
    where asked.second >= known.second
    order by asked.fingerprint
    on conflict do nothing returning fingerprint
  )
  select (select second from known) as since, (select array_agg(fingerprint)::text from added) as added,
    (select head from event_log where one = 1) as head`

interface Asked {
  readonly fingerprint: bigint
  readonly timestamp: number
}

export class PostgresNonceStore {
  readonly #store: PostgresStore
  readonly #clock: Clock
  readonly #key: string
  readonly #stop: () => void
  readonly #inserts = new Gatherer((asked: readonly Asked[]) => this.#insertAll(asked), GATHERED_MOST)

  /** @param key the same in every process of one database, and secret */
  constructor(store: PostgresStore, clock: Clock, key: Buffer) {
    this.#store = store
    this.#clock = clock
    this.#key = key.toString('hex')
    this.#stop = clock.every(SWEEP_EVERY_MS, () => {
      this.sweep().catch(() => undefined)
    })
  }

  async check(use: NonceUse): Promise<NonceVerdict> {
    return (await this.checkWithHead(use)).verdict
  }

  async checkWithHead(use: NonceUse): Promise<NonceCheck> {
    const now = Math.floor(this.#clock.now() / 1000)
    if (use.timestamp > now + WINDOW_SECONDS) return { verdict: 'too-new', head: undefined }
    if (use.timestamp < now - WINDOW_SECONDS) return { verdict: 'too-old', head: undefined }
    const asked = { fingerprint: this.#fingerprint(use), timestamp: use.timestamp }
    const first = await this.#inserts.ask(asked)
    if (first.verdict === 'unknown') await this.#mark(now)
    const { verdict, head } = first.verdict === 'unknown' ? await this.#inserts.ask(asked) : first
    return { verdict: verdict === 'unknown' ? 'too-old' : verdict, head }
  }

  /** The verdict on each; `unknown` when the table does not say since when it knows every nonce. */
  async #insertAll(asked: readonly Asked[]): Promise<readonly NonceCheck<NonceVerdict | 'unknown'>[]> {
    const [row] = await this.#store.execute(INSERT, [
      `{${asked.map(({ fingerprint }) => fingerprint).join()}}`,
      `{${asked.map(({ timestamp }) => timestamp).join()}}`,
    ])
    const since = row?.['since']
    const head = BigInt(String(row?.['head']))
    if (since === null || since === undefined) return asked.map(() => ({ verdict: 'unknown', head }))
    const added = new Set(
      String(row?.['added'] ?? '{}')
        .slice(1, -1)
        .split(','),
    )
    return asked.map(({ fingerprint, timestamp }) => {
      // Of two that are the same, in one statement, only the first is new.
      if (added.delete(String(fingerprint))) return { verdict: 'fresh', head }
      return { verdict: timestamp < Number(since) ? 'too-old' : 'repeated', head }
    })
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
    const text = JSON.stringify([this.#key, consumerKey, token ?? '', timestamp, nonce])
    // An HMAC takes five times as long; of a digest that is cut off nobody can go on with what follows the secret.
    const fingerprint = hash('sha256', text, 'buffer').readBigInt64LE()
    return fingerprint === MARKER ? 1n : fingerprint
  }
}
