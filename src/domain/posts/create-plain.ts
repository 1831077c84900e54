/**
 * Writing posts that stand by themselves without asking first whether they can be written: one statement of PostgreSQL, where
 * to ask is a round trip, that stores all of it or, when anything speaks against any of them, nothing.
 *
 * It takes the end of the log before all else. Whoever else is about to write for one of the authors has to wait for that, and
 * whoever did so since this process last looked has moved it. So what the statement reads holds when it commits.
 */
import { type RawBuilder, sql } from 'kysely'
import { columnNames, statementOver } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import type { Autocommit, Written } from '../../db/store.ts'
import { appendingIf, EVENT_COLUMNS, notedAfter } from '../../events/append.ts'
import { must } from '../../lib/assert.ts'
import { FULL_USER_COLUMNS, type FullUserRow, fullUserOf } from '../accounts/find-users.ts'
import { countingPosts } from '../accounts/post-counters.ts'
import { type Asked, postOf } from './asked-post.ts'
import { DAILY_POSTS, duplicateKeyOf, firstIdOfDay } from './authors.ts'
import type { Post } from './post.ts'
import { createdEvent } from './store-new-posts.ts'
import {
  GEO_COLUMNS,
  geoRows,
  LINK_COLUMNS,
  linkRow,
  MENTION_COLUMNS,
  mentionRow,
  POST_COLUMNS,
  rowOf,
} from './store-posts.ts'
import type { WrittenPost } from './written-posts.ts'

/** Writes plain posts (`isPlain`), in the order of their coming; undefined when any of them would be refused. */
export async function createPlain(
  autocommit: Autocommit,
  inputs: readonly Asked[],
  expected: bigint,
): Promise<Written<WrittenPost> | undefined> {
  if (isRepeated(inputs)) return undefined
  const written = new Map<bigint, number>()
  const posts = inputs.map((asked): PlainPost => {
    const { authorId } = asked.draft
    const before = written.get(authorId) ?? 0
    written.set(authorId, before + 1)
    return { asked, post: postOf(asked), before }
  })
  const told = posts.map(({ post }) => ({ at: post.createdAt, event: createdEvent(post, undefined) }))
  const { rows: noted, drafts } = notedAfter(expected, told)
  const given = { added: posts.map(newRow), noted }
  const beside = besideOf(posts)
  const hasBeside = Object.values(beside).some((rows) => rows.length > 0)
  const rows = hasBeside
    ? await insertWithAll(autocommit, { ...given, ...beside })
    : await insertPosts(autocommit, given)
  if (rows.length === 0) return undefined
  const authors = new Map(rows.map((row) => [row.id, row]))
  const values = posts.map(({ post, before }) => {
    const row = must(authors.get(post.authorId), 'the author of a post that was written')
    const later = must(written.get(post.authorId), 'the posts of an author') - before - 1
    return { post, author: fullUserOf({ ...row, statuses_count: row.statuses_count - later }) }
  })
  return { values, drafts }
}

interface PlainPost {
  readonly asked: Asked
  readonly post: Post
  /** How many the author writes before it in the same statement. */
  readonly before: number
}

/** Whether an author says the same twice: the statement sees only what was there before it. */
function isRepeated(inputs: readonly Asked[]): boolean {
  const told = inputs.filter(({ draft: { textKey } }) => textKey !== '')
  return new Set(told.map(({ draft }) => duplicateKeyOf(draft))).size < told.length
}

/** The values of {@link NEW_COLUMNS}. */
function newRow({ asked: { draft, now, isLimited }, post, before }: PlainPost): BulkRow {
  const room = isLimited ? DAILY_POSTS - before : null
  return [...rowOf({ ...post, textKey: draft.textKey }), firstIdOfDay(now), room]
}

function besideOf(posts: readonly PlainPost[]) {
  return {
    placed: posts.flatMap(({ post }) => geoRows(post)),
    mentioned: posts.flatMap(({ asked: { draft }, post: { id: postId } }) =>
      draft.mentioned.map((userId) => mentionRow({ userId, postId })),
    ),
    linked: posts.flatMap(({ asked: { draft }, post: { id: postId } }) =>
      draft.links.map((link) => linkRow({ ...link, postId })),
    ),
  }
}

/** A post, the first id of the day before it, and the number of that day's posts at which the author may write no more. */
const NEW_COLUMNS = { ...POST_COLUMNS, since: 'integer', room: 'integer' } as const

const GIVEN = { added: NEW_COLUMNS, noted: EVENT_COLUMNS } as const

const BESIDE = { placed: GEO_COLUMNS, mentioned: MENTION_COLUMNS, linked: LINK_COLUMNS } as const

const insertPosts = statementOver(GIVEN, (given) => inserting(given, sql``))

const insertWithAll = statementOver({ ...GIVEN, ...BESIDE }, (given) =>
  inserting(
    given,
    sql`, geos as (
      insert into post_geos (${columnNames(GEO_COLUMNS)}) select placed.* from taken, placed
    ), mentions as (
      insert into post_mentions (${columnNames(MENTION_COLUMNS)}) select mentioned.* from taken, mentioned
        on conflict (user_id, post_id) do nothing
    ), links as (
      insert into short_links (${columnNames(LINK_COLUMNS)}) select linked.* from taken, linked
    )`,
  ),
)

// What is inserted beside it a statement does not see. The posts of a day are counted no further than they matter.
function inserting(given: RawBuilder<unknown>, beside: RawBuilder<unknown>): RawBuilder<FullUserRow> {
  return sql<FullUserRow>`
    with ${given}, free as (
      select count(*) as posts
      from added join users on users.id = added.author_id join user_counts on user_counts.user_id = users.id
      where users.suspended_at is null and users.deactivated_at is null
        and (select 1 from posts where author_id = added.author_id and text_key = added.text_key
          and text_key <> '' and id >= added.since limit 1) is null
        and (added.room is null or added.room > (select count(*) from (
          select 1 from posts where author_id = added.author_id and id >= added.since limit added.room) as day))
    ), ${appendingIf('noted', sql`(select posts from free) = (select count(*) from added)`)}, stored as (
      insert into posts (${columnNames(POST_COLUMNS)}) select ${columnNames(POST_COLUMNS)} from taken, added
    ), grown as (
      ${countingPosts('added', 'taken')}
    )${beside}
    select ${FULL_USER_COLUMNS}
    from grown as user_counts join users on users.id = user_counts.user_id
      left join profiles on profiles.user_id = users.id`
}
