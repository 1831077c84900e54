/** Messages of user and site streams, rendered for their viewer (spec/retired-endpoints.md#user-and-site-streams). */
import { findApp } from '../../../domain/apps/app.ts'
import { findLiveToken } from '../../../domain/apps/find-live-token.ts'
import { type Relation, relationsOf } from '../../../domain/graph/relations.ts'
import { findMessage } from '../../../domain/messages/find-messages.ts'
import { v11Date } from '../../../formats/v1.1/date.ts'
import { jsonNumber } from '../../../lib/json.ts'
import type { EventKind, EventOf, LoggedEvent } from '../../../log/event.ts'
import type { UserStreamKind } from '../../../streams/users/recipients.ts'
import type { UserStreamRequest, ViewerRequest } from '../../../streams/users/streams.ts'
import type { Services } from '../../_services.ts'
import type { Origin } from '../_users.ts'
import { plainUser, shownUsers } from '../account_activity/_envelope.ts'
import { likedPost, newPost } from '../account_activity/_post-envelopes.ts'
import { legacyObjects } from '../direct_messages/_legacy.ts'
import { listTextsOf } from '../lists/_list-texts.ts'

/** The parameters of all writers. A writer renders the messages of one kind of event. */
interface Writing {
  readonly services: Services
  readonly outer: Origin
  readonly viewer: ViewerRequest
  /** True if the viewer's stream gets the post of the event itself, and not only messages about the post. */
  readonly hasPost: boolean
}

type Writer<Kind extends EventKind> = (event: EventOf<Kind>, writing: Writing) => Promise<readonly string[]>

interface Named {
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly source: bigint
  readonly target: bigint
  /** JSON text. */
  readonly object?: string | undefined
}

const NOTHING: readonly string[] = []

/** Returns the message of an event; empty while one of its users is hidden (suspended or deactivated). */
async function named(event: Named, { services, outer, viewer }: Writing): Promise<readonly string[]> {
  const { name, at, source, target, object } = event
  const [from, to] = (await shownUsers(services, [source, target])) ?? []
  if (from === undefined || to === undefined) return NOTHING
  const recipient = recipientOf(viewer, outer)
  const members = {
    event: name,
    created_at: v11Date(at),
    source: plainUser(from, recipient),
    target: plainUser(to, recipient),
  }
  const json = JSON.stringify(members)
  return [object === undefined ? json : `${json.slice(0, -1)},"target_object":${object}}`]
}

function recipientOf({ userId }: ViewerRequest, { scheme, host, apiDate: day }: Origin) {
  return { userId, origin: `${scheme}://${host}`, day }
}

/** The post as the viewer sees it, as JSON text. */
async function postText(
  read: typeof newPost,
  { services, outer, viewer }: Writing,
  postId: bigint,
): Promise<string | undefined> {
  const post = await read(services, recipientOf(viewer, outer), postId)
  if (post === undefined) return undefined
  // The time is the last member of a post in streams.
  const { timestamp_ms, ...members } = post
  return JSON.stringify({ ...members, filter_level: 'low', timestamp_ms })
}

function betweenUsers<Event extends { readonly user_id: bigint; readonly at: number }>(
  name: string,
  targetOf: (event: Event) => bigint,
) {
  return (event: Event, writing: Writing) =>
    named({ name, at: event.at, source: event.user_id, target: targetOf(event) }, writing)
}

/**
 * A block also ends the blocked user's follow of the blocker. The blocked user gets no message about the end of this
 * follow, because the message would reveal the block.
 */
async function ofUnfollow(event: EventOf<'user.unfollowed'>, writing: Writing): Promise<readonly string[]> {
  const relation = await relationTo(event.followee_id, writing)
  if (relation?.blockedBy === true) return NOTHING
  const { at, user_id: source, followee_id: target } = event
  return named({ name: 'unfollow', at, source, target }, writing)
}

async function relationTo(userId: bigint, { services, viewer }: Writing): Promise<Relation | undefined> {
  return (await relationsOf(services.store, viewer.userId, [userId])).get(userId)
}

function ofLike(name: string) {
  return async (
    { at, user_id, author_id, post_id }: EventOf<'post.liked' | 'post.unliked'>,
    writing: Writing,
  ) => {
    const relation = await relationTo(user_id, writing)
    if (relation?.blocking === true || relation?.muting === true) return NOTHING
    const object = await postText(likedPost, writing, post_id)
    if (object === undefined) return NOTHING
    return named({ name, at, source: user_id, target: author_id, object }, writing)
  }
}

interface ListFacts {
  readonly at: number
  readonly list_id: bigint
}

/** Returns the message of an event about a list; empty if the viewer may not see the list. */
async function ofList(
  name: string,
  { at, list_id }: ListFacts,
  ends: Pick<Named, 'source' | 'target'>,
  writing: Writing,
): Promise<readonly string[]> {
  const { services, outer, viewer } = writing
  const [object] = await listTextsOf(services, viewer, [list_id], outer)
  return object === undefined ? NOTHING : named({ name, at, ...ends, object }, writing)
}

function ofOwner(name: string) {
  return (event: ListFacts & { readonly user_id: bigint }, writing: Writing) =>
    ofList(name, event, { source: event.user_id, target: event.user_id }, writing)
}

