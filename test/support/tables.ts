/** Runs queries on arbitrary tables, for tests of stores. */
import { sql } from 'kysely'
import { once, type Query, query, type SqlValue } from '../../src/db/query.ts'
import type { Reader, Tx } from '../../src/db/store.ts'
import { append } from '../../src/log/append.ts'

/** Adds a row to the table of facts. The names of facts are unique. */
export const addFact = query<{ name: string; value: string }>()((k, p) =>
  k.insertInto('facts').values({ name: p('name'), value: p('value') }),
)

/** Like {@link addFact}, but keeps an existing fact. */
export const addFactOnce = query<{ name: string; value: string }>()((k, p) =>
  k
    .insertInto('facts')
    .values({ name: p('name'), value: p('value') })
    .onConflict((conflict) => conflict.doNothing()),
)

export const changeFact = query<{ name: string; value: string }>()((k, p) =>
  k
    .updateTable('facts')
    .set({ value: p('value') })
    .where('name', '=', p('name')),
)

const allFacts = query()((k) => k.selectFrom('facts').select(['name', 'value']).orderBy('name'))

/** All facts by name. */
export async function factsIn(reader: Reader): Promise<Record<string, string>> {
  const rows = await reader.rows(allFacts, {})
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Makes a query with a constant SQL text and no parameters. */
export function raw<Row extends Record<string, SqlValue>>(text: string): Query<Record<never, never>, Row> {
  return once<Row>(() => sql.raw<Row>(text))
}

/** Adds the fact `id` and an event about the user `id`. */
export async function addFactAndEvent(tx: Tx, id: bigint): Promise<void> {
  await tx.run(addFact, { name: `${id}`, value: '' })
  addEvent(tx, id)
}

/** Appends an event about the user `id`. */
export function addEvent(tx: Tx, id: bigint): void {
  append(tx, 0, { kind: 'user.created', user_id: id })
}

/** The positions of all events and the users that they are about, in order. */
export async function eventsIn(
  reader: Reader,
): Promise<{ readonly position: bigint; readonly user_id: bigint | null }[]> {
  const rows = await reader.rows(events, {})
  return rows.map(({ position, user_id }) => ({ position, user_id }))
}

/** The SQL of a row of the log that no command has appended. */
export function eventRow(position: bigint): string {
  return `insert into events (position, at, kind, partition, facts, checksum)
    values (${position}, 0, 'test', 1, '{}', 0)`
}

/** The SQL of a row of the table `imports`. Its column `lines` is a number. */
export function importRow(fingerprint: string, lines: bigint): string {
  return `insert into imports (fingerprint, lines, imported, skipped, rejected, updated_at)
    values ('${fingerprint}', ${lines}, 0, 0, 0, 0)`
}

const events = query()((k) => k.selectFrom('events').select(['position', 'user_id']).orderBy('position'))

/** Adds an edge (follow). Returns the ids of both users. */
export const addFollower = query<{ followee: bigint; position: bigint; follower: bigint }>()((k, p) =>
  k
    .insertInto('followers')
    .values({ followee_id: p('followee'), position: p('position'), follower_id: p('follower') })
    .returning(['followee_id', 'follower_id']),
)

/** All edges, in the order of their positions. */
export const allFollowers = query()((k) =>
  k.selectFrom('followers').select(['followee_id', 'follower_id', 'position']).orderBy('position'),
)

/** All rows that a stream returns. */
export async function collect<Row>(stream: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of stream) all.push(...rows)
  return all
}
