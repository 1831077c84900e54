/** Imports users with their profiles in batches: one transaction and one event for each batch. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { UniqueViolation } from '../../db/errors.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import type { Context } from '../context.ts'
import { type FullUser, findFullUsers, findIdsByScreenName } from './find-users.ts'
import { type ImportedUser, type ImportPlan, isRicher, planImport, type TakenNames } from './imported-user.ts'
import { findLocalUsers } from './local-users.ts'
import { NO_PROFILE } from './profile.ts'
import { putProfiles } from './profiles/columns.ts'
import { addUserWords, removeUserWords } from './user-words.ts'

/** Number of users or names that one statement looks up. */
const LOOKUP_BATCH_SIZE = 1_000

/** Number of attempts for a batch, if other processes take its screen names at the same time. */
const MAX_TRIES = 3

/**
 * Creates the new users of a batch and updates the existing users, in the order of the batch. A new user whose screen
 * name another user has gets the name `user_<id>` (spec/data-files.md#user-files). Counters are not imported, because
 * they count the follows in the database.
 * @param note the function that stores the progress of the import, called inside the transaction by each
 * attempt
 */
export async function importUsers(
  context: Context,
  users: readonly ImportedUser[],
  note: (tx: Tx, plan: ImportPlan) => Promise<void>,
  takenNames?: TakenNames,
): Promise<ImportPlan> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await importOnce(context, users, note, takenNames)
    } catch (error) {
      // Another process took a name after the check and before the insert. The next attempt finds the owner of the
      // name.
      if (!(error instanceof UniqueViolation) || tries >= MAX_TRIES) throw error
    }
  }
}

function importOnce(
  { store, clock }: Context,
  users: readonly ImportedUser[],
  note: (tx: Tx, plan: ImportPlan) => Promise<void>,
  takenNames: TakenNames | undefined,
): Promise<ImportPlan> {
  const now = clock.now()
  return store.writeAlone(async (tx) => {
    const plan = await putImportedUsers(tx, users, now, takenNames)
    if (plan.imported > 0) {
      append(tx, now, { kind: 'import.applied', of: 'users', lines: users.length, imported: plan.imported })
    }
    await note(tx, plan)
    return plan
  })
}

/**
 * As {@link importUsers}, inside the transaction of another import. That import appends the event.
 * @param now milliseconds since the Unix epoch
 * @throws {UniqueViolation} when another process took a name after the check; call again, and the owner of the name is
 * found
 */
export async function putImportedUsers(
  tx: Tx,
  users: readonly ImportedUser[],
  now: number,
  takenNames?: TakenNames,
): Promise<ImportPlan> {
  const known = await lockExisting(tx, users)
  const owners = await findOwners(tx, users)
  const local = await findLocalUsers(tx, changedByCopies(users, known))
  const plan = planImport(users, known, owners, now, { takenNames, local })
  await releaseNames(tx, plan.changed, known)
  await putUsers(tx, plan.changed, known)
  await putNames(tx, plan.changed, known)
  return plan
}

/** The existing users about whom a copy in the batch has more data than the database. */
function changedByCopies(
  users: readonly ImportedUser[],
  known: ReadonlyMap<bigint, FullUser>,
): readonly bigint[] {
  const changed = users.flatMap((user) => {
    const stored = known.get(user.id)
    return user.isCopy === true && stored !== undefined && isRicher(user, stored) ? [user.id] : []
  })
  return [...new Set(changed)]
}

/** Locks the users until the transaction ends, so that their state does not change before it is stored. */
async function lockExisting(tx: Tx, users: readonly ImportedUser[]): Promise<ReadonlyMap<bigint, FullUser>> {
  const ids = BigInt64Array.from(new Set(users.map(({ id }) => id))).sort()
  const known = new Map<bigint, FullUser>()
  for (let from = 0; from < ids.length; from += LOOKUP_BATCH_SIZE) {
    const some = [...ids.subarray(from, from + LOOKUP_BATCH_SIZE)]
    await tx.rows(lockedUsers, { ids: idList(some) })
    for (const [id, user] of await findFullUsers(tx, some)) known.set(id, user)
  }
  return known
}

