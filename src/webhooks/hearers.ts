/** The recipients of an event by webhook (spec/webhooks.md#envelopes). */
import {
  type EventKind,
  type EventOf,
  type EventTable,
  type LoggedEvent,
  type PostReferences,
  readEvent,
} from '../log/event.ts'

/** Recipients of an event: of `users` those that somebody subscribed to. */
export type Hearers =
  | { readonly users: readonly bigint[] }
  /** The app that had a token, once the user has no other that would let it. */
  | { readonly revokedToken: EventOf<'token.revoked'> }
  /** The webhook that asked for a replay. */
  | { readonly endedReplay: EventOf<'webhook.replay_ended'> }

/** The user of the event. */
function itsUser({ user_id }: { readonly user_id: bigint }): Hearers {
  return { users: [user_id] }
}

function itsRecipient({ recipient_id }: { readonly recipient_id: bigint }): Hearers {
  return { users: [recipient_id] }
}

const HEARERS = {
  'user.followed': ({ user_id, followee_id }) => ({ users: [user_id, followee_id] }),
  'user.unfollowed': itsUser,
  'user.blocked': itsUser,
  'user.unblocked': itsUser,
  'user.muted': itsUser,
  'user.unmuted': itsUser,
  'post.created': (event) => ({ users: [event.user_id, ...concerned(event)] }),
  'post.deleted': itsUser,
  'post.liked': ({ user_id, author_id }) => ({ users: [user_id, author_id] }),
  'message.created': ({ user_id, recipient_id }) => ({ users: [user_id, recipient_id] }),
  'message.typing': itsRecipient,
  'message.read': itsRecipient,
  'token.revoked': (revokedToken) => ({ revokedToken }),
  'webhook.replay_ended': (endedReplay) => ({ endedReplay }),
  'user.created': undefined,
  'user.state_changed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'post.edited': undefined,
  'post.unliked': undefined,
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
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
} satisfies EventTable<Hearers>

/** The kinds that webhooks are sent. */
export type HeardKind = {
  [Kind in EventKind]: (typeof HEARERS)[Kind] extends undefined ? never : Kind
}[EventKind]

const BY_KIND: EventTable<Hearers> = HEARERS

/** The users among the recipients of an event, each once. */
export function usersHearing(event: LoggedEvent): readonly bigint[] {
  const hearers = hearersOf(event)
  return hearers !== undefined && 'users' in hearers ? [...new Set(hearers.users)] : NO_USERS
}

const NO_USERS: readonly bigint[] = Object.freeze([])

/** The recipients of an event; `undefined` for a kind that no webhook is sent. */
export function hearersOf(event: LoggedEvent): Hearers | undefined {
  return readEvent(BY_KIND, event)
}

/** Whom a post answers, quotes, reposts or mentions. */
function concerned(references: PostReferences): bigint[] {
  const { in_reply_to_user_id, quoted_user_id, reposted_user_id, mentioned } = references
  const named = [in_reply_to_user_id, quoted_user_id, reposted_user_id].filter((id) => id !== null)
  return [...named, ...mentioned.map(BigInt)]
}
