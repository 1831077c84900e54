/** Former screen names of users. Only imports record former names. */
import { bulk } from '../../../db/bulk.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import type { Context } from '../../context.ts'

export interface FormerName {
  readonly screenName: string
  /** Time at which the user gave up the name, in milliseconds since the Unix epoch. */
  readonly changedAt: number
}

/** Maximum number of names in one call. */
export const MAX_FORMER_NAMES = 1_000

/** The former names of a user, oldest first; at most {@link MAX_FORMER_NAMES}. */
export async function formerNamesOf(reader: Reader, userId: bigint): Promise<readonly FormerName[]> {
  const rows = await reader.rows(namesOf, { user: userId })
  return rows.map(({ screen_name, changed_at }) => ({ screenName: screen_name, changedAt: changed_at }))
}

/**
 * Stores former names of an existing user. Names that are stored already do not change.
 * @param names the names, at most {@link MAX_FORMER_NAMES}
 */
export async function importFormerNames(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  userId: bigint,
  names: readonly FormerName[],
): Promise<void> {
  if (names.length === 0) return
  await store.writeAlone(async (tx) => {
    const added = await insertNames(
      tx,
      names.map(({ screenName, changedAt }) => [userId, changedAt, screenName]),
    )
    if (added.length === 0) return
    append(tx, clock.now(), {
      kind: 'import.applied',
      of: 'users',
      lines: names.length,
      imported: added.length,
    })
  })
}

// Reads a range of the primary key.
const namesOf = query<{ user: bigint }>()((k, p) =>
  k
    .selectFrom('former_names')
    .select(['screen_name', 'changed_at'])
    .where('user_id', '=', p('user'))
    .orderBy('changed_at')
    .limit(MAX_FORMER_NAMES),
)

const insertNames = bulk(
  { user_id: 'integer', changed_at: 'integer', screen_name: 'text' },
  (k, rows) =>
    k
      .insertInto('former_names')
      .columns(['user_id', 'changed_at', 'screen_name'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
  'changed_at',
)
