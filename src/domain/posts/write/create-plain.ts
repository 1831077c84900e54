/**
 * Writing posts that stand by themselves without asking first whether they can be written: one statement of PostgreSQL, where
 * to ask is a round trip, that stores all of it or, when anything speaks against any of them, nothing.
 *
 * It takes the end of the log before all else. Whoever else is about to write for one of the authors has to wait for that, and
 * whoever did so since this process last looked has moved it. So what the statement reads holds when it commits.
 */
import type { Autocommit, Written } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { notedAfter } from '../../../log/append.ts'
import type { Post } from '../post.ts'
import { type Asked, postOf } from './asked-post.ts'
import { DAILY_POSTS, duplicateKeyOf } from './authors.ts'
import { type Beside, insertPlain, newRow } from './insert-plain.ts'
import { createdEvent } from './store-new-posts.ts'
import { geoRows, linkRow, mentionRow } from './store-posts.ts'
import type { WrittenPost } from './written-posts.ts'

/** Writes plain posts (`isPlain`), in the order of their coming; undefined when any of them would be refused. */
export async function createPlain(
  autocommit: Autocommit,
  inputs: readonly Asked[],
  expected: bigint,
): Promise<Written<WrittenPost> | undefined> {
  const written = new Map<bigint, number>()
  const posts = inputs.map((asked): PlainPost => {
    const { authorId } = asked.draft
    const before = written.get(authorId) ?? 0
    written.set(authorId, before + 1)
    return { asked, post: postOf(asked), before }
  })
  if (written.size < inputs.length && isRepeated(inputs)) return undefined
  const told = posts.map(({ post }) => ({ at: post.createdAt, event: createdEvent(post, undefined) }))
  const { noted, drafts } = notedAfter(expected, told)
  const added = posts.map(({ asked: { draft, isLimited }, post, before }, index) => {
    const room = isLimited ? DAILY_POSTS - before : null
    return newRow(post, draft.textKey, room, must(noted[index], 'the event of a post'))
  })
  const rows = { added, beside: besideOf(posts), authors: written.size, expected }
  const authors = await insertPlain(autocommit, rows)
  if (authors.size === 0) return undefined
  const values = posts.map(({ post, before }) => {
    const author = must(authors.get(post.authorId), 'the author of a post that was written')
    const later = must(written.get(post.authorId), 'the posts of an author') - before - 1
    return { post, author: later === 0 ? author : { ...author, statusesCount: author.statusesCount - later } }
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

function besideOf(posts: readonly PlainPost[]): Beside {
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
