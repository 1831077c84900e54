/**
 * Reads posts for the search index. This module does not check visibility, because visibility can change later;
 * searches check it.
 */

import { isItemFailure } from '../db/errors.ts'
import type { Reader } from '../db/store.ts'
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import type { Post } from '../domain/posts/post.ts'
import { filterPostOf } from '../domain/posts/read/filter-post.ts'
import { findPosts } from '../domain/posts/read/find-posts.ts'
import type { PostView } from '../domain/posts/read/post-view.ts'
import type { WrittenPosts } from '../domain/posts/write/written-posts.ts'
import type { FilterPost } from '../filter/post.ts'

/**
 * The existing posts with these ids.
 * @param ids at most a few hundred
 * @param written recently written posts; they are not read from the database. The result can contain a post that was
 * deleted in the meantime; the event of the deletion then removes it from the index
 * @throws {ItemCorrupt} when the stored data of one of the posts cannot be read. If a post refers to another post
 * whose data cannot be read, the other post is treated as missing
 */
export async function indexedPosts(
  reader: Reader,
  ids: readonly bigint[],
  written?: WrittenPosts,
): Promise<readonly FilterPost[]> {
  const posts = new Map<bigint, Post>()
  const users = new Map<bigint, FullUser>()
  for (const id of ids) {
    const known = written?.take(id)
    if (known === undefined) continue
    posts.set(id, known.post)
    users.set(known.author.id, known.author)
  }
  await add(reader, posts, ids)
  const wanted = [...posts.values()]
  await addShown(
    reader,
    posts,
    wanted.flatMap(({ repostedId, quotedId }) => [repostedId, quotedId]),
  )
  const originals = wanted.flatMap(({ repostedId }) => posts.get(repostedId ?? -1n) ?? [])
  await addShown(
    reader,
    posts,
    originals.map(({ latestId }) => latestId),
  )
  const shown = originals.flatMap(({ latestId }) => posts.get(latestId) ?? [])
  await addShown(
    reader,
    posts,
    shown.map(({ quotedId }) => quotedId),
  )
  const authors = new Set([...posts.values()].map(({ authorId }) => authorId))
  const missing = [...authors].filter((id) => !users.has(id))
  for (const [id, user] of await findFullUsers(reader, missing)) users.set(id, user)
  return wanted.flatMap((post) => {
    const view = viewOf(post, posts, users)
    return view === undefined ? [] : filterPostOf(view)
  })
}

async function add(reader: Reader, posts: Map<bigint, Post>, ids: readonly (bigint | null)[]): Promise<void> {
  const missing = ids.filter((id) => id !== null && !posts.has(id)) as bigint[]
  if (missing.length === 0) return
  for (const [id, post] of await findPosts(reader, [...new Set(missing)])) posts.set(id, post)
}

/**
 * Like {@link add}, but skips posts that cannot be read. A post that refers to a skipped post is indexed by its own
 * text.
 */
async function addShown(
  reader: Reader,
  posts: Map<bigint, Post>,
  ids: readonly (bigint | null)[],
): Promise<void> {
  try {
    await add(reader, posts, ids)
  } catch (error) {
    if (!isItemFailure(error)) throw error
    if (ids.length === 1) return
    for (const id of ids) await addShown(reader, posts, [id])
  }
}

type Posts = ReadonlyMap<bigint, Post>
type Users = ReadonlyMap<bigint, FullUser>

function viewOf(post: Post, posts: Posts, users: Users): PostView | undefined {
  const view = withQuoted(post, posts, users)
  if (view === undefined || post.repostedId === null) return view
  const latest = posts.get(posts.get(post.repostedId)?.latestId ?? -1n)
  return { ...view, original: latest === undefined ? undefined : withQuoted(latest, posts, users) }
}

function withQuoted(post: Post, posts: Posts, users: Users): PostView | undefined {
  const view = alone(post, users)
  if (view === undefined || post.quotedId === null) return view
  const quoted = posts.get(post.quotedId)
  return { ...view, quoted: quoted === undefined ? undefined : alone(quoted, users) }
}

function alone(post: Post, users: Users): PostView | undefined {
  const author = users.get(post.authorId)
  return author && { post, author, original: undefined, quoted: undefined, repliedTo: undefined }
}