/** The owner of the list gets a message for every added or removed user, other viewers only about themselves. */
function ofMembers(name: string) {
  return async (
    event: EventOf<'list.members_added' | 'list.members_removed'>,
    writing: Writing,
  ): Promise<readonly string[]> => {
    const { userId } = writing.viewer
    const members = event.member_ids.map(BigInt).filter((id) => event.user_id === userId || id === userId)
    const texts = members.map((target) => ofList(name, event, { source: event.user_id, target }, writing))
    return (await Promise.all(texts)).flat()
  }
}

function ofFollower(name: string) {
  return (event: EventOf<'list.followed' | 'list.unfollowed'>, writing: Writing) =>
    ofList(name, event, { source: event.user_id, target: event.owner_id }, writing)
}

/** The message about a deleted list, with the id of the list only. */
function ofDeletedList({ at, user_id, list_id }: EventOf<'list.deleted'>, writing: Writing) {
  const object = JSON.stringify({ id: jsonNumber(list_id), id_str: String(list_id) })
  return named({ name: 'list_destroyed', at, source: user_id, target: user_id, object }, writing)
}

async function ofPost(event: EventOf<'post.created'>, writing: Writing): Promise<readonly string[]> {
  const text = await postText(newPost, writing, event.post_id)
  if (text === undefined) return NOTHING
  const { userId } = writing.viewer
  const { quoted_user_id: quoted, user_id: source, at } = event
  const isQuoted = quoted === userId && source !== userId
  const quote = isQuoted
    ? await named({ name: 'quoted_tweet', at, source, target: userId, object: text }, writing)
    : NOTHING
  return writing.hasPost ? [text, ...quote] : quote
}

/** The message with its whole text, for viewers whose token may read messages. */
async function ofMessage(
  { message_id: id }: EventOf<'message.created'>,
  { services, outer, viewer: { userId, mayReadMessages } }: Writing,
): Promise<readonly string[]> {
  if (!mayReadMessages) return NOTHING
  const message = await findMessage(services.store, { userId, id })
  if (message === undefined) return NOTHING
  const options = { include_entities: true, full_text: true }
  const objects = await legacyObjects(services, userId, [message], options, outer)
  return objects.map((direct_message) => JSON.stringify({ direct_message }))
}

async function ofDeletedMessage(
  { message_id, user_id }: EventOf<'message.deleted'>,
  { viewer: { mayReadMessages } }: Writing,
): Promise<readonly string[]> {
  if (!mayReadMessages) return NOTHING
  const direct_message = { id: jsonNumber(message_id), user_id: jsonNumber(user_id) }
  return [JSON.stringify({ delete: { direct_message } })]
}

/**
 * The message for the owner of an app whose token was revoked; empty while the user has another token of the
 * app.
 */
async function ofRevocation(
  { at, app_id, user_id }: EventOf<'token.revoked'>,
  writing: Writing,
): Promise<readonly string[]> {
  const { store } = writing.services
  const [app, token] = await Promise.all([
    findApp(store, app_id),
    findLiveToken(store, { appId: app_id, userId: user_id }),
  ])
  if (app === undefined || token !== undefined) return NOTHING
  const object = JSON.stringify({ id: jsonNumber(app.id), name: app.name, url: app.url })
  return named({ name: 'access_revoked', at, source: user_id, target: app.ownerId, object }, writing)
}

/** A writer for each kind that has recipients in `src/streams/users/recipients.ts`. */
const WRITERS: { readonly [Kind in UserStreamKind]: Writer<Kind> } = {
  'user.followed': betweenUsers('follow', ({ followee_id }) => followee_id),
  'user.unfollowed': ofUnfollow,
  'user.blocked': betweenUsers('block', ({ blocked_id }) => blocked_id),
  'user.unblocked': betweenUsers('unblock', ({ blocked_id }) => blocked_id),
  'user.profile_changed': betweenUsers('user_update', ({ user_id }) => user_id),
  'post.created': ofPost,
  'post.liked': ofLike('favorite'),
  'post.unliked': ofLike('unfavorite'),
  'list.created': ofOwner('list_created'),
  'list.updated': ofOwner('list_updated'),
  'list.deleted': ofDeletedList,
  'list.members_added': ofMembers('list_member_added'),
  'list.members_removed': ofMembers('list_member_removed'),
  'list.followed': ofFollower('list_user_subscribed'),
  'list.unfollowed': ofFollower('list_user_unsubscribed'),
  'message.created': ofMessage,
  'message.deleted': ofDeletedMessage,
  'token.revoked': ofRevocation,
}

/** Renders the messages of events in the form of the API day of a request. */
export function userMessages(services: Services, outer: Origin): UserStreamRequest['messagesOf'] {
  return async (event, viewer, hasPost) => {
    if (!isSent(event)) return NOTHING
    await services.log.ensureFresh()
    // The cast is needed because the compiler cannot prove that the writer of a kind accepts the events of that kind.
    const write = WRITERS[event.kind] as Writer<UserStreamKind>
    return write(event, { services, outer, viewer, hasPost })
  }
}

function isSent(event: LoggedEvent): event is EventOf<UserStreamKind> {
  return Object.hasOwn(WRITERS, event.kind)
}
