/**
 * Used nonces of all processes on one PostgreSQL database. A nonce is a unique row of a logged table,
 * committed before the response. A crash or the promotion of a standby loses no nonce (decision 0056).
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

const DELETE_EVERY_MS = 30_000

/**
 * After a step of the clock, no nonce is deleted for this many milliseconds, because a timestamp can be
 * accepted for this long.
 */
const CLOCK_STEP_GRACE_MS = 600_000

const MAX_BATCH = 1_000

interface UsedNonce {
  readonly fingerprint: bigint
  readonly timestamp: number
}

/**
 * Fingerprint of the marker row. The column `second` of that row is the first second whose nonces are all
 * stored; it is 0, except after some upgrades (migration 0029).
 */
const MARKER = 0n

export class PostgresNonceStore implements NonceStore {
  readonly #database: Pick<Reader, 'rows'>
  readonly #clock: Clock
  readonly #time: TrailingTime
  readonly #fingerprints: Fingerprinter
  readonly #stop: () => void
  readonly #inserts: Batcher<UsedNonce, NonceVerdict> = new Batcher(
    (nonces) => this.#insertAll(nonces),
    MAX_BATCH,
    undefined,
    true,
  )

  /**
   * @param key secret, and the same in every process of a database; its first bytes are used
   * @param onFailed called with the error of a deletion in the background
   */
  constructor(
    database: Pick<Reader, 'rows'>,
    clock: Clock,
    key: Buffer,
    onFailed: (error: unknown) => void = () => undefined,
  ) {
    this.#database = database
    this.#clock = clock
    this.#time = new TrailingTime(clock, DELETE_EVERY_MS, CLOCK_STEP_GRACE_MS)
    this.#fingerprints = new Fingerprinter(key.subarray(0, FINGERPRINT_KEY_BYTES))
    // The next tick repeats a failed deletion.
    this.#stop = clock.every(DELETE_EVERY_MS, () => void this.deleteExpired().catch(onFailed))
  }

  check(use: NonceUse): NonceVerdict | Promise<NonceVerdict> {
    const now = Math.floor(this.#clock.now() / 1000)
    if (use.timestamp > now + TIMESTAMP_WINDOW_SECONDS) return 'too-new'
    if (use.timestamp < now - TIMESTAMP_WINDOW_SECONDS) return 'too-old'
    this.#fingerprints.take(use)
    return this.#inserts.submit({ fingerprint: this.#fingerprints.latest, timestamp: use.timestamp })
  }

  async #insertAll(nonces: readonly UsedNonce[]): Promise<readonly NonceVerdict[]> {
    const [row] = await this.#database.rows(insertNonces, {
      fingerprints: `{${nonces.map(({ fingerprint }) => fingerprint).join()}}`,
      seconds: `{${nonces.map(({ timestamp }) => timestamp).join()}}`,
    })
    const added = new Set(row?.added?.split(','))
    const since = row?.since ?? 0
    return nonces.map(({ fingerprint, timestamp }) => {
      // Only the first of equal nonces in a statement is fresh.
      if (added.delete(String(fingerprint))) return 'fresh'
      return timestamp < since ? 'too-old' : 'repeated'
    })
  }

  /** Deletes nonces that left the time window, except shortly after the clock was set forward. */
  async deleteExpired(): Promise<void> {
    const before = Math.floor(this.#time.look() / 1000) - TIMESTAMP_WINDOW_SECONDS - 1
    await this.#database.rows(deletePassed, { before })
  }

  close(): void {
    this.#stop()
  }
}

/**
 * Inserts the nonces whose second is not before that of the marker row. Returns the second of the marker row and the
 * fingerprints that were inserted. Every process inserts in the order of the fingerprints, so that two processes with
 * the same nonces never deadlock.
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

/**
 * The database clock limits the deletion, so that a process whose clock is ahead does not delete valid nonces of other
 * processes.
 */
const deletePassed = query<{ before: number }>()(
  (_, p) => sql<Record<never, never>>`
    delete from nonces where fingerprint <> ${sql.lit(MARKER)}
      and second < least(${p('before')}::bigint, extract(epoch from now())::bigint - ${sql.lit(TIMESTAMP_WINDOW_SECONDS + 1)})`,
)
