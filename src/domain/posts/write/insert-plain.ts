/** The statements of create-plain.ts: each stores all that it is given, or nothing. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnNames, statementOver } from '../../../db/bulk.ts'
import type { BulkRow } from '../../../db/bulk-query.ts'
import type { Autocommit } from '../../../db/store.ts'
import { SNOWFLAKE_EPOCH_MS } from '../../../lib/ids/snowflake.ts'
import { appendingIf, type Noted } from '../../../log/append.ts'
import { FULL_USER_COLUMNS, type FullUser, type FullUserRow, fullUserOf } from '../../accounts/find-users.ts'
import { countingPosts } from '../../accounts/post-counters.ts'
import type { Post } from '../post.ts'
import { DAY_MS } from './authors.ts'
import { GEO_COLUMNS, LINK_COLUMNS, MENTION_COLUMNS, POST_COLUMNS, storedPost } from './store-posts.ts'

type Authors = ReadonlyMap<bigint, FullUser>

/** What is written by one statement. */
export interface PlainRows {
  /** Of {@link newRow}. */
  readonly added: readonly BulkRow[]
  readonly beside: Beside
  /** How many authors they have. */
  readonly authors: number
  /** Where the log ends, if anything is stored. */
  readonly expected: bigint
}

/**
 * The authors as all the posts left them; nobody when nothing was stored.
 * @throws when an author has no counters, which is damage; then nothing is stored
 */
export async function insertPlain(
  autocommit: Autocommit,
  { added, beside, authors, expected }: PlainRows,
): Promise<Authors> {
  const given = { added, ...beside }
  const values = { expected, count: added.length, authors }
  const hasBeside = Object.values(beside).some((rows) => rows.length > 0)
  const rows = await (hasBeside ? insertWithAll : insertPosts)(autocommit, given, values)
  return new Map(rows.map((row) => [row.id, fullUserOf(row)]))
}

/** What follows from a post's standing by itself (`isPlain`), and is not sent. */
const BY_ITSELF: Partial<Record<string, RawBuilder<unknown>>> = {
  initial_id: sql`id`,
  in_reply_to_post_id: sql`null::bigint`,
  quoted_id: sql`null::bigint`,
  reposted_id: sql`null::bigint`,
  conversation_id: sql`id`,
} satisfies Partial<Record<keyof typeof POST_COLUMNS, RawBuilder<unknown>>>

/**
 * What is sent of a post, the number of that day's posts at which the author may write no more, and what its event does not
 * share with it.
 */
const NEW_COLUMNS = {
  id: 'integer',
  author_id: 'integer',
  created_at: 'integer',
  in_reply_to_user_id: 'integer',
  text_key: 'text',
  content: 'text',
  checksum: 'integer',
  room: 'integer',
  position: 'integer',
  partition: 'integer',
  facts: 'text',
  event_checksum: 'integer',
} as const

/**
 * The values of {@link NEW_COLUMNS}, in their order, for a post that stands by itself.
 * @param room null where there is no end to what the author may write
 */
export function newRow(post: Post, textKey: string, room: number | null, noted: Noted): BulkRow {
  const { id, author_id, created_at, in_reply_to_user_id, text_key, content, checksum } = storedPost(
    post,
    textKey,
  )
  const { position, partition, facts } = noted
  const sent = [id, author_id, created_at, in_reply_to_user_id, text_key, content, checksum]
  return [...sent, room, position, partition, facts, noted.checksum]
}

/** The values of {@link POST_COLUMNS}. */
const STORED = sql.join(Object.keys(POST_COLUMNS).map((name) => BY_ITSELF[name] ?? sql.ref(name)))

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

/** Fails, and so undoes everything, unless as many have grown as there are authors; true for any. */
const allGrown = (authors: RawBuilder<bigint>) =>
  sql<SqlBool>`count(*) / (case when count(*) = ${authors} * (select count(*) from taken) then 1 else 0 end) > 0`

type Value = (name: 'expected' | 'count' | 'authors') => RawBuilder<bigint>

const insertPosts = statementOver(GIVEN, (given, value: Value) => inserting(given, value, NOTHING))

const insertWithAll = statementOver({ ...GIVEN, ...BESIDE }, (given, value: Value) =>
  inserting(given, value, ALL),
)

/** `firstIdOfDay` of when a post was written. */
const SINCE = sql`((added.created_at - ${sql.lit(DAY_MS + SNOWFLAKE_EPOCH_MS)}) << 22)`

/**
 * What is inserted beside it a statement does not see. The posts of a day are counted no further than they matter. That everybody
 * has counters is found out when they have grown, and undoes everything: to look first would be a search for each.
 */
function inserting(
  given: RawBuilder<unknown>,
  value: Value,
  beside: RawBuilder<unknown>,
): RawBuilder<FullUserRow> {
  const count = value('count')
  return sql<FullUserRow>`
    with ${given}, free as (
      select count(*) as posts
      from added join users on users.id = added.author_id
      where users.suspended_at is null and users.deactivated_at is null
        and (select 1 from posts where author_id = added.author_id and text_key = added.text_key
          and text_key <> '' and id >= ${SINCE} limit 1) is null
        and (added.room is null or added.room > (select count(*) from (
          select 1 from posts where author_id = added.author_id and id >= ${SINCE} limit added.room) as day))
    ), ${appendingIf({ events: EVENTS, expected: value('expected'), count, condition: sql`(select posts from free) = ${count}` })}, stored as (
      insert into posts (${columnNames(POST_COLUMNS)}) select ${STORED} from taken, added
    ), grown as (
      ${countingPosts('added', 'taken')}
    )${beside}
    select ${FULL_USER_COLUMNS}
      from grown as user_counts join users on users.id = user_counts.user_id
        left join profiles on profiles.user_id = users.id
      where (select ${allGrown(value('authors'))} from grown)`
}