async function findOwners(tx: Tx, users: readonly ImportedUser[]): Promise<ReadonlyMap<string, bigint>> {
  const owners = new Map<string, bigint>()
  for (let from = 0; from < users.length; from += LOOKUP_BATCH_SIZE) {
    const names = users.slice(from, from + LOOKUP_BATCH_SIZE).map(({ screenName }) => screenName)
    for (const [name, id] of await findIdsByScreenName(tx, names)) owners.set(name, id)
  }
  return owners
}

/**
 * Frees the old names that other users of the batch get. The unique index is checked row by row, so these names must be
 * free before the rows are written.
 */
async function releaseNames(
  tx: Tx,
  changed: readonly FullUser[],
  known: ReadonlyMap<bigint, FullUser>,
): Promise<void> {
  const wanted = new Map(changed.map(({ id, screenName }) => [screenName.toLowerCase(), id]))
  const released = changed.filter(({ id }) => {
    const heir = wanted.get(known.get(id)?.screenName.toLowerCase() ?? '')
    return heir !== undefined && heir !== id
  })
  await Promise.all(released.map(({ id }) => tx.run(releaseName, { id, key: `~${id}` })))
}

async function putUsers(
  tx: Tx,
  changed: readonly FullUser[],
  known: ReadonlyMap<bigint, FullUser>,
): Promise<void> {
  await upsertUsers(
    tx,
    changed.map((user) => [
      user.id,
      user.screenName,
      user.screenName.toLowerCase(),
      user.name,
      user.createdAt,
      user.isProtected ? 1 : 0,
      user.suspendedAt,
      JSON.stringify(user.withheldInCountries),
    ]),
  )
  const profiles = changed.filter(({ id, profile }) => profile !== (known.get(id)?.profile ?? NO_PROFILE))
  await Promise.all([
    insertCounts(
      tx,
      changed.filter(({ id }) => !known.has(id)).map(({ id }) => [id, 0, 0]),
    ),
    insertHidden(
      tx,
      changed.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => [id]),
    ),
    putProfiles(
      tx,
      profiles.map(({ id, profile }) => ({ userId: id, profile })),
    ),
  ])
}

async function putNames(
  tx: Tx,
  changed: readonly FullUser[],
  known: ReadonlyMap<bigint, FullUser>,
): Promise<void> {
  const renamed = changed.filter((user) => {
    const before = known.get(user.id)
    return before?.name !== user.name || before.screenName !== user.screenName
  })
  await Promise.all(renamed.filter(({ id }) => known.has(id)).map(({ id }) => removeUserWords(tx, id)))
  await addUserWords(tx, renamed)
}

// Locks the same rows as changes of state do. The ids are locked in order, which prevents deadlocks. SQLite has one
// writer and needs no lock.
const lockedUsers = query<{ ids: string }>()((_, p, engine) =>
  engine === 'sqlite'
    ? sql`select null where ${p('ids')} is null`
    : sql`select user_counts.user_id from ${idsOf(p('ids'), engine)} as wanted
        join user_counts on user_counts.user_id = wanted.id order by user_counts.user_id
        for update of user_counts`,
)

const releaseName = query<{ id: bigint; key: string }>()((k, p) =>
  k
    .updateTable('users')
    .set({ screen_name_key: p('key') })
    .where('id', '=', p('id')),
)

const COLUMNS = {
  id: 'integer',
  screen_name: 'text',
  screen_name_key: 'text',
  name: 'text',
  created_at: 'integer',
  is_protected: 'integer',
  suspended_at: 'integer',
  withheld_in_countries: 'text',
} as const

const upsertUsers = bulk(COLUMNS, (k, rows) =>
  k
    .insertInto('users')
    .columns(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        screen_name: eb.ref('excluded.screen_name'),
        screen_name_key: eb.ref('excluded.screen_name_key'),
        name: eb.ref('excluded.name'),
        created_at: eb.ref('excluded.created_at'),
        is_protected: eb.ref('excluded.is_protected'),
        suspended_at: eb.ref('excluded.suspended_at'),
        withheld_in_countries: eb.ref('excluded.withheld_in_countries'),
      })),
    ),
)

const insertCounts = bulk(
  { user_id: 'integer', followers_count: 'integer', friends_count: 'integer' },
  (k, rows) =>
    k
      .insertInto('user_counts')
      .columns(['user_id', 'followers_count', 'friends_count'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)

const insertHidden = bulk({ user_id: 'integer' }, (k, rows) =>
  k
    .insertInto('hidden_users')
    .columns(['user_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)
