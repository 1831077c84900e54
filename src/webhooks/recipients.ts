/** Defines the recipients of each kind of event (spec/webhooks.md#envelopes). */
import {
  type EventKind,
  type EventOf,
  type EventTable,
  type LoggedEvent,
  type PostReferences,
  readEvent,
} from '../log/event.ts'

/** The recipients of an event. Users to whom no webhook is subscribed do not receive the event. */
export type Recipients =
  | { readonly users: readonly bigint[] }
  /** The app of a revoked token, if the user has no other token that permits deliveries. */
  | { readonly revokedToken: EventOf<'token.revoked'> }
  /** The webhook of the replay. */
  | { readonly endedReplay: EventOf<'webhook.replay_ended'> }

function theUser({ user_id }: { readonly user_id: bigint }): Recipients {
  return { users: [user_id] }
}

function theRecipient({ recipient_id }: { readonly recipient_id: bigint }): Recipients {
  return { users: [recipient_id] }
}

const RECIPIENTS = {
  'user.followed': ({ user_id, followee_id }) => ({ users: [user_id, followee_id] }),
  'user.unfollowed': theUser,
  'user.blocked': theUser,
  'user.unblocked': theUser,
  'user.muted': theUser,
  'user.unmuted': theUser,
  'post.created': (event) => ({ users: [event.user_id, ...referencedUsers(event)] }),
  'post.deleted': theUser,
  'post.liked': ({ user_id, author_id }) => ({ users: [user_id, author_id] }),
  'list.created': undefined,
  'list.updated': undefined,
  'list.deleted': undefined,
  'list.members_added': undefined,
  'list.members_removed': undefined,
  'list.members_recounted': undefined,
  'list.followed': undefined,
  'list.unfollowed': undefined,
  'list.pinned': undefined,
  'list.unpinned': undefined,
  'message.created': ({ user_id, recipient_id }) => ({ users: [user_id, recipient_id] }),
  'message.typing': theRecipient,
  'group.event_created': undefined,
  'group.event_deleted': undefined,
  'user.reported': undefined,
  'users.recounted': undefined,
  'message.read': theRecipient,
  'token.revoked': (revokedToken) => ({ revokedToken }),
  'webhook.replay_ended': (endedReplay) => ({ endedReplay }),
  'user.created': undefined,
  'user.state_changed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'post.edited': undefined,
  'post.unliked': undefined,
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'message.deleted': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'app.changed': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'grant.changed': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'compliance.tested': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
} satisfies EventTable<Recipients>

/** The kinds of events that are delivered to webhooks. */
export type DeliveredKind = {
  [Kind in EventKind]: (typeof RECIPIENTS)[Kind] extends undefined ? never : Kind
}[EventKind]

const BY_KIND: EventTable<Recipients> = RECIPIENTS

/** Makes the list of users who receive an event; each user occurs once. */
export function usersReceiving(event: LoggedEvent): readonly bigint[] {
  const recipients = recipientsOf(event)
  return recipients !== undefined && 'users' in recipients ? [...new Set(recipients.users)] : NO_USERS
}

const NO_USERS: readonly bigint[] = Object.freeze([])

/** The recipients of an event; undefined for a kind that is not delivered. */
export function recipientsOf(event: LoggedEvent): Recipients | undefined {
  return readEvent(BY_KIND, event)
}

/** The users whom a post mentions or replies to, and the authors of the posts that it quotes or reposts. */
function referencedUsers(references: PostReferences): bigint[] {
  const { in_reply_to_user_id, quoted_user_id, reposted_user_id, mentioned } = references
  const named = [in_reply_to_user_id, quoted_user_id, reposted_user_id].filter((id) => id !== null)
  return [...named, ...mentioned.map(BigInt)]
}
