/** Direct messages, typing indicators and read receipts, for webhooks. */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import { findMessage } from '../../../domain/messages/find-messages.ts'
import { findSourceApps } from '../../../domain/messages/source-apps.ts'
import { appsMember, messageObject } from '../../../formats/v1.1/messages/message.ts'
import { picturesOf } from '../../../formats/v1.1/user.ts'
import type { EventOf } from '../../../log/event.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import { type Envelope, type EnvelopeServices, pictureAt, shownUsers } from './_envelope.ts'

/** The envelope of a new message; undefined if the subscribed user has deleted it, or if a participant is hidden. */
export async function messageEnvelope(
  { message_id, user_id, recipient_id }: EventOf<'message.created'>,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  const [message, users] = await Promise.all([
    findMessage(services.store, { userId: to.userId, id: message_id }),
    usersMember(services, [user_id, recipient_id], to),
  ])
  if (message === undefined || users === undefined) return undefined
  const apps = await findSourceApps(services.store, [message.appId])
  return { direct_message_events: [messageObject(message, to.origin)], ...appsMember(apps), ...users }
}

export async function typingEnvelope(
  { at, user_id, recipient_id }: EventOf<'message.typing'>,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  const users = await usersMember(services, [user_id, recipient_id], to)
  const entry = receiptOf(at, user_id, recipient_id)
  return users === undefined ? undefined : { direct_message_indicate_typing_events: [entry], ...users }
}

export async function readEnvelope(
  { at, user_id, recipient_id, last_read_event_id }: EventOf<'message.read'>,
  to: Recipient,
  services: EnvelopeServices,
): Promise<Envelope | undefined> {
  const users = await usersMember(services, [user_id, recipient_id], to)
  const entry = { ...receiptOf(at, user_id, recipient_id), last_read_event_id: String(last_read_event_id) }
  return users === undefined ? undefined : { direct_message_mark_read_events: [entry], ...users }
}

function receiptOf(at: number, sender: bigint, recipient: bigint): object {
  return {
    created_timestamp: String(at),
    sender_id: String(sender),
    target: { recipient_id: String(recipient) },
  }
}

/** The member `users`: sender and recipient by id. Undefined when one of the two is hidden. */
async function usersMember(
  services: EnvelopeServices,
  ids: readonly [bigint, bigint],
  to: Recipient,
): Promise<{ readonly users: object } | undefined> {
  const users = await shownUsers(services, [...new Set(ids)])
  if (users === undefined) return undefined
  return { users: Object.fromEntries(users.map((user) => [String(user.id), correspondent(user, to)])) }
}

/** A user in the member `users`. */
function correspondent(user: FullUser, { origin }: Recipient): object {
  const { profile } = user
  const { plain, secure } = picturesOf(profile, pictureAt(origin))
  return {
    id: String(user.id),
    created_timestamp: String(user.createdAt),
    name: user.name,
    screen_name: user.screenName,
    ...(profile.location === '' ? {} : { location: profile.location }),
    ...(profile.description === '' ? {} : { description: profile.description }),
    ...(profile.link === undefined ? {} : { url: profile.link.url }),
    protected: user.isProtected,
    verified: profile.isVerified,
    followers_count: user.followersCount,
    friends_count: user.friendsCount,
    statuses_count: user.statusesCount,
    profile_image_url: plain,
    profile_image_url_https: secure,
  }
}
