/**
 * Creates a user who follows a thousand accounts, and posts by these accounts and by as many other
 * accounts.
 */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'
import { importFollows } from '../../src/domain/graph/import-follows.ts'
import { insertPosts, type NewPost } from '../../src/domain/posts/write/store-posts.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../src/lib/ids/snowflake.ts'

export const FOLLOWED = 1_000

const BATCH = 5_000

/**
 * Creates the posts. Returns the user whose timeline is read.
 * @param posts total number of posts; all of them are one hour old
 */
export async function fill(context: Context, posts: number): Promise<bigint> {
  const reader = await createUser(context, { screenName: 'reader' })
  const authors = await authorsOf(context)
  const edges = authors.slice(0, FOLLOWED).map((followee) => ({ follower: reader.id, followee }))
  await importFollows(context, edges, async () => undefined)
  const first = firstSnowflakeAt(context.clock.now() - 3_600_000)
  for (let from = 0; from < posts; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, posts - from) }, (_, index) =>
      postOf(first + BigInt(from + index), authors[(from + index) % authors.length] ?? 0n),
    )
    // No event: only the benchmark reads these rows.
    await context.store.writeAlone((tx) => insertPosts(tx, batch))
  }
  return reader.id
}

/** Creates the followed users, then as many others. */
async function authorsOf(context: Context): Promise<bigint[]> {
  const users = await Promise.all(
    Array.from({ length: 2 * FOLLOWED }, (_, index) => createUser(context, { screenName: `author${index}` })),
  )
  return users.map(({ id }) => id)
}

function postOf(id: bigint, authorId: bigint): NewPost {
  const text = `What somebody has to say, which is post ${id}`
  return {
    id,
    authorId,
    createdAt: snowflakeTime(id),
    initialId: id,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: id,
    content: { text, source: { name: 'bench' }, lang: 'en' },
    geo: undefined,
    textKey: String(id),
  }
}
