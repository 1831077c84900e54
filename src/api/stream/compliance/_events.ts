/** From what happened to what the compliance stream says of it: one table (spec/compliance-stream.md section 3). */
import type { EventKind, LoggedEvent, PostAction, UserAction } from '../../../events/event.ts'

type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>
type StateChange = EventOf<'user.state_changed'>
type PostStateChange = EventOf<'post.state_changed'>

/**
 * The text of a message: an object with one key. It is written out, for it is made of numbers and few fixed words, and
 * busy logs are told at a rate at which objects made for `JSON.stringify` would cost more than compressing them.
 * Undefined for what is not told.
 */
type Telling<Kind extends EventKind> = ((event: EventOf<Kind>) => string) | undefined

/** Every kind of event is decided on; the compiler holds the table complete. */
const TELLINGS: { readonly [Kind in EventKind]: Telling<Kind> } = {
  'user.state_changed': (event) => USER_ACTIONS[event.action](event),
  'user.created': undefined,
  'user.profile_changed': undefined,
  'user.followed': undefined,
  'user.unfollowed': undefined,
  'user.follow_requested': undefined,
  'user.follow_request_ended': undefined,
  'user.blocked': undefined,
  'user.unblocked': undefined,
  'user.muted': undefined,
  'user.unmuted': undefined,
  'post.deleted': (event) => `{"delete":${statusFacts(event)}}`,
  'post.edited': (event) => `{"tweet_edit":${editFacts(event)}}`,
  'post.state_changed': (event) => POST_ACTIONS[event.action](event),
  'user.geo_scrubbed': (event) => `{"scrub_geo":${scrubFacts(event)}}`,
  'post.unliked': (event) => `{"delete":${favoriteFacts(event)}}`,
  'post.created': undefined,
  'post.liked': undefined,
  'post.hidden': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
  'message.created': undefined,
  'message.deleted': undefined,
  'message.typing': undefined,
  'message.read': undefined,
  'app.changed': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'token.revoked': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'import.applied': undefined,
}

const USER_ACTIONS: Readonly<Record<UserAction, (event: StateChange) => string>> = {
  protect: (event) => `{"user_protect":${userFacts(event)}}`,
  unprotect: (event) => `{"user_unprotect":${userFacts(event)}}`,
  suspend: (event) => `{"user_suspend":${userFacts(event)}}`,
  unsuspend: (event) => `{"user_unsuspend":${userFacts(event)}}`,
  deactivate: (event) => `{"user_delete":${userFacts(event)}}`,
  reactivate: (event) => `{"user_undelete":${userFacts(event)}}`,
  withhold: userWithheld,
  unwithhold: userWithheld,
}

const POST_ACTIONS: Readonly<Record<PostAction, (event: PostStateChange) => string>> = {
  drop: (event) => `{"drop":${statusFacts(event)}}`,
  undrop: (event) => `{"undrop":${statusFacts(event)}}`,
  withhold: statusWithheld,
  unwithhold: statusWithheld,
}

function statusFacts({ user_id, post_id, at }: EventOf<'post.deleted'> | PostStateChange): string {
  return `{"status":${statusIds(post_id, user_id)},"timestamp_ms":"${at}"}`
}

function statusWithheld({ user_id, post_id, at, withheld_in_countries }: PostStateChange): string {
  const countries = JSON.stringify(withheld_in_countries)
  return (
    `{"status_withheld":{"status":${statusIds(post_id, user_id)},` +
    `"withheld_in_countries":${countries},"timestamp_ms":"${at}"}}`
  )
}

function statusIds(postId: bigint, userId: bigint): string {
  const [post, user] = [String(postId), String(userId)]
  return `{"id":${post},"id_str":"${post}","user_id":${user},"user_id_str":"${user}"}`
}

/** Its ids are texts. */
function editFacts({ post_id, initial_id, versions, at }: EventOf<'post.edited'>): string {
  return (
    `{"id":"${post_id}","initial_tweet_id":"${initial_id}",` +
    `"edit_tweet_ids":${JSON.stringify(versions)},"timestamp_ms":"${at}"}`
  )
}

function scrubFacts({ user_id, up_to_post_id, at }: EventOf<'user.geo_scrubbed'>): string {
  return (
    `{"user_id":${user_id},"user_id_str":"${user_id}",` +
    `"up_to_status_id":${up_to_post_id},"up_to_status_id_str":"${up_to_post_id}","timestamp_ms":"${at}"}`
  )
}

function favoriteFacts({ user_id, post_id, at }: EventOf<'post.unliked'>): string {
  const favorite =
    `{"tweet_id":${post_id},"tweet_id_str":"${post_id}",` + `"user_id":${user_id},"user_id_str":"${user_id}"}`
  return `{"favorite":${favorite},"timestamp_ms":"${at}"}`
}

function userFacts({ user_id, at }: StateChange): string {
  return `{"id":${user_id},"id_str":"${user_id}","timestamp_ms":"${at}"}`
}

/** The list is the whole new one, empty when the user is shown everywhere again; consumers read either time. */
function userWithheld({ user_id, at, withheld_in_countries }: StateChange): string {
  const countries = JSON.stringify(withheld_in_countries)
  const timestampMs = new Date(at).toISOString().replace('Z', '+00:00')
  return (
    `{"user_withheld":{"user":{"id":${user_id},"id_str":"${user_id}"},` +
    `"withheld_in_countries":${countries},"timestamp_ms":"${at}","timestampMs":"${timestampMs}"}}`
  )
}

/** What ends a message, and is a keep-alive when it stands alone. */
export const MESSAGE_END = '\r\n'

/** The message of an event, with its end; undefined for one that this stream does not tell. */
export function messageOf(event: LoggedEvent): string | undefined {
  // The table has the telling of each kind under its name.
  const telling = TELLINGS[event.kind] as ((event: LoggedEvent) => string) | undefined
  return telling === undefined ? undefined : telling(event) + MESSAGE_END
}
