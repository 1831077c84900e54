/**
 * Creates the data for a storm: recorded posts, a recorded graph, generated users with many posts, and one large
 * account.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { findUsers } from '../../src/domain/accounts/find-users.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import type { Context } from '../../src/domain/context.ts'
import { importFollows } from '../../src/domain/graph/import-follows.ts'
import { findPosts } from '../../src/domain/posts/read/find-posts.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { importFollowsFile } from '../../src/importers/follows.ts'
import { importPostsFile } from '../../src/importers/posts/posts.ts'
import { createUsers } from '../support/users.ts'
import type { WorldUser } from './world.ts'

export interface Population {
  readonly users: number
  /** Number of posts of each user. The large account has ten times as many. */
  readonly posts: number
  /** Number of users who follow the large account. */
  readonly followers: number
}

/** Folders with recorded posts and a graph: the full data set, or the extracts in the repository. */
const SHARED = fileURLToPath(new URL('../../../shared/data', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))

const EDGES_PER_BATCH = 10_000
const IDS_PER_BATCH = 200

/**
 * The smallest id of the followers of the large account. No other user has an id in the range of these ids.
 */
const FIRST_FOLLOWER = 1_000_000_000_000n

/** Fills a database. Returns the users, with the large account first. */
export async function populate(context: Context, data: string, size: Population): Promise<WorldUser[]> {
  const users = await createUsers(context, size.users)
  const [big, ...others] = users.map(worldUser)
  if (big === undefined) throw new Error('a storm needs a user')
  await follow(context, big.id, size.followers)
  for (let round = 0; round < size.posts * 10; round += 1) {
    const writers = round < size.posts ? [big, ...others] : [big]
    await Promise.all(writers.map((user) => write(context, user, round)))
  }
  return [big, ...others, ...(await recorded(context, data))]
}

function worldUser({ id, isProtected, suspendedAt }: User): WorldUser {
  return { id, posts: [], isProtected, isSuspended: suspendedAt !== null, hasLeft: false }
}

async function write(context: Context, user: WorldUser, round: number): Promise<void> {
  const text = `post ${round} before the storm`
  const { id } = await createPost(context, { authorId: user.id, text, isLimited: false })
  user.posts.push(id)
}

async function follow(context: Context, followee: bigint, followers: number): Promise<void> {
  for (let from = 0; from < followers; from += EDGES_PER_BATCH) {
    const edges = Array.from({ length: Math.min(EDGES_PER_BATCH, followers - from) }, (_, index) => ({
      follower: FIRST_FOLLOWER + BigInt(from + index),
      followee,
    }))
    await importFollows(context, edges, async () => undefined)
  }
}

/** Imports the recorded posts, and returns their authors. */
async function recorded(context: Context, data: string): Promise<WorldUser[]> {
  const isShared = existsSync(SHARED)
  const graph = join(isShared ? SHARED : FIXTURES, 'graph', 'followers.edges.gz')
  await importFollowsFile(context, graph, { data })
  const folder = isShared ? join(SHARED, 'tweets') : join(FIXTURES, 'posts')
  const ids = new Set<bigint>()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl.gz'))) {
    await importPostsFile(context, join(folder, name), { data })
    for (const id of idsIn(join(folder, name))) ids.add(id)
  }
  const users = new Map<bigint, WorldUser>()
  const wanted = [...ids]
  for (let from = 0; from < wanted.length; from += IDS_PER_BATCH) {
    // Posts that were rejected are missing. Reposts are not used, because the deletion of an original also deletes
    // its reposts.
    const posts = await findPosts(context.store, wanted.slice(from, from + IDS_PER_BATCH))
    const own = [...posts.values()].filter(({ repostedId }) => repostedId === null)
    const authors = await findUsers(context.store, [...new Set(own.map(({ authorId }) => authorId))])
    for (const [id, author] of authors) if (!users.has(id)) users.set(id, worldUser(author))
    for (const { id, authorId } of own) users.get(authorId)?.posts.push(id)
  }
  return [...users.values()]
}

function idsIn(file: string): bigint[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  return lines.flatMap((line) => {
    const id = line === '' ? undefined : (JSON.parse(line) as { id_str?: string }).id_str
    return id === undefined ? [] : [BigInt(id)]
  })
}
