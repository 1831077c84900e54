/**
 * Reads the data that user objects show and that is not a part of the user: posts of the user, and relations between the
 * user and the viewer.
 */
import { findEmail } from '../../domain/accounts/find-email.ts'
import { type Relation, relationsOf } from '../../domain/graph/relations.ts'
import { mayMessage, readMessagingStates } from '../../domain/messages/messaging-state.ts'
import type { Post } from '../../domain/posts/post.ts'
import { pinnedPosts } from '../../domain/posts/write/pin-post.ts'
import { has } from '../../formats/v2/field-set.ts'
import { USER } from '../../formats/v2/fields.ts'
import { newestVisible } from '../../views/newest-visible.ts'
import { type PostGraph, readPostGraph, type VisiblePost } from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import type { V2View } from './view.ts'

export type UserServices = Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts'>

/** A post of a user that the viewer may see, with the graph of posts that it references. */
export interface ShownPostOfUser {
  readonly graph: PostGraph
  readonly post: VisiblePost
}

type PostsByUser = ReadonlyMap<bigint, ShownPostOfUser>

/** Data by user id. A user without such data has no entry. */
export interface Surroundings {
  readonly pinned: PostsByUser
  readonly newest: PostsByUser
  /** Relations of the viewer to the users. */
  readonly relations: ReadonlyMap<bigint, Relation>
  /** For each user, true if the viewer may send direct messages to the user. */
  readonly receivesMessages: ReadonlyMap<bigint, boolean>
  /** The e-mail address of the viewer, if the response shows it. */
  readonly emails: ReadonlyMap<bigint, string>
}

const NONE: ReadonlyMap<bigint, never> = new Map<bigint, never>()
const NOTHING: Surroundings = {
  pinned: NONE,
  newest: NONE,
  relations: NONE,
  receivesMessages: NONE,
  emails: NONE,
}

const FIELDS =
  USER.pinned_tweet_id |
  USER.most_recent_tweet_id |
  USER.connection_status |
  USER.receives_your_dm |
  USER.confirmed_email

/** Maximum number of users that one statement reads. */
const SLICE = 200

/** Reads the data for the requested fields only. */
export async function readSurroundings(
  services: UserServices,
  view: V2View,
  users: readonly CachedUser[],
): Promise<Surroundings> {
  if (!has(view.selection.user, FIELDS) || users.length === 0) return NOTHING
  const ids = users.map(({ entity }) => entity.id)
  if (ids.length <= SLICE) return readSlice(services, view, ids)
  const slices: Surroundings[] = []
  for (let from = 0; from < ids.length; from += SLICE) {
    slices.push(await readSlice(services, view, ids.slice(from, from + SLICE)))
  }
  const joined = <Value>(mapOf: (slice: Surroundings) => ReadonlyMap<bigint, Value>) =>
    new Map(slices.flatMap((slice) => [...mapOf(slice)]))
  return {
    pinned: joined(({ pinned }) => pinned),
    newest: joined(({ newest }) => newest),
    relations: joined(({ relations }) => relations),
    receivesMessages: joined(({ receivesMessages }) => receivesMessages),
    emails: joined(({ emails }) => emails),
  }
}

async function readSlice(
  services: UserServices,
  view: V2View,
  ids: readonly bigint[],
): Promise<Surroundings> {
  const { user: fields } = view.selection
  const { userId } = view.viewer
  const others = userId === null ? [] : ids.filter((id) => id !== userId)
  const showsEmail = view.showsEmail === true && has(fields, USER.confirmed_email)
  const [pinned, newest, relations, receivesMessages, emails] = await Promise.all([
    has(fields, USER.pinned_tweet_id) ? readPinned(services, view, ids) : NONE,
    has(fields, USER.most_recent_tweet_id) ? readNewest(services, view, ids) : NONE,
    has(fields, USER.connection_status) && userId !== null
      ? relationsOf(services.store, userId, others)
      : NONE,
    has(fields, USER.receives_your_dm) && userId !== null ? readReachable(services, userId, others) : NONE,
    showsEmail && userId !== null && ids.includes(userId) ? readOwnEmail(services, userId) : NONE,
  ])
  return { pinned, newest, relations, receivesMessages, emails }
}

async function readOwnEmail({ store }: UserServices, userId: bigint): Promise<ReadonlyMap<bigint, string>> {
  const email = await findEmail(store, userId)
  return email === null ? NONE : new Map([[userId, email]])
}

async function readPinned(
  services: UserServices,
  { viewer }: V2View,
  ids: readonly bigint[],
): Promise<PostsByUser> {
  const pinned = await pinnedPosts(services.store, ids)
  if (pinned.size === 0) return NONE
  const graph = await readPostGraph(services, viewer, [...pinned.values()], { quoted: false })
  const byUser = new Map<bigint, ShownPostOfUser>()
  for (const [userId, postId] of pinned) {
    const post = graph.visible(postId)
    if (post !== undefined && isOf(post.cached.entity, userId)) byUser.set(userId, { graph, post })
  }
  return byUser
}

function isOf(post: Post, userId: bigint): boolean {
  return post.authorId === userId
}

async function readNewest(
  services: UserServices,
  { viewer }: V2View,
  ids: readonly bigint[],
): Promise<PostsByUser> {
  const newest = await newestVisible(services, viewer, await services.newestPosts.get(ids))
  return new Map(newest.map(({ graph, seen }) => [seen.author.entity.id, { graph, post: seen }]))
}

async function readReachable(
  { store }: UserServices,
  senderId: bigint,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, boolean>> {
  const pairs = ids.map((recipientId) => ({ senderId, recipientId }))
  const states = await readMessagingStates(store, pairs)
  return new Map(ids.map((id, index) => [id, mayMessage(states[index])]))
}
