/**
 * Imports very many edges (follows) in one transaction. The edges are first written to a temporary table and then
 * stored in the order of keys, so that the writes go through each table from beginning to end
 * (docs/decisions/0084-imports-in-bulk.md).
 */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { StoreBusy } from '../../db/errors.ts'
import { type Engine, type ParameterOf, query } from '../../db/query.ts'
import type { Store, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { missingUsersOf } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import { canRebuildIndexes, createIndexes, dropIndexes } from './edge-indexes.ts'
import type { ImportedEdge } from './import-follows.ts'

/** Smallest number of edges for this kind of import. Smaller imports store their edges in batches. */
const MIN_STAGED_EDGES = 100_000

/** Maximum number of edges in a transaction. Temporary files and the write-ahead log then need at most about 15 GB. */
const MAX_STAGED_EDGES = 64_000_000

/**
 * Maximum number of existing edges for each new edge. Reading an existing edge takes about a hundredth of the time of
 * storing an edge in a batch.
 */
const MAX_EXISTING_PER_STAGED = 50

/**
 * True if {@link StagedFollows} is faster than batches. It is faster for many new edges, if there are not too many
 * existing edges to read.
 * @param edges approximate number of new edges
 */
export async function areStagedFaster(store: Store, edges: number): Promise<boolean> {
  if (edges < MIN_STAGED_EDGES) return false
  const tooMany = await store.first(edgeAfter, { count: Math.round(edges * MAX_EXISTING_PER_STAGED) })
  return tooMany === undefined
}

/** The bits of the worker number in a snowflake id. */
const WORKER_BITS = 0x3ff000n

/** Edges in a temporary table. Use this only while no server runs, because the transaction takes long. */
export class StagedFollows {
  readonly #context: Context
  readonly #maxExistingShare: number
  #staged = 0
  #first = 0n
  #last = 0n

  /**
   * @param maxExistingShare PostgreSQL rebuilds the indexes of edges if there are at most this many existing edges for
   * each new edge
   */
  constructor(context: Context, maxExistingShare = 1) {
    this.#context = context
    this.#maxExistingShare = maxExistingShare
  }

  /** True when the edges must be stored before more are added. */
  get isFull(): boolean {
    return this.#staged >= MAX_STAGED_EDGES
  }

  /**
   * Adds edges to the temporary table, oldest first. @throws {StoreBusy} when another process has taken the worker
   * number
   */
  async add(edges: readonly ImportedEdge[]): Promise<void> {
    const { ids, store } = this.#context
    if (edges.length === 0) return
    const rows: (readonly [bigint, bigint, bigint])[] = []
    for (const { follower, followee } of edges) {
      const made = ids.make()
      rows.push([typeof made === 'bigint' ? made : await made, follower, followee])
    }
    const isFirst = this.#staged === 0
    for (const [position] of rows) this.#take(position)
    // No event: the edges are only in a temporary table.
    await store.writeAlone(async (tx) => {
      if (isFirst) for (const statement of NEW_TABLES) await tx.run(statement, {})
      await insertStaged(tx, rows)
    })
  }

  #take(position: bigint): void {
    if (this.#staged === 0) this.#first = position
    if ((position & WORKER_BITS) !== (this.#first & WORKER_BITS)) {
      throw new StoreBusy('another process has taken the worker number of this one; run the import again')
    }
    this.#last = position
    this.#staged += 1
  }

  /**
   * Stores the edges of the temporary table, in one transaction with one event. The result is the same as the result of
   * `importFollows`.
   * @param note the function that stores the progress of the import, called inside the transaction
   * @returns the number of new edges
   */
  async store(note: (tx: Tx, imported: number) => Promise<void>): Promise<number> {
    const now = this.#context.clock.now()
    const lines = this.#staged
    const added = await this.#context.store.writeAlone(async (tx) => {
      const imported = lines === 0 ? 0 : await this.#storeEdges(tx, now)
      if (imported > 0) append(tx, now, { kind: 'import.applied', of: 'follows', lines, imported })
      await note(tx, imported)
      return imported
    })
    this.#staged = 0
    return added
  }

  async #storeEdges(tx: Tx, now: number): Promise<number> {
    const none = {}
    const isPostgres = this.#context.store.engine === 'postgres'
    if (isPostgres) for (const set of POSTGRES_SETTINGS) await tx.run(set, none)
    const range = { first: this.#first, last: this.#last, worker: this.#first & WORKER_BITS }
    const rebuilds =
      isPostgres && (await canRebuildIndexes(tx, Math.round(this.#staged * this.#maxExistingShare)))
    if (rebuilds) await dropIndexes(tx)
    const added = await tx.run(rebuilds ? insertNewFriends : insertFriends, none)
    await tx.run(insertFollowers, range)
    if (rebuilds) await createIndexes(tx)
    for (const statement of [countFriends, countFollowers]) await tx.run(statement, range)
    await tx.run(insertUsers, { now })
    for (const statement of [upsertCounts, deleteRequests]) await tx.run(statement, none)
    return added
  }
}

const edgeAfter = query<{ count: number }>()((k, p) =>
  k.selectFrom('friends').select('position').limit(1).offset(p('count')),
)

// All other commands read by key, so sequential reads are off by default.
const POSTGRES_SETTINGS = ['set local enable_seqscan = on', "set local work_mem = '64MB'"].map((text) =>
  query()(() => sql.raw(text)),
)

const int64 = (engine: Engine) => sql.raw(engine === 'sqlite' ? 'integer' : 'bigint')

const NEW_TABLES = [
  query()(() => sql`drop table if exists staged_edges`),
  query()(() => sql`drop table if exists staged_counts`),
  // In SQLite, an integer primary key is the row number.
  query()(
    (_k, _p, engine) => sql`create temporary table staged_edges (
      position ${sql.raw(engine === 'sqlite' ? 'integer primary key' : 'bigint not null')},
      follower ${int64(engine)} not null,
      followee ${int64(engine)} not null)`,
  ),
  query()(
    (_k, _p, engine) => sql`create temporary table staged_counts (
      user_id ${int64(engine)} primary key,
      followers integer not null,
      friends integer not null)`,
  ),
]

const insertStaged = bulk(
  { position: 'integer', follower: 'integer', followee: 'integer' },
  (_, rows) => sql`insert into staged_edges (position, follower, followee) ${rows}`,
)

// Used if the indexes are not rebuilt. The index friends_edge then finds duplicates, and inserts into this
// index are roughly in order.
const insertFriends = query()(
  () => sql`insert into friends (follower_id, position, followee_id)
    select follower, position, followee from staged_edges
    where not exists (select 1 from blocks) or (
      not exists (select 1 from blocks where user_id = follower and blocked_id = followee)
      and not exists (select 1 from blocks where user_id = followee and blocked_id = follower))
    order by follower, position
    on conflict (follower_id, followee_id) do nothing`,
)

// The indexes are dropped, so the statement finds duplicates and existing edges by sorting and hashing.
const insertNewFriends = query()(
  () => sql`insert into friends (follower_id, position, followee_id)
    select follower, position, followee from (
      select distinct on (follower, followee) follower, position, followee from staged_edges
      order by follower, followee, position
    ) as first_edges
    where not exists (select 1 from friends where follower_id = follower and followee_id = followee)
      and not exists (select 1 from blocks where user_id = follower and blocked_id = followee)
      and not exists (select 1 from blocks where user_id = followee and blocked_id = follower)
    order by follower, position`,
)

interface NewEdges {
  first: bigint
  last: bigint
  worker: bigint
}

/**
 * SQL condition for the edges that this import has added. The temporary table may contain duplicates, but no other
 * process makes positions with this worker number.
 */
function isNew(p: ParameterOf<NewEdges>): RawBuilder<boolean> {
  return sql`position between ${p('first')} and ${p('last')} and (position & ${sql.lit(Number(WORKER_BITS))}) = ${p('worker')}`
}

// These three statements read a whole table in the order of its key.
const insertFollowers = query<NewEdges>()(
  (_, p) => sql`insert into followers (followee_id, position, follower_id)
    select followee_id, position, follower_id from friends where ${isNew(p)} order by followee_id, position`,
)

const countFriends = query<NewEdges>()(
  (_, p) => sql`insert into staged_counts (user_id, followers, friends)
    select follower_id, 0, count(*) from friends where ${isNew(p)} group by follower_id`,
)

const countFollowers = query<NewEdges>()(
  (_, p) => sql`insert into staged_counts (user_id, followers, friends)
    select followee_id, count(*), 0 from followers where ${isNew(p)} group by followee_id
    on conflict (user_id) do update set followers = excluded.followers`,
)

const insertUsers = missingUsersOf(sql`select user_id as id from staged_counts order by user_id`)

const upsertCounts = query()(
  () => sql`insert into user_counts (user_id, followers_count, friends_count)
    select user_id, followers, friends from staged_counts where true order by user_id
    on conflict (user_id) do update set
      followers_count = user_counts.followers_count + excluded.followers_count,
      friends_count = user_counts.friends_count + excluded.friends_count`,
)

const deleteRequests = query()(
  () => sql`delete from follow_requests where exists (
    select 1 from friends where follower_id = requester_id and followee_id = target_id)`,
)
