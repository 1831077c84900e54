/**
 * Used nonces of all processes on one PostgreSQL: unique inserts into a logged table, committed before the requests are
 * answered. So neither a crash nor a promoted standby forgets one (decisions 0056).
 */
import { sql } from 'kysely'
import {
  type NonceStore,
  type NonceUse,
  type NonceVerdict,
  TIMESTAMP_WINDOW_SECONDS,
} from '../auth/oauth1/nonces.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { Batcher } from '../lib/async/batcher.ts'
import { FINGERPRINT_KEY_BYTES, Fingerprinter } from '../lib/nonce-fingerprint.ts'
import type { Clock } from '../lib/time/clock.ts'
import { TrailingTime } from '../lib/time/trailing-time.ts'

const SWEEP_EVERY_MS = 30_000

/** After a step of the clock nothing is forgotten for as long as a timestamp can be accepted. */
const HELD_MS = 600_000

/** Nonces of one statement. */
const GATHERED_MOST = 1_000

interface Asked {
  readonly fingerprint: bigint
  readonly timestamp: number
}

/** The table's own row for the second from which on it knows every nonce: 0 but after some upgrades (migration 0029). */
const MARKER = 0n

export class PostgresNonceStore implements NonceStore {
  readonly #database: Pick<Reader, 'rows'>
  readonly #clock: Clock
  readonly #time: TrailingTime
  readonly #fingerprints: Fingerprinter
  readonly #stop: () => void
  readonly #inserts: Batcher<Asked, NonceVerdict> = new Batcher(
    (asked) => this.#insertAll(asked),
    GATHERED_MOST,
    undefined,
    true,
  )

  /** @param key the same in every process of one database, and secret; its first octets are used */
  constructor(database: Pick<Reader, 'rows'>, clock: Clock, key: Buffer) {
    this.#database = database
    this.#clock = clock
    this.#time = new TrailingTime(clock, SWEEP_EVERY_MS, HELD_MS)
    this.#fingerprints = new Fingerprinter(key.subarray(0, FINGERPRINT_KEY_BYTES))
    this.#stop = clock.every(SWEEP_EVERY_MS, () => {
      // A sweep that fails is made again at the next turn; a store that fails is reported by every request.
      this.sweep().catch(() => undefined)
    })
  }

  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict> {
    const now = Math.floor(this.#clock.now() / 1000)
    if (use.timestamp > now + TIMESTAMP_WINDOW_SECONDS) return 'too-new'
    if (use.timestamp < now - TIMESTAMP_WINDOW_SECONDS) return 'too-old'
    this.#fingerprints.take(use)
    return this.#inserts.submit({ fingerprint: this.#fingerprints.latest, timestamp: use.timestamp })
  }

  async #insertAll(asked: readonly Asked[]): Promise<readonly NonceVerdict[]> {
    const [row] = await this.#database.rows(insertNonces, {
      fingerprints: `{${asked.map(({ fingerprint }) => fingerprint).join()}}`,
      seconds: `{${asked.map(({ timestamp }) => timestamp).join()}}`,
    })
    const added = new Set(row?.added?.split(','))
    const since = row?.since ?? 0
    return asked.map(({ fingerprint, timestamp }) => {
      // Of two that are the same, in one statement, only the first is new.
      if (added.delete(String(fingerprint))) return 'fresh'
      return timestamp < since ? 'too-old' : 'repeated'
    })
  }

  /** Forgets what left the window, unless the clock has just been set forward. */
  async sweep(): Promise<void> {
    const before = Math.floor(this.#time.look() / 1000) - TIMESTAMP_WINDOW_SECONDS - 1
    await this.#database.rows(deletePassed, { before })
  }

  close(): void {
    this.#stop()
  }
}

/**
 * Inserts what the marker allows, and returns what was new. Sorted everywhere, so that two processes that are sent the same
 * nonces never wait for each other.
 */
const insertNonces = query<{ fingerprints: string; seconds: string }>()(
  (_, p) => sql<{ since: number | null; added: string | null }>`
    with marker as (select second from nonces where fingerprint = ${sql.lit(MARKER)}),
    added as (
      insert into nonces (fingerprint, second)
      select asked.fingerprint, asked.second
      from unnest(${p('fingerprints')}::text::bigint[], ${p('seconds')}::text::bigint[]) as asked (fingerprint, second)
      where asked.second >= coalesce((select second from marker), 0)
      order by asked.fingerprint
      on conflict do nothing returning fingerprint
    )
    select (select second from marker) as since, (select string_agg(fingerprint::text, ',') from added) as added`,
)

/** A process whose clock is ahead forgets nothing of others. */
const deletePassed = query<{ before: number }>()(
  (_, p) => sql<Record<never, never>>`
    delete from nonces where fingerprint <> ${sql.lit(MARKER)}
      and second < least(${p('before')}::bigint, extract(epoch from now())::bigint - ${sql.lit(TIMESTAMP_WINDOW_SECONDS + 1)})`,
)
