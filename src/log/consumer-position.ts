/** Reads the stored positions of consumers of the log. */
import { sql } from 'kysely'
import { textList, textsOf } from '../db/id-list.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'

/** The last position that a consumer has processed and saved; undefined for an unknown consumer. */
export async function consumerPosition(
  reader: Pick<Reader, 'first'>,
  name: string,
): Promise<bigint | undefined> {
  return (await reader.first(positionOf, { name }))?.position
}

/** A consumer of the log, and the last position that the consumer has saved. */
export interface SavedPosition {
  readonly name: string
  readonly position: bigint
}

/** All consumers that have saved a position, by name. */
export async function consumerPositions(reader: Pick<Reader, 'rows'>): Promise<readonly SavedPosition[]> {
  return reader.rows(allPositions, {})
}

const allPositions = query()((k) => k.selectFrom('consumers').select(['name', 'position']).orderBy('name'))

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)

/**
 * True if the log has events of some kinds after a position. The position alone does not show whether such events
 * exist, because consumers do not save the positions of events that they ignore.
 */
export async function hasEventsAfter(
  reader: Pick<Reader, 'first'>,
  position: bigint,
  kinds: readonly string[],
): Promise<boolean> {
  return (await reader.first(eventAfter, { position, kinds: textList(kinds) })) !== undefined
}

const eventAfter = query<{ position: bigint; kinds: string }>()(
  (_, p, engine) => sql<{ position: bigint }>`
    select position from events
    where position > ${p('position')} and kind in (select text from ${textsOf(p('kinds'), engine)} as wanted) limit 1`,
)
