/** Answers that are one post, or a list of posts. */

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

/** The post of that id, as the viewer sees it now. @throws {V11Error} when it does not */
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
 * The post to which something was done, in its newest version, whichever was named; a repost as itself.
 * @throws {V11Error} when the viewer does not see it
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

/** Those of these posts that the viewer sees, in their order. */
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

/** The JSON texts of those of these posts that the viewer sees, in their order. */
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
 * A post that its author has just written, or has just deleted: it is not read again, and nothing stands in its way.
 * Of a repost whose original the author no longer sees, the response only states that it was a repost.
 * @param known the author as the post left it; read when left out
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

/** Read at the same time as the post graph. */
async function authorBeside(
  { users }: Services,
  id: bigint,
  reading: Promise<PostGraph>,
): Promise<CachedEntity<FullUser>> {
  const [[author]] = await Promise.all([users.get([id]), reading])
  return must(author, 'the author, who is calling')
}

/** A repost as it is shown when its original is not. */
function repostAlone(repost: Post, graph: PostGraph, repostedId: bigint): Post {
  if (typeof graph.original(repostedId) !== 'string') return repost
  return { ...repost, content: { ...repost.content, text: 'RT …' } }
}

/**
 * A verb may say no more than that the user does not see the post: this says why.
 * @throws {V11Error} in place of such a refusal; anything else as it is
 */
export async function explained<T>(
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
