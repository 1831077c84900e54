/**
 * Posts with everything around them that one request shows: authors, what they repost and quote, and what stands between
 * all of them and the viewer. Every reader of posts goes through here, so that who may see what is asked in one place
 * (domain/posts/read/visibility.ts).
 */

import type { Context, Viewer } from '../domain/context.ts'
import { type Relation, relationsOf } from '../domain/graph/relations.ts'
import { UNMARKED, type ViewerMarks, viewerMarks } from '../domain/posts/read/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/read/visibility.ts'
import type { KnownPost, PostCache } from './post-cache.ts'
import type { KnownUser, UserCache } from './user-cache.ts'

/** A post that the viewer may see. */
export interface SeenPost {
  readonly known: KnownPost
  readonly author: KnownUser
  /** What stands between the viewer and the author; undefined for apps and for the viewer's own posts. */
  readonly relation: Relation | undefined
  readonly marks: ViewerMarks
}

/** A post as it is for the viewer, or why it is not there. */
export type Sight = SeenPost | Unseen

export interface SceneOptions {
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
interface SceneServices extends Pick<Context, 'store'> {
  readonly users: UserCache
  readonly posts: Pick<PostCache, 'get'>
}

/** Of what a request is about, and what that refers to. */
export class PostScene {
  readonly viewer: Viewer
  readonly #posts: ReadonlyMap<bigint, KnownPost>
  readonly #users: ReadonlyMap<bigint, KnownUser>
  readonly #relations: ReadonlyMap<bigint, Relation>
  readonly #marks: ReadonlyMap<bigint, ViewerMarks>
  readonly #failed: FailedReads

  constructor(
    viewer: Viewer,
    posts: ReadonlyMap<bigint, KnownPost>,
    users: ReadonlyMap<bigint, KnownUser>,
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
  sight(id: bigint): Sight {
    const sight = this.#alone(id)
    if (typeof sight === 'string') return sight
    const { repostedId } = sight.known.it
    if (repostedId === null) return sight
    const original = this.original(repostedId)
    return typeof original === 'string' ? original : sight
  }

  /**
   * As {@link sight}, for readers that give a post after all that could not be read.
   * @throws why it cannot be read, when its own row fails, or that of its author or of what it reposts
   */
  requireReadable(id: bigint): Sight {
    const sight = this.sight(id)
    if (typeof sight !== 'string') return sight
    const { posts, users } = this.#failed
    if (posts.size === 0 && users.size === 0) return sight
    const reposted = this.#posts.get(id)?.it.repostedId
    const shown = [id, ...(reposted == null ? [] : [reposted, this.#posts.get(reposted)?.it.latestId])]
    for (const each of shown) {
      if (each === undefined) continue
      if (posts.has(each)) throw posts.get(each)
      const authorId = this.#posts.get(each)?.it.authorId
      if (authorId !== undefined && users.has(authorId)) throw users.get(authorId)
    }
    return sight
  }

  /** As {@link sight}, undefined for what is not seen. */
  seen(id: bigint): SeenPost | undefined {
    const sight = this.sight(id)
    return typeof sight === 'string' ? undefined : sight
  }

  /** The newest version of what a repost of `repostedId` shows. */
  original(repostedId: bigint): Sight {
    const first = this.#posts.get(repostedId)
    return this.#alone(first?.it.latestId ?? repostedId)
  }

  #alone(id: bigint): Sight {
    const known = this.#posts.get(id)
    if (known === undefined) return 'not-found'
    const { authorId, initialId } = known.it
    const author = this.#users.get(authorId)
    const relation = this.#relations.get(authorId)
    const unseen = whyUnseen(known.it, author?.it, this.viewer, relation)
    if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
    return { known, author, relation, marks: this.#marks.get(initialId) ?? UNMARKED }
  }
}

/**
 * Reads a scene.
 * @param ids at most a few hundred
 */
export async function readScene(
  services: SceneServices,
  viewer: Viewer,
  ids: readonly bigint[],
  { quoted = true, repliedTo = false }: SceneOptions = {},
): Promise<PostScene> {
  if (ids.length === 0) return new PostScene(viewer, NOTHING, NOTHING, NOTHING, NOTHING)
  const posts = new Map<bigint, KnownPost>()
  const failed: FailedReads = { posts: new Map(), users: new Map() }
  const addPosts = (wanted: readonly bigint[]) => addMissing(services, posts, wanted, failed.posts)
  await addPosts(ids)
  const asked = [...posts.values()]
  await addPosts(asked.flatMap((post) => referredTo(post, quoted, repliedTo)))
  const originals = asked.flatMap(({ it }) =>
    it.repostedId === null ? [] : (posts.get(it.repostedId) ?? []),
  )
  const newest = originals.flatMap(({ it }) => (it.latestId === it.id ? [] : [it.latestId]))
  await addPosts(newest)
  if (quoted) {
    const shown = originals.flatMap(({ it }) => posts.get(it.latestId) ?? [])
    await addPosts(shown.flatMap(({ it }) => it.quotedId ?? []))
  }
  const authors = [...new Set([...posts.values()].map(({ it }) => it.authorId))]
  const { userId } = viewer
  const [users, relations, marks] = await Promise.all([
    services.users.get(authors, failed.users),
    userId === null
      ? NOTHING
      : relationsOf(
          services.store,
          userId,
          authors.filter((id) => id !== userId),
        ),
    userId === null
      ? NOTHING
      : viewerMarks(services.store, userId, [...new Set([...posts.values()].map(({ it }) => it.initialId))]),
  ])
  return new PostScene(viewer, posts, byId(authors, users), relations, marks, failed)
}

const NOTHING: ReadonlyMap<bigint, never> = new Map<bigint, never>()
const NO_FAILURES: FailedReads = { posts: new Map(), users: new Map() }

function referredTo({ it }: KnownPost, quoted: boolean, repliedTo: boolean): readonly bigint[] {
  const { repostedId } = it
  const quotedId = quoted ? it.quotedId : null
  const repliedToId = repliedTo ? it.inReplyToPostId : null
  // Most posts refer to nothing.
  if (repostedId === null && quotedId === null && repliedToId === null) return NOBODYS
  return [repostedId, quotedId, repliedToId].filter((id) => id !== null)
}

const NOBODYS: readonly bigint[] = []

async function addMissing(
  { posts }: SceneServices,
  known: Map<bigint, KnownPost>,
  ids: readonly bigint[],
  failed: Map<bigint, unknown>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id))
  if (missing.length === 0) return
  const found = await posts.get(missing, failed)
  for (const [index, id] of missing.entries()) {
    const post = found[index]
    if (post !== undefined) known.set(id, post)
  }
}

function byId(ids: readonly bigint[], users: readonly (KnownUser | undefined)[]): Map<bigint, KnownUser> {
  const known = new Map<bigint, KnownUser>()
  for (const [index, id] of ids.entries()) {
    const user = users[index]
    if (user !== undefined) known.set(id, user)
  }
  return known
}
