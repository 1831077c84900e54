/**
 * Deletes followers of deleted lists, and the lists, memberships, follows and pins of users who are
 * permanently deactivated (spec/v2-users-and-lists.md#erasure-of-lists).
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../lib/item-guard.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { findUser } from '../accounts/user.ts'
import { DEACTIVATED_RETENTION_MS, presenceOf } from '../accounts/user-states.ts'
import type { Context } from '../context.ts'
import { eraseList } from './delete-list.ts'
import { findList } from './find-lists.ts'
import { removeMembers } from './members.ts'

/** Maximum number of rows that a transaction deletes, so that it does not block the event loop for long. */
const MAX_ROWS_PER_WRITE = 1_000

/** Maximum number of lists, and of memberships, of a user that a transaction deletes. */
const MAX_LISTS_PER_WRITE = 5

/** Maximum number of users or lists that one query returns. */
const MAX_PER_READ = 100

type CleanUp = Pick<Context, 'store' | 'clock'>

/** Deletes the followers of up to {@link MAX_PER_READ} deleted lists. Ends early when `signal` is aborted. */
export async function cleanUpDeletedLists(
  { store }: CleanUp,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<void> {
  const lists = await store.rows(someDeleted, { count: MAX_PER_READ })
  for (const { list_id: list } of lists) {
    await guard.attempt(`list ${list}`, async () => {
      for (let left = MAX_ROWS_PER_WRITE; left === MAX_ROWS_PER_WRITE && signal?.aborted !== true; ) {
        // No event: the deletion of the list has an event.
        left = await store.write(async (tx) => {
          const deleted = await tx.run(deleteSomeFollowers, { list, count: MAX_ROWS_PER_WRITE })
          if (deleted < MAX_ROWS_PER_WRITE) await tx.run(forgetDeleted, { list })
          return deleted
        })
      }
    })
  }
}

/**
 * Deletes the lists, memberships, follows and pins of users who were deactivated at least {@link
 * DEACTIVATED_RETENTION_MS} ago. Lists and memberships have events. Ends when no row is left or `signal` is aborted.
 */
export async function purgeDepartedListUsers(
  { store, clock }: CleanUp,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<void> {
  const until = clock.now() - DEACTIVATED_RETENTION_MS
  for (let after = -1n; ; ) {
    const users = await store.rows(departed, { until, after, count: MAX_PER_READ })
    for (const { id } of users) {
      if (signal?.aborted === true) return
      await guard.attempt(`user ${id}`, async () => {
        while (signal?.aborted !== true && (await store.write((tx) => purgeSome(tx, id, clock.now())))) {
          // Continues until no row of the user is left.
        }
      })
      after = id
    }
    if (users.length < MAX_PER_READ) return
  }
}

/** @returns true if something was deleted, so that there may be more rows */
async function purgeSome(tx: Tx, userId: bigint, now: number): Promise<boolean> {
  const count = MAX_LISTS_PER_WRITE
  const owners = (await tx.rows(membershipsOf, { user: userId, count })).map(({ owner_id }) => owner_id)
  await lockUsers(tx, [userId, ...new Set(owners)])
  // The memberships are read again after the lock, because they may have changed before.
  const found = await tx.rows(membershipsOf, { user: userId, count })
  const memberships = found.filter(({ owner_id }) => owners.includes(owner_id))
  const user = await findUser(tx, { id: userId })
  if (user === undefined || presenceOf(user, now) !== 'gone') return false
  for (const { list_id } of memberships) {
    const list = await findList(tx, list_id)
    if (list !== undefined) await removeMembers(tx, now, list, [userId])
  }
  const owned = await tx.rows(listsOf, { user: userId, count })
  for (const { id } of owned) {
    const list = await findList(tx, id)
    if (list !== undefined) await eraseList(tx, now, list)
  }
  await tx.run(discountFollows, { user: userId, count: MAX_ROWS_PER_WRITE })
  const follows = await tx.run(deleteFollows, { user: userId, count: MAX_ROWS_PER_WRITE })
  // Follows and pins have no event, because the follows and pins of a deactivated user are invisible.
  const pins = await tx.run(deletePins, { user: userId })
  return found.length + owned.length + follows + pins > 0
}

const someDeleted = query<{ count: number }>()((k, p) =>
  k.selectFrom('deleted_lists').select('list_id').orderBy('list_id').limit(p('count')),
)

const deleteSomeFollowers = query<{ list: bigint; count: number }>()(
  (_, p) => sql`delete from list_followers where list_id = ${p('list')} and position in (
    select position from list_followers where list_id = ${p('list')} order by position limit ${p('count')})`,
)

const forgetDeleted = query<{ list: bigint }>()((k, p) =>
  k.deleteFrom('deleted_lists').where('list_id', '=', p('list')),
)

// Deactivated users are among the few hidden users. Each lookup reads one row of an index.
const departed = query<{ until: number; after: bigint; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select users.id from hidden_users join users on users.id = hidden_users.user_id
    where hidden_users.user_id > ${p('after')} and users.deactivated_at <= ${p('until')}
      and (exists (select 1 from lists where lists.owner_id = users.id)
        or exists (select 1 from list_members where list_members.user_id = users.id)
        or exists (select 1 from list_followers where list_followers.user_id = users.id)
        or exists (select 1 from list_pins where list_pins.user_id = users.id))
    order by users.id limit ${p('count')}`,
)

const membershipsOf = query<{ user: bigint; count: number }>()(
  (_, p) => sql<{ list_id: bigint; owner_id: bigint }>`
    select list_members.list_id, lists.owner_id
    from list_members join lists on lists.id = list_members.list_id
    where list_members.user_id = ${p('user')} order by list_members.list_id limit ${p('count')}`,
)

const listsOf = query<{ user: bigint; count: number }>()((k, p) =>
  k.selectFrom('lists').select('id').where('owner_id', '=', p('user')).orderBy('id').limit(p('count')),
)

const discountFollows = query<{ user: bigint; count: number }>()(
  (_, p) => sql`update lists set follower_count = follower_count - 1 where id in (
    select list_id from list_followers where user_id = ${p('user')} order by position limit ${p('count')})`,
)

const deleteFollows = query<{ user: bigint; count: number }>()(
  (_, p) => sql`delete from list_followers where user_id = ${p('user')} and position in (
    select position from list_followers where user_id = ${p('user')} order by position limit ${p('count')})`,
)

const deletePins = query<{ user: bigint }>()((k, p) =>
  k.deleteFrom('list_pins').where('user_id', '=', p('user')),
)
