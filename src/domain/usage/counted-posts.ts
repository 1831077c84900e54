/**
 * Counts the posts that calls of API v2 return. A post is counted once for each UTC day and project
 * (spec/v2.md#month-cap, decision 0072). The ids of a day are stored until the day is over.
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Store, Tx } from '../../db/store.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import { dayOf } from './period.ts'
import { addUsageIn, type CountedAccount, lockAccount, type UsageAccount, usageThisMonth } from './usage.ts'

/** Number of rows that one transaction deletes, so that the transaction does not block the event loop for long. */
const SLICE = 500

/**
 * Counts the posts of a response, in order, until the monthly cap of the account is reached. Concurrent calls never
 * exceed the cap together, even in several processes.
 * @param now milliseconds since the Unix epoch
 * @param ids at most a few hundred, without duplicates
 * @returns the number of posts, starting with the first, that the response can contain
 */
export async function reservePosts(
  store: Store,
  account: UsageAccount,
  now: number,
  ids: readonly bigint[],
): Promise<number> {
  if (ids.length === 0) return 0
  // No event: the counts are derived from sent posts, and no other state depends on them.
  return store.write(async (tx) => {
    await lockAccount(tx, account)
    const key = { day: dayOf(now), account_id: accountIdOf(account) }
    const rows = await tx.rows(countedAmong, { ...key, ids: idList(ids) })
    const counted = new Set(rows.map(({ post_id }) => post_id))
    const left = account.cap - (await usageThisMonth(tx, account, now))
    const fresh: bigint[] = []
    let shown = 0
    for (const id of ids) {
      if (!counted.has(id)) {
        if (fresh.length >= left) break
        fresh.push(id)
      }
      shown += 1
    }
    await countIn(tx, account, now, fresh)
    return shown
  })
}

/** Counts the posts of a response without a cap. The parameters are the same as for {@link reservePosts}. */
export async function countPosts(
  store: Store,
  account: CountedAccount,
  now: number,
  ids: readonly bigint[],
): Promise<void> {
  // No event: the counts are derived from sent posts, and no other state depends on them.
  if (ids.length > 0) await store.write((tx) => countIn(tx, account, now, ids))
}

/** Deletes the ids of days that are over. */
export async function deleteCountedPosts(store: Store, clock: Clock, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const started = clock.monotonic()
    const day = dayOf(clock.now())
    // No event: the counts are derived from sent posts, and no other state depends on them.
    const deleted = await store.writeAlone((tx) => tx.run(deleteBefore, { day, slice: SLICE }))
    if (deleted < SLICE || signal?.aborted === true) return
    await sleep(clock, clock.monotonic() - started, signal)
  }
}

async function countIn(tx: Tx, account: CountedAccount, now: number, ids: readonly bigint[]): Promise<void> {
  const day = dayOf(now)
  const accountId = accountIdOf(account)
  // The order is always the same, so that concurrent processes do not deadlock.
  const rows = ids.toSorted((one, next) => (one < next ? -1 : 1)).map((id) => [day, accountId, id])
  const added = await insertCounted(tx, rows)
  await addUsageIn(tx, [{ account, day, posts: added.length }])
}

/** Returns the id of the project or the app. Apps and projects never have the same id. */
function accountIdOf({ appId, projectId }: CountedAccount): bigint {
  return projectId ?? appId
}

const insertCounted = bulk(
  { day: 'integer', account_id: 'integer', post_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('counted_posts')
      .columns(['day', 'account_id', 'post_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['day', 'account_id', 'post_id']).doNothing()),
  'post_id',
)

const countedAmong = query<{ day: number; account_id: bigint; ids: string }>()(
  (_, p, engine) => sql<{ post_id: bigint }>`
    select counted.post_id from ${idsOf(p('ids'), engine)} as wanted
    join counted_posts as counted on counted.day = ${p('day')} and counted.account_id = ${p('account_id')}
      and counted.post_id = wanted.id`,
)

const deleteBefore = query<{ day: number; slice: number }>()(
  (_, p) => sql`
    delete from counted_posts where (day, account_id, post_id) in (
      select day, account_id, post_id from counted_posts where day < ${p('day')} limit ${p('slice')})`,
)
