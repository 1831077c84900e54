/** The columns of profiles, and the statement that writes them. */
import { bulk } from '../../../db/bulk.ts'
import type { Tx } from '../../../db/store.ts'
import { PROFILE_FIELDS, type Profile } from '../profile.ts'
import type { ProfileRow, StoredColumn } from './field-kinds.ts'

type Fields = typeof PROFILE_FIELDS

type DeclaredColumn = { [Name in keyof Fields]: keyof Fields[Name]['columns'] }[keyof Fields]

/** Compilation fails if a column of the table belongs to no field. */
const COLUMNS: { readonly [Column in keyof ProfileRow]: StoredColumn<Profile> } = declaredColumns()

function declaredColumns(): { readonly [Column in DeclaredColumn]: StoredColumn<Profile> } {
  const columns: Record<string, StoredColumn<Profile>> = {}
  for (const [name, field] of Object.entries(PROFILE_FIELDS)) {
    const key = name as keyof Profile
    for (const [column, { type, empty, write }] of Object.entries(field.columns)) {
      // The compiler cannot see that `profile[key]` has the type that `write` of the same field takes.
      columns[column] = { type, empty, write: (profile) => write(profile[key] as never) }
    }
  }
  return columns as { readonly [Column in DeclaredColumn]: StoredColumn<Profile> }
}

/** All columns of `profiles` except the primary key. */
export const PROFILE_COLUMNS = Object.keys(COLUMNS) as readonly (keyof ProfileRow)[]

/** Inserts or replaces profiles. The users must exist. */
export async function putProfiles(
  tx: Tx,
  profiles: readonly { readonly userId: bigint; readonly profile: Profile }[],
): Promise<void> {
  const rows = profiles.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  await upsertProfiles(
    tx,
    rows.map(({ userId, profile }) => [
      userId,
      ...PROFILE_COLUMNS.map((column) => COLUMNS[column].write(profile)),
    ]),
  )
}

const TYPES = Object.fromEntries(PROFILE_COLUMNS.map((column) => [column, COLUMNS[column].type]))

const upsertProfiles = bulk({ user_id: 'integer', ...TYPES }, (k, rows) =>
  k
    .insertInto('profiles')
    .columns(['user_id', ...PROFILE_COLUMNS])
    .expression(rows)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) =>
          Object.fromEntries(PROFILE_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    ),
)
