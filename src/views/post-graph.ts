/**
 * Posts with everything around them that one request shows: authors, what they repost and quote, and what stands between
 * all of them and the viewer. Every reader of posts goes through here, so that who may see what is asked in one place
 * (domain/posts/read/visibility.ts).
 */

import type { Context, Viewer } from '../domain/context.ts'
import { type Relation, relationsOf } from '../domain/graph/relations.ts'
import { UNMARKED, type ViewerMarks, viewerMarks } from '../domain/posts/read/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/read/visibility.ts'
import type { CachedPost, PostCache } from './post-cache.ts'
import type { CachedUser, UserCache } from './user-cache.ts'

/** A post that the viewer may see. */
export interface VisiblePost {
  readonly cached: CachedPost
  readonly author: CachedUser
  /** What stands between the viewer and the author; undefined for apps and for the viewer's own posts. */
  readonly relation: Relation | undefined
  readonly marks: ViewerMarks
}

/** A post as it is for the viewer, or why it is not there. */
export type PostVisibility = VisiblePost | Unseen

export interface PostGraphOptions {
  /** Whether quoted posts are read too, those of reposted ones included; true when left out. */
  readonly quoted?: boolean
  /** Whether posts that are answered are read too; false when left out. */
  readonly repliedTo?: boolean
}

/** Why posts and users cannot be read whose own rows fail. */
interface FailedReads {
  readonly posts: Map<bigint, unknown>
  readonly users: Map<bigint, unknown>
}

/** What reading a scene needs. */
interface PostGraphServices extends Pick<Context, 'store'> {
  readonly users: UserCache
  readonly posts: Pick<PostCache, 'get'>
}

/** Of what a request is about, and what that refers to. */
export class PostGraph {
  readonly viewer: Viewer
  readonly #posts: ReadonlyMap<bigint, CachedPost>
  readonly #users: ReadonlyMap<bigint, CachedUser>
  readonly #relations: ReadonlyMap<bigint, Relation>
  readonly #marks: ReadonlyMap<bigint, ViewerMarks>
  readonly #failed: FailedReads

  constructor(
    viewer: Viewer,
    posts: ReadonlyMap<bigint, CachedPost>,
    users: ReadonlyMap<bigint, CachedUser>,
    relations: ReadonlyMap<bigint, Relation>,
    marks: ReadonlyMap<bigint, ViewerMarks>,
    failed: FailedReads = NO_FAILURES,
  ) {
    this.viewer = viewer
    this.#posts = posts
    this.#users = users
    this.#relations = relations
    this.#marks = marks
    this.#failed = failed
  }

  /**
   * The post of an id, or why the viewer does not see it. A repost is seen when what it reposts is.
   * @param id of what was asked for, or of what that reposts, quotes or answers, if those were read
   */
  visibility(id: bigint): PostVisibility {
    const visibility = this.#alone(id)
    if (typeof visibility === 'string') return visibility
    const { repostedId } = visibility.cached.entity
    if (repostedId === null) return visibility
    const original = this.original(repostedId)
    return typeof original === 'string' ? original : visibility
  }

