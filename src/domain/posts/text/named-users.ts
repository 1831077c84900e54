/** Finds the users whom a text mentions, by screen name or id. */
import { sql } from 'kysely'
import { idList, idsOf, textList, textsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { SCREEN_NAME_PATTERN } from '../../accounts/user.ts'
import type { NamedUser } from './compose.ts'

/**
 * The users with these screen names (letter case is ignored) who are not deactivated, by the screen name in
 * lower case.
 */
export async function namedUsers(
  reader: Reader,
  screenNames: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> {
  const keys = new Set(
    screenNames.filter((name) => SCREEN_NAME_PATTERN.test(name)).map((name) => name.toLowerCase()),
  )
  if (keys.size === 0) return new Map()
  const rows = await reader.rows(usersByKeys, { keys: textList([...keys]) })
  return new Map(rows.map((row) => [row.screen_name.toLowerCase(), namedIn(row)]))
}

/** The users with these ids who are not deactivated, by id. */
export async function namedById(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, NamedUser>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(usersByIds, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, namedIn(row)]))
}

interface NamedRow {
  id: bigint
  screen_name: string
  name: string
}

function namedIn(row: NamedRow): NamedUser {
  return { id: row.id, screenName: row.screen_name, name: row.name }
}

// Uses the index users_screen_name.
const usersByKeys = query<{ keys: string }>()(
  (_, p, engine) => sql<NamedRow>`
    select users.id, users.screen_name, users.name
    from ${textsOf(p('keys'), engine)} as wanted join users on users.screen_name_key = wanted.text
    where users.deactivated_at is null`,
)

const usersByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<NamedRow>`
    select users.id, users.screen_name, users.name
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id
    where users.deactivated_at is null`,
)
