/** Who hears of an event by webhook, if somebody subscribed to them (spec/direct-messages.md section 6, Envelopes). */
import type { EventKind, LoggedEvent, PostTies } from '../log/event.ts'

type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>

/** The users of an event of that kind; undefined for what no webhook is told. */
type Hearers<Kind extends EventKind> = ((event: EventOf<Kind>) => readonly bigint[]) | undefined

const itsUser = ({ user_id }: { readonly user_id: bigint }) => [user_id]

/** Every kind of event is decided on; the compiler holds the table complete. */
const HEARERS: { readonly [Kind in EventKind]: Hearers<Kind> } = {
  'user.followed': ({ user_id, followee_id }) => [user_id, followee_id],
  'user.unfollowed': itsUser,
  'user.blocked': itsUser,
  'user.unblocked': itsUser,
  'user.muted': itsUser,
  'user.unmuted': itsUser,
  'post.created': (event) => [event.user_id, ...concerned(event)],
  'post.deleted': itsUser,
  'post.liked': ({ user_id, author_id }) => [user_id, author_id],
  'message.created': ({ user_id, recipient_id }) => [user_id, recipient_id],
  'message.typing': ({ recipient_id }) => [recipient_id],
  'message.read': ({ recipient_id }) => [recipient_id],
  // Told by fan-out.ts itself: whom it concerns is not in the event alone.
  'token.revoked': undefined,
  'webhook.replay_ended': undefined,
  'user.created': undefined,
  'user.state_changed': undefined,
  'user.profile_changed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.pinned': undefined,
  'user.geo_scrubbed': undefined,
  'post.edited': undefined,
  'post.unliked': undefined,
  'post.hidden': undefined,
  'post.state_changed': undefined,
  'post.seen': undefined,
  'message.deleted': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'app.changed': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'post.restreamed': undefined,
  'compliance.retold': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
}

/** The kinds of which users hear. */
export const HEARD_KINDS: readonly EventKind[] = (Object.keys(HEARERS) as EventKind[]).filter(
  (kind) => HEARERS[kind] !== undefined,
)

/** The users who hear of an event, each once. */
export function hearersOf(event: LoggedEvent): readonly bigint[] {
  const hearers = HEARERS[event.kind] as ((event: LoggedEvent) => readonly bigint[]) | undefined
  return hearers === undefined ? NOBODY : [...new Set(hearers(event))]
}

const NOBODY: readonly bigint[] = Object.freeze([])

/** Whom a post answers, quotes, reposts or mentions. */
function concerned(ties: PostTies): bigint[] {
  const { in_reply_to_user_id, quoted_user_id, reposted_user_id, mentioned } = ties
  const named = [in_reply_to_user_id, quoted_user_id, reposted_user_id].filter((id) => id !== null)
  return [...named, ...mentioned.map(BigInt)]
}
