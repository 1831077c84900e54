/** Posts, likes and deletions, for webhooks. */
import { hash } from 'node:crypto'
import { relationsOf } from '../../../domain/graph/relations.ts'
import { isOn } from '../../../formats/fields/day.ts'
import { v11Date } from '../../../formats/v1.1/date.ts'
import { streamedPost, streamedView } from '../../../formats/v1.1/streamed-post.ts'
import type { EventOf } from '../../../log/event.ts'
import { type PostGraph, type PostVisibility, readPostGraph } from '../../../views/post-graph.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import { shownIn } from '../_posts.ts'
import { type Envelope, type EnvelopeServices, pictureAt, plainUser, shownUsers } from './_envelope.ts'

/** The first day of `user_has_blocked` (spec/retired-endpoints.md#fields-by-date). */
const BLOCKED_SINCE = '2019-10-29'

/**
 * The envelope of a new post. Undefined for a post that is deleted or not visible to the subscribed user, and for
 * authors that the user blocks or mutes.
 */
export async function postEnvelope(
  event: EventOf<'post.created'>,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  await services.log.ensureFresh()
  const post = await newPost(services, to, event.post_id)
  if (post === undefined) return undefined
  // Users receive no events of users that they block, so the value is constant.
  const isMentioned = event.user_id !== to.userId && event.mentioned.includes(String(to.userId))
  return {
    tweet_create_events: [post],
    ...(isMentioned && isOn({ since: BLOCKED_SINCE }, to.day) ? { user_has_blocked: false } : {}),
  }
}

export async function likeEnvelope(
  { position, at, user_id, post_id }: EventOf<'post.liked'>,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  await services.log.ensureFresh()
  const [status, relations] = await Promise.all([
    likedPost(services, to, post_id),
    relationsOf(services.store, to.userId, [user_id]),
  ])
  const [user] = (await shownUsers(services, [user_id])) ?? []
  const relation = relations.get(user_id)
  if (user === undefined || status === undefined) return undefined
  if (relation?.blocking === true || relation?.muting === true) return undefined
  const entry = {
    id: likeId(position),
    created_at: v11Date(at),
    timestamp_ms: at,
    favorited_status: status,
    user: plainUser(user, to),
  }
  return { favorite_events: [entry] }
}

/**
 * The envelope of a deletion. There is no visibility check, because every client that has stored the post must receive
 * the deletion.
 */
export async function deletionEnvelope({
  post_id,
  user_id,
  at,
}: EventOf<'post.deleted'>): Promise<Envelope | undefined> {
  const status = { id: String(post_id), user_id: String(user_id) }
  return { tweet_delete_events: [{ status, timestamp_ms: String(at) }] }
}

/**
 * A new post as a user sees it. Undefined for a post that is deleted or not visible to the user, and for authors that the
 * user blocks or mutes.
 */
export async function newPost(
  services: EnvelopeServices,
  to: Recipient,
  postId: bigint,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const graph = await readPostGraph(services, { userId: to.userId }, [postId])
  return postIn(graph, graph.requireReadable(postId), to)
}

/** Like {@link newPost}, for the newest version of a liked post. */
export async function likedPost(
  services: EnvelopeServices,
  to: Recipient,
  postId: bigint,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const graph = await readPostGraph(services, { userId: to.userId }, [postId])
  return postIn(graph, likedIn(graph, postId), to)
}

/** The newest version of the liked post, or the reason why it is not visible. @throws when its data is corrupt */
function likedIn(graph: PostGraph, postId: bigint): PostVisibility {
  const visibility = graph.original(postId)
  if (typeof visibility === 'string') graph.requireReadable(postId)
  return visibility
}

function postIn(
  graph: PostGraph,
  visibility: PostVisibility,
  { userId, origin, day }: Recipient,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof visibility === 'string') return undefined
  const { relation } = visibility
  const isOwn = visibility.author.entity.id === userId
  if (!isOwn && (relation?.blocking === true || relation?.muting === true)) return undefined
  return streamedPost(shownIn(graph, visibility), streamedView(origin, pictureAt(origin), day))
}

/**
 * The id of a like: 32 hex digits, the same in every delivery of the like, so that consumers can recognise
 * repeated deliveries.
 */
function likeId(position: bigint): string {
  return hash('sha256', `like ${position}`, 'hex').slice(0, 32)
}