  /**
   * As {@link visibility}, for readers that give a post after all that could not be read.
   * @throws why it cannot be read, when its own row fails, or that of its author or of what it reposts
   */
  requireReadable(id: bigint): PostVisibility {
    const visibility = this.visibility(id)
    if (typeof visibility !== 'string') return visibility
    const { posts, users } = this.#failed
    if (posts.size === 0 && users.size === 0) return visibility
    const reposted = this.#posts.get(id)?.entity.repostedId
    const shown = [id, ...(reposted == null ? [] : [reposted, this.#posts.get(reposted)?.entity.latestId])]
    for (const each of shown) {
      if (each === undefined) continue
      if (posts.has(each)) throw posts.get(each)
      const authorId = this.#posts.get(each)?.entity.authorId
      if (authorId !== undefined && users.has(authorId)) throw users.get(authorId)
    }
    return visibility
  }

  /** As {@link visibility}, undefined for what is not seen. */
  visible(id: bigint): VisiblePost | undefined {
    const visibility = this.visibility(id)
    return typeof visibility === 'string' ? undefined : visibility
  }

  /** The newest version of what a repost of `repostedId` shows. */
  original(repostedId: bigint): PostVisibility {
    const first = this.#posts.get(repostedId)
    return this.#alone(first?.entity.latestId ?? repostedId)
  }

  #alone(id: bigint): PostVisibility {
    const cached = this.#posts.get(id)
    if (cached === undefined) return 'not-found'
    const { authorId, initialId } = cached.entity
    const author = this.#users.get(authorId)
    const relation = this.#relations.get(authorId)
    const unseen = whyUnseen(cached.entity, author?.entity, this.viewer, relation)
    if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
    return { cached, author, relation, marks: this.#marks.get(initialId) ?? UNMARKED }
  }
}

/**
 * Reads a scene.
 * @param ids at most a few hundred
 */
export async function readPostGraph(
  services: PostGraphServices,
  viewer: Viewer,
  ids: readonly bigint[],
  { quoted = true, repliedTo = false }: PostGraphOptions = {},
): Promise<PostGraph> {
  if (ids.length === 0) return new PostGraph(viewer, EMPTY, EMPTY, EMPTY, EMPTY)
  const posts = new Map<bigint, CachedPost>()
  const failed: FailedReads = { posts: new Map(), users: new Map() }
  const addPosts = (wanted: readonly bigint[]) => addMissing(services, posts, wanted, failed.posts)
  await addPosts(ids)
  const request = [...posts.values()]
  await addPosts(request.flatMap((post) => referredTo(post, quoted, repliedTo)))
  const originals = request.flatMap(({ entity }) =>
    entity.repostedId === null ? [] : (posts.get(entity.repostedId) ?? []),
  )
  const newest = originals.flatMap(({ entity }) => (entity.latestId === entity.id ? [] : [entity.latestId]))
  await addPosts(newest)
  if (quoted) {
    const shown = originals.flatMap(({ entity }) => posts.get(entity.latestId) ?? [])
    await addPosts(shown.flatMap(({ entity }) => entity.quotedId ?? []))
  }
  const authors = [...new Set([...posts.values()].map(({ entity }) => entity.authorId))]
  const { userId } = viewer
  const [users, relations, marks] = await Promise.all([
    services.users.get(authors, failed.users),
    userId === null
      ? EMPTY
      : relationsOf(
          services.store,
          userId,
          authors.filter((id) => id !== userId),
        ),
    userId === null
      ? EMPTY
      : viewerMarks(services.store, userId, [
          ...new Set([...posts.values()].map(({ entity }) => entity.initialId)),
        ]),
  ])
  return new PostGraph(viewer, posts, byId(authors, users), relations, marks, failed)
}

const EMPTY: ReadonlyMap<bigint, never> = new Map<bigint, never>()
const NO_FAILURES: FailedReads = { posts: new Map(), users: new Map() }

function referredTo({ entity }: CachedPost, quoted: boolean, repliedTo: boolean): readonly bigint[] {
  const { repostedId } = entity
  const quotedId = quoted ? entity.quotedId : null
  const repliedToId = repliedTo ? entity.inReplyToPostId : null
  // Most posts refer to nothing.
  if (repostedId === null && quotedId === null && repliedToId === null) return NO_IDS
  return [repostedId, quotedId, repliedToId].filter((id) => id !== null)
}

const NO_IDS: readonly bigint[] = []

async function addMissing(
  { posts }: PostGraphServices,
  cached: Map<bigint, CachedPost>,
  ids: readonly bigint[],
  failed: Map<bigint, unknown>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !cached.has(id))
  if (missing.length === 0) return
  const found = await posts.get(missing, failed)
  for (const [index, id] of missing.entries()) {
    const post = found[index]
    if (post !== undefined) cached.set(id, post)
  }
}

function byId(ids: readonly bigint[], users: readonly (CachedUser | undefined)[]): Map<bigint, CachedUser> {
  const cached = new Map<bigint, CachedUser>()
  for (const [index, id] of ids.entries()) {
    const user = users[index]
    if (user !== undefined) cached.set(id, user)
  }
  return cached
}
