/** Used nonces of all processes on one PostgreSQL: unique inserts into an unlogged table. */

import { StoreUnavailable } from '../db/errors.ts'
import type { PostgresStore } from '../db/postgres/store.ts'
import { Gatherer } from '../lib/async/gatherer.ts'
import { FINGERPRINT_KEY_BYTES, Fingerprinter, type NonceUse } from '../lib/nonce-fingerprint.ts'
import type { Clock } from '../lib/time/clock.ts'
import { TrailingTime } from '../lib/time/trailing-time.ts'

/** As auth/oauth1/nonces.ts has them; repeated because db may not look upward. */
type NonceVerdict = 'fresh' | 'repeated' | 'too-old' | 'too-new'
interface NonceCheck<Verdict = NonceVerdict> {
  readonly verdict: Verdict
  readonly head: bigint | undefined
}

const WINDOW_SECONDS = 300
const SWEEP_EVERY_MS = 30_000

/** After a step of the clock nothing is forgotten for as long as a timestamp can be accepted. */
const HELD_MS = 600_000

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

/** A nonce that was used, and a second up to which that must be known. */
export interface UsedNonce {
  readonly fingerprint: bigint
  readonly second: number
}

/** Nonces that are read or told at a time. */
const PAGE = 5_000

const COUNT = 'select count(*) as nonces from (select from nonces limit $1::integer) as counted'

const PAGE_AFTER = `select fingerprint, second from nonces where fingerprint > $1::bigint and fingerprint <> 0
  order by fingerprint limit ${PAGE}`
const FIRST_FINGERPRINT = -(2n ** 63n)

/** $1 the second before which this process refuses all. One whose clock is ahead forgets nothing of others. */
const SWEEP = `delete from nonces where fingerprint <> 0
  and second < least($1::bigint, extract(epoch from now())::bigint - ${WINDOW_SECONDS + 1})`

/** $1 the marker, $2 its second. What was stamped ahead is known in any case (counters/ahead-nonces.ts). */
const MARK = `
  with marked as (insert into nonces values ($1::bigint, $2::bigint) on conflict do nothing)
  insert into nonces (fingerprint, second) select nonce, second from ahead_nonces order by nonce on conflict do nothing`

const TELL = `insert into nonces (fingerprint, second)
  select * from unnest($1::text::bigint[], $2::text::bigint[]) as told (fingerprint, second)
  order by fingerprint on conflict do nothing`

export class PostgresNonceStore {
  /** Of every process the same. */
  readonly fingerprints: Fingerprinter
  readonly #store: PostgresStore
  readonly #clock: Clock
  readonly #time: TrailingTime
  readonly #stop: () => void
  readonly #inserts = new Gatherer((asked: readonly Asked[]) => this.#insertAll(asked), GATHERED_MOST)

  /** @param key the same in every process of one database, and secret; its first octets are used */
  constructor(store: PostgresStore, clock: Clock, key: Buffer) {
    this.#store = store
    this.#clock = clock
    this.#time = new TrailingTime(clock, SWEEP_EVERY_MS, HELD_MS)
    this.fingerprints = new Fingerprinter(key.subarray(0, FINGERPRINT_KEY_BYTES))
    this.#stop = clock.every(SWEEP_EVERY_MS, () => {
      // A sweep that fails is made again at the next turn; a store that fails is reported by every request.
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
    this.fingerprints.take(use)
    const asked = { fingerprint: this.fingerprints.latest, timestamp: use.timestamp }
    const { verdict, head } = await this.#inserts.ask(asked)
    if (verdict !== 'unknown') return { verdict, head }
    // Whoever may count here has marked it: this process may not any more, and will notice.
    throw new StoreUnavailable('used nonces are kept elsewhere at the moment')
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

  /** Forgets what left the window, unless the clock has just been set forward. */
  async sweep(): Promise<void> {
    const before = Math.floor(this.#time.look() / 1000) - WINDOW_SECONDS - 1
    await this.#store.execute(SWEEP, [before])
  }

  close(): void {
    this.#stop()
  }

  /** How many nonces there are, `most` at most. */
  async count(most: number): Promise<number> {
    const [row] = await this.#store.execute(COUNT, [most])
    return Number(row?.['nonces'])
  }

  /** Every nonce of the table, a page after the other. */
  async *all(): AsyncGenerator<readonly UsedNonce[]> {
    for (let after = FIRST_FINGERPRINT; ; ) {
      const rows = await this.#store.execute(PAGE_AFTER, [String(after)])
      const page = rows.map((row) => ({
        fingerprint: BigInt(String(row['fingerprint'])),
        second: Number(row['second']),
      }))
      const last = page.at(-1)
      if (last === undefined) return
      yield page
      after = last.fingerprint
    }
  }

  /** Writes used nonces into the table; what it knows already is no harm. */
  async tell(used: readonly UsedNonce[]): Promise<void> {
    for (let from = 0; from < used.length; from += PAGE) {
      const page = used.slice(from, from + PAGE)
      await this.#store.execute(TELL, [
        `{${page.map(({ fingerprint }) => fingerprint).join()}}`,
        `{${page.map(({ second }) => second).join()}}`,
      ])
    }
  }

  /**
   * Says that the table is out of date from now on: whoever finds it so takes it for emptied by a crash.
   * @returns the Unix second from which on it knew every nonce; undefined when it did not know
   */
  async unmark(): Promise<number | undefined> {
    const [row] = await this.#store.execute('delete from nonces where fingerprint = 0 returning second', [])
    return row === undefined ? undefined : Number(row['second'])
  }

  /** Says that the table knows every nonce from that Unix second on, unless it says so of an earlier one. */
  async mark(second: number): Promise<void> {
    await this.#store.execute(MARK, [MARKER, second])
  }

  /** Whether the table says since when it knows every nonce. */
  async isMarked(): Promise<boolean> {
    return (await this.#store.execute('select from nonces where fingerprint = 0', [])).length > 0
  }
}

/** The halves of a fingerprint of the table. */
export function halvesOf(fingerprint: bigint): { readonly high: number; readonly low: number } {
  return {
    high: Number(BigInt.asUintN(32, fingerprint >> 32n)),
    low: Number(BigInt.asUintN(32, fingerprint)),
  }
}

/** The fingerprint of the table that has these halves. */
export function fingerprintOf(high: number, low: number): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))
}
