/** The statements of create-plain.ts: each stores all that it is given, or nothing. */
import { type RawBuilder, sql } from 'kysely'
import { columnNames, statementOver } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import type { Autocommit } from '../../db/store.ts'
import { appendingIf } from '../../events/append.ts'
import { must } from '../../lib/assert.ts'
import { FULL_USER_COLUMNS, type FullUser, type FullUserRow, fullUserOf } from '../accounts/find-users.ts'
import { countingPosts } from '../accounts/post-counters.ts'
import { type CountsRow, countsOf } from '../accounts/user.ts'
import { GEO_COLUMNS, LINK_COLUMNS, MENTION_COLUMNS, POST_COLUMNS } from './store-posts.ts'

type Authors = ReadonlyMap<bigint, FullUser>

/** What is written by one statement. */
export interface PlainRows {
  /** Of {@link NEW_COLUMNS}. */
  readonly added: readonly BulkRow[]
  readonly beside: Beside
  /** The authors, if all are known. */
  readonly held: Authors | undefined
  /** Where the log ends, if anything is stored. */
  readonly expected: bigint
}

/** The authors as all the posts left them; nobody when nothing was stored. */
export async function insertPlain(
  autocommit: Autocommit,
  { added, beside, held, expected }: PlainRows,
): Promise<Authors> {
  const given = { added, ...beside }
  const values = { expected, count: added.length }
  const hasBeside = Object.values(beside).some((rows) => rows.length > 0)
  if (held === undefined) {
    const rows = await (hasBeside ? insertWithAll : insertPosts)(autocommit, given, values)
    return new Map(rows.map((row) => [row.id, fullUserOf(row)]))
  }
  const rows = await (hasBeside ? insertKnownWithAll : insertKnown)(autocommit, given, values)
  return new Map(rows.map((row) => [row.id, { ...must(held.get(row.id), 'an author'), ...countsOf(row) }]))
}

/**
 * A post, the first id of the day before it, the number of that day's posts at which the author may write no more, and what its
 * event does not share with it.
 */
const NEW_COLUMNS = {
  ...POST_COLUMNS,
  since: 'integer',
  room: 'integer',
  position: 'integer',
  partition: 'integer',
  facts: 'text',
  event_checksum: 'integer',
} as const

const GIVEN = { added: NEW_COLUMNS } as const

/** The event of a post, as `createdEvent` tells it: what both say is sent once. Its checksum is over what that told. */
const EVENTS = {
  columns: sql`position, created_at, 'post.created', author_id, id, partition, facts, event_checksum`,
  from: sql`added`,
}

const BESIDE = { placed: GEO_COLUMNS, mentioned: MENTION_COLUMNS, linked: LINK_COLUMNS } as const

export type Beside = { readonly [Table in keyof typeof BESIDE]: readonly BulkRow[] }

const NOTHING = sql``

const ALL = sql`, geos as (
    insert into post_geos (${columnNames(GEO_COLUMNS)}) select placed.* from taken, placed
  ), mentions as (
    insert into post_mentions (${columnNames(MENTION_COLUMNS)}) select mentioned.* from taken, mentioned
      on conflict (user_id, post_id) do nothing
  ), links as (
    insert into short_links (${columnNames(LINK_COLUMNS)}) select linked.* from taken, linked
  )`

/** What a statement asks of the authors of `added`, and what it answers of them where their counters have `grown`. */
interface AuthorsAsked<Row> {
  readonly writing: RawBuilder<unknown>
  readonly mayWrite: RawBuilder<unknown>
  readonly answer: RawBuilder<Row>
}

const COUNTED = sql`added join user_counts on user_counts.user_id = added.author_id`

const STRANGERS: AuthorsAsked<FullUserRow> = {
  writing: sql`${COUNTED} join users on users.id = added.author_id`,
  mayWrite: sql`users.suspended_at is null and users.deactivated_at is null`,
  answer: sql`select ${FULL_USER_COLUMNS}
    from grown as user_counts join users on users.id = user_counts.user_id
      left join profiles on profiles.user_id = users.id`,
}

const KNOWN: AuthorsAsked<CountsRow & { readonly id: bigint }> = {
  writing: COUNTED,
  mayWrite: sql`true`,
  answer: sql`select user_id as id, followers_count, friends_count, statuses_count, favourites_count from grown`,
}

type Value = (name: 'expected' | 'count') => RawBuilder<bigint>

const insertPosts = statementOver(GIVEN, (given, value: Value) => inserting(given, value, NOTHING, STRANGERS))

const insertWithAll = statementOver({ ...GIVEN, ...BESIDE }, (given, value: Value) =>
  inserting(given, value, ALL, STRANGERS),
)

const insertKnown = statementOver(GIVEN, (given, value: Value) => inserting(given, value, NOTHING, KNOWN))

const insertKnownWithAll = statementOver({ ...GIVEN, ...BESIDE }, (given, value: Value) =>
  inserting(given, value, ALL, KNOWN),
)

// What is inserted beside it a statement does not see. The posts of a day are counted no further than they matter.
function inserting<Row>(
  given: RawBuilder<unknown>,
  value: Value,
  beside: RawBuilder<unknown>,
  { writing, mayWrite, answer }: AuthorsAsked<Row>,
): RawBuilder<Row> {
  const count = value('count')
  return sql<Row>`
    with ${given}, free as (
      select count(*) as posts
      from ${writing}
      where ${mayWrite}
        and (select 1 from posts where author_id = added.author_id and text_key = added.text_key
          and text_key <> '' and id >= added.since limit 1) is null
        and (added.room is null or added.room > (select count(*) from (
          select 1 from posts where author_id = added.author_id and id >= added.since limit added.room) as day))
    ), ${appendingIf({ events: EVENTS, expected: value('expected'), count, condition: sql`(select posts from free) = ${count}` })}, stored as (
      insert into posts (${columnNames(POST_COLUMNS)}) select ${columnNames(POST_COLUMNS)} from taken, added
    ), grown as (
      ${countingPosts('added', 'taken')}
    )${beside}
    ${answer}`
}
