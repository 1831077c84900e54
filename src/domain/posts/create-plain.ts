/**
 * Writing posts that stand by themselves without asking first whether they can be written: all is sent at once, and one
 * statement fails where anything speaks against any of them. For PostgreSQL, where to ask is a round trip.
 *
 * What that statement knows may be over once it has waited for the authors. So it is not enough by itself: the transaction
 * ends with one that fails where another process has appended to the log meanwhile (events/append.ts), and whatever has a
 * say in who may write what is in the log.
 */
import { sql } from 'kysely'
import { bulkRows, columnNames } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import { unwaited } from '../../db/unwaited.ts'
import { must } from '../../lib/assert.ts'
import { FULL_USER_COLUMNS, type FullUserRow, fullUserOf } from '../accounts/find-users.ts'
import { countingPosts } from '../accounts/post-counters.ts'
import { type Asked, postOf } from './asked-post.ts'
import { DAILY_POSTS, duplicateKeyOf, firstIdOfDay } from './authors.ts'
import { storeBeside } from './store-new-posts.ts'
import { insertGeos, POST_COLUMNS, rowOf } from './store-posts.ts'
import type { WrittenPost } from './written-posts.ts'

/**
 * Writes plain posts (`isPlain`), in the order of their coming.
 * @throws {Error} when an author says the same twice; of the database, when any of them would be refused. createPost says
 *   which and why
 */
export function createPlain(
  tx: Tx,
  inputs: readonly Asked[],
): { readonly answers: Promise<readonly WrittenPost[]> } {
  demandDifferent(inputs)
  const written = new Map<bigint, number>()
  const posts = inputs.map((asked) => {
    const { draft } = asked
    const before = written.get(draft.authorId) ?? 0
    written.set(draft.authorId, before + 1)
    return { asked, draft, post: postOf(asked), quoted: undefined, before }
  })
  const authors = insertAll(
    tx,
    posts.map(({ asked: { now, isLimited }, draft: { textKey }, post, before }) => [
      ...rowOf({ ...post, textKey }),
      firstIdOfDay(now),
      isLimited ? DAILY_POSTS - before : null,
    ]),
  )
  const geos = insertGeos(
    tx,
    posts.map(({ post }) => post),
  )
  unwaited([geos])
  storeBeside(tx, posts)
  const answer = (rows: readonly FullUserRow[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return posts.map(({ post, before }) => {
      const row = must(byId.get(post.authorId), 'the author of a post that was written')
      const later = must(written.get(post.authorId), 'the posts of an author') - before - 1
      return { post, author: fullUserOf({ ...row, statuses_count: row.statuses_count - later }) }
    })
  }
  return { answers: authors.then(answer) }
}

/** @throws {Error} when two say the same: the statement sees only what was there before it */
function demandDifferent(inputs: readonly Asked[]): void {
  const limited = inputs.filter(({ draft: { textKey } }) => textKey !== '')
  const keys = new Set(limited.map(({ draft }) => duplicateKeyOf(draft)))
  if (keys.size < limited.length) throw new Error('an author says the same twice')
}

const NEW_COLUMNS = { ...POST_COLUMNS, since: 'integer', room: 'integer' } as const

// `posts` is counted in the index posts_author alone, no more of them than matter; posts_texts knows the texts. What is
// inserted beside it a statement does not see.
const insertAll = bulkRows(
  NEW_COLUMNS,
  (rows) => sql<FullUserRow>`
    with added (${columnNames(NEW_COLUMNS)}) as materialized (${rows}), free as (
      select count(*) as posts
      from added join users on users.id = added.author_id
      where users.suspended_at is null and users.deactivated_at is null
        and (select 1 from posts where author_id = added.author_id and text_key = added.text_key
          and text_key <> '' and id >= added.since limit 1) is null
        and (added.room is null or added.room > (select count(*) from (
          select 1 from posts where author_id = added.author_id and id >= added.since limit added.room) as day))
    ), stored as (
      insert into posts (${columnNames(POST_COLUMNS)}) select ${columnNames(POST_COLUMNS)} from added
      where 1 / (case when (select posts from free) = (select count(*) from added) then 1 else 0 end) = 1
    ), grown as (
      ${countingPosts('added')}
    )
    select ${FULL_USER_COLUMNS}
    from grown as user_counts join users on users.id = user_counts.user_id
      left join profiles on profiles.user_id = users.id`,
)
