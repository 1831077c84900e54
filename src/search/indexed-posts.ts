/** The words of posts, whoever may see them: what is not seen now may be seen later, and is asked when it is found. */

import { filterPostOf } from '../api/_post-stream/filter-post.ts'
import type { PostView } from '../api/_post-stream/view.ts'
import type { Reader } from '../db/store.ts'
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import { findPosts } from '../domain/posts/find-posts.ts'
import type { Post } from '../domain/posts/post.ts'
import type { IndexedPost } from '../domain/search/index-posts.ts'
import { wordsOf } from '../filter/search-words.ts'

/** Those of these posts that there are, with their words. @param ids at most a few hundred */
export async function indexedPosts(reader: Reader, ids: readonly bigint[]): Promise<readonly IndexedPost[]> {
  const posts = new Map(await findPosts(reader, ids))
  const wanted = [...posts.values()]
  await add(
    reader,
    posts,
    wanted.flatMap(({ repostedId, quotedId }) => [repostedId, quotedId]),
  )
  const originals = wanted.flatMap(({ repostedId }) => posts.get(repostedId ?? -1n) ?? [])
  await add(
    reader,
    posts,
    originals.map(({ latestId }) => latestId),
  )
  const shown = originals.flatMap(({ latestId }) => posts.get(latestId) ?? [])
  await add(
    reader,
    posts,
    shown.map(({ quotedId }) => quotedId),
  )
  const authors = new Set([...posts.values()].map(({ authorId }) => authorId))
  const users = await findFullUsers(reader, [...authors])
  return wanted.flatMap((post) => {
    const view = viewOf(post, posts, users)
    return view === undefined ? [] : { id: post.id, words: wordsOf(filterPostOf(view)) }
  })
}

async function add(reader: Reader, posts: Map<bigint, Post>, ids: readonly (bigint | null)[]): Promise<void> {
  const missing = ids.filter((id) => id !== null && !posts.has(id)) as bigint[]
  if (missing.length === 0) return
  for (const [id, post] of await findPosts(reader, [...new Set(missing)])) posts.set(id, post)
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
