/**
 * Reads the posts that a request needs, with their authors, the posts that they repost or quote, and the viewer's
 * relations to these authors. All code that reads posts uses this module, so that visibility is decided in one place
 * (domain/posts/read/visibility.ts).
 */

import type { Context, Viewer } from '../domain/context.ts'
import { type Relation, relationsOf } from '../domain/graph/relations.ts'
import { UNMARKED, type ViewerMarks, viewerMarks } from '../domain/posts/read/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/read/visibility.ts'
import type { CachedPost, PostCache } from './post-cache.ts'
import type { CachedUser, UserCache } from './user-cache.ts'
import { asShown } from './withheld-posts.ts'

/** A post that the viewer may see. If a post is withheld in all countries, its content is a notice. */
export interface VisiblePost {
  readonly cached: CachedPost
  readonly author: CachedUser
  /** Relation between viewer and author; undefined for apps, and for posts of the viewer. */
  readonly relation: Relation | undefined
  readonly marks: ViewerMarks
}

/** A visible post, or the reason why the viewer does not see it. */
export type PostVisibility = VisiblePost | Unseen

export interface PostGraphOptions {
  /** True to read quoted posts too, including those that a reposted post quotes; default true. */
  readonly quoted?: boolean
  /** True to read answered posts too; default false. */
  readonly repliedTo?: boolean
}

/** Read errors of posts and users, by id. */
interface FailedReads {
  readonly posts: Map<bigint, unknown>
  readonly users: Map<bigint, unknown>
}

/** The services that a read of a post graph needs. */
export interface PostGraphServices extends Pick<Context, 'store'> {
  readonly users: UserCache
  readonly posts: Pick<PostCache, 'get'>
}

/** The posts of a request and the posts that they refer to. */
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
   * The post with an id, or the reason why the viewer does not see the post. A repost is visible if its original is
   * visible.
   * @param id id of a requested post, or of a reposted, quoted or answered post that was read
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
   * Like {@link visibility}, but rethrows read errors.
   * @throws the read error of the post, of its author, or of its original
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

  /** Like {@link visibility}, but undefined for posts that the viewer does not see. */
  visible(id: bigint): VisiblePost | undefined {
    const visibility = this.visibility(id)
    return typeof visibility === 'string' ? undefined : visibility
  }

  /** The newest version of the original of a repost. */
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
    return {
      cached: asShown(cached, author),
      author,
      relation,
      marks: this.#marks.get(initialId) ?? UNMARKED,
    }
  }
}

/** Reads a post graph. @param ids at most a few hundred */
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
  // Most posts refer to no other posts.
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
