/** Responses with one post, or with a list of posts. */

import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Viewer } from '../../domain/context.ts'
import { Refusal } from '../../domain/context.ts'
import type { Post } from '../../domain/posts/post.ts'
import { UNMARKED } from '../../domain/posts/read/viewer-marks.ts'
import type { Answer } from '../../http/endpoint.ts'
import { must } from '../../lib/assert.ts'
import { CachedEntity } from '../../views/cached-entity.ts'
import { CachedPost } from '../../views/post-cache.ts'
import { type PostGraph, readPostGraph } from '../../views/post-graph.ts'
import type { Services } from '../_services.ts'
import { type PostOptions, PostWriter, postViewOf } from './_posts.ts'
import { requireVisiblePost } from './_unseen.ts'
import type { Origin } from './_users.ts'

/** The response with a post, rendered for the viewer. @throws {V11Error} when the viewer may not see the post */
export async function postAnswer(
  services: Services,
  viewer: Viewer,
  id: bigint,
  options: PostOptions,
  outer: Origin,
): Promise<Answer> {
  const graph = await readPostGraph(services, viewer, [id])
  const seen = requireVisiblePost(graph, id)
  return { status: 200, body: new PostWriter(services, graph, postViewOf(options, outer)).of(seen) }
}

/**
 * The response with the newest version of an edited post, for calls with the id of any version. The response for a
 * repost is the repost itself.
 * @throws {V11Error} when the viewer may not see the post
 */
export async function newestPostAnswer(
  services: Services,
  viewer: Viewer,
  id: bigint,
  options: PostOptions,
  outer: Origin,
): Promise<Answer> {
  const [named] = await services.posts.get([id])
  return postAnswer(services, viewer, named?.entity.latestId ?? id, options, outer)
}

/** The response with the posts that the viewer may see, in input order. */
export async function postListAnswer(
  services: Services,
  viewer: Viewer,
  ids: readonly bigint[],
  options: PostOptions,
  outer: Origin,
): Promise<Answer> {
  const posts = await postTexts(services, viewer, ids, options, outer)
  return { status: 200, body: undefined, pieces: ['[', posts, ']'] }
}

/** JSON texts of the posts that the viewer may see, in input order. */
export async function postTexts(
  services: Services,
  viewer: Viewer,
  ids: readonly bigint[],
  options: PostOptions,
  outer: Origin,
): Promise<string[]> {
  const graph = await readPostGraph(services, viewer, ids)
  return new PostWriter(services, graph, postViewOf(options, outer)).texts(ids)
}

/**
 * The response with a post that the caller has just created or deleted. The post is not read again, and its
 * visibility is not checked. If the author may no longer see the original of a repost, the repost has only the text
 * `RT …`.
 * @param cached the author after the change; default: read from the cache
 */
export async function ownPostAnswer(
  services: Services,
  post: Post,
  options: PostOptions,
  outer: Origin,
  cached?: FullUser,
): Promise<Answer> {
  const { authorId, quotedId, repostedId } = post
  const [original] = repostedId === null ? [] : await services.posts.get([repostedId])
  // A repost shows the newest version of its original.
  const around = [quotedId, repostedId, original?.entity.latestId].filter(
    (id) => id !== null && id !== undefined,
  )
  const reading = readPostGraph(services, { userId: authorId }, around)
  const author =
    cached === undefined ? await authorBeside(services, authorId, reading) : new CachedEntity(cached, true)
  const graph = await reading
  const writer = new PostWriter(services, graph, postViewOf(options, outer))
  const seen = {
    cached: new CachedPost(repostedId === null ? post : repostAlone(post, graph, repostedId), true),
    author,
    relation: undefined,
    marks: UNMARKED,
  }
  return { status: 200, body: writer.of(seen) }
}

/** Reads the author at the same time as the post graph. */
async function authorBeside(
  { users }: Services,
  id: bigint,
  reading: Promise<PostGraph>,
): Promise<CachedEntity<FullUser>> {
  const [[author]] = await Promise.all([users.get([id]), reading])
  return must(author, 'the author, who is calling')
}

/** The repost, with the text `RT …` if its original is not visible. */
function repostAlone(repost: Post, graph: PostGraph, repostedId: bigint): Post {
  if (typeof graph.original(repostedId) !== 'string') return repost
  return { ...repost, content: { ...repost.content, text: 'RT …' } }
}

/**
 * Returns the result of a command, and explains its refusal `post-not-visible`. Commands use this one reason for
 * every invisible post, but v1.1 has a separate error for each cause.
 * @throws {V11Error} the error for the cause, in place of `post-not-visible`; other errors are rethrown unchanged
 */
export async function explainRefusal<T>(
  services: Services,
  viewer: Viewer,
  id: bigint,
  done: Promise<T>,
): Promise<T> {
  try {
    return await done
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'post-not-visible') {
      requireVisiblePost(await readPostGraph(services, viewer, [id], { quoted: false }), id)
    }
    throw error
  }
}
