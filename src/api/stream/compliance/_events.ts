/** From what happened to what the compliance stream says of it: one table (spec/compliance-stream.md section 3). */
import type { EventKind, LoggedEvent, PostAction, UserAction } from '../../../events/event.ts'
import { jsonNumber } from '../../../lib/json.ts'

type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>
type StateChange = EventOf<'user.state_changed'>
type PostStateChange = EventOf<'post.state_changed'>

/** The object of a message, which has one key; undefined for what is not told. */
type Telling<Kind extends EventKind> = ((event: EventOf<Kind>) => object) | undefined

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
  'post.deleted': (event) => ({ delete: statusFacts(event) }),
  'post.edited': (event) => ({ tweet_edit: editFacts(event) }),
  'post.state_changed': (event) => POST_ACTIONS[event.action](event),
  'user.geo_scrubbed': (event) => ({ scrub_geo: scrubFacts(event) }),
  'post.unliked': (event) => ({ delete: favoriteFacts(event) }),
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

const USER_ACTIONS: Readonly<Record<UserAction, (event: StateChange) => object>> = {
  protect: (event) => ({ user_protect: userFacts(event) }),
  unprotect: (event) => ({ user_unprotect: userFacts(event) }),
  suspend: (event) => ({ user_suspend: userFacts(event) }),
  unsuspend: (event) => ({ user_unsuspend: userFacts(event) }),
  deactivate: (event) => ({ user_delete: userFacts(event) }),
  reactivate: (event) => ({ user_undelete: userFacts(event) }),
  withhold: withheld,
  unwithhold: withheld,
}

const POST_ACTIONS: Readonly<Record<PostAction, (event: PostStateChange) => object>> = {
  drop: (event) => ({ drop: statusFacts(event) }),
  undrop: (event) => ({ undrop: statusFacts(event) }),
  withhold: statusWithheld,
  unwithhold: statusWithheld,
}

function statusFacts({ user_id, post_id, at }: EventOf<'post.deleted'> | PostStateChange): object {
  return { status: statusIds(post_id, user_id), timestamp_ms: String(at) }
}

function statusWithheld({ user_id, post_id, at, withheld_in_countries }: PostStateChange): object {
  const status = statusIds(post_id, user_id)
  return { status_withheld: { status, withheld_in_countries, timestamp_ms: String(at) } }
}

function statusIds(postId: bigint, userId: bigint): object {
  return { ...ids(postId), user_id: jsonNumber(userId), user_id_str: String(userId) }
}

/** Its ids are texts. */
function editFacts({ post_id, initial_id, versions, at }: EventOf<'post.edited'>): object {
  return {
    id: String(post_id),
    initial_tweet_id: String(initial_id),
    edit_tweet_ids: versions,
    timestamp_ms: String(at),
  }
}

function scrubFacts({ user_id, up_to_post_id, at }: EventOf<'user.geo_scrubbed'>): object {
  return {
    user_id: jsonNumber(user_id),
    user_id_str: String(user_id),
    up_to_status_id: jsonNumber(up_to_post_id),
    up_to_status_id_str: String(up_to_post_id),
    timestamp_ms: String(at),
  }
}

function favoriteFacts({ user_id, post_id, at }: EventOf<'post.unliked'>): object {
  return {
    favorite: {
      tweet_id: jsonNumber(post_id),
      tweet_id_str: String(post_id),
      user_id: jsonNumber(user_id),
      user_id_str: String(user_id),
    },
    timestamp_ms: String(at),
  }
}

function userFacts({ user_id, at }: StateChange): object {
  return { ...ids(user_id), timestamp_ms: String(at) }
}

/** The list is the whole new one, empty when the user is shown everywhere again; consumers read either time. */
function withheld({ user_id, at, withheld_in_countries }: StateChange): object {
  const timestampMs = new Date(at).toISOString().replace('Z', '+00:00')
  return {
    user_withheld: { user: ids(user_id), withheld_in_countries, timestamp_ms: String(at), timestampMs },
  }
}

function ids(id: bigint): object {
  return { id: jsonNumber(id), id_str: String(id) }
}

/** What ends a message, and is a keep-alive when it stands alone. */
export const MESSAGE_END = '\r\n'

/** The message of an event, with its end; undefined for one that this stream does not tell. */
export function messageOf(event: LoggedEvent): string | undefined {
  // The table has the telling of each kind under its name.
  const telling = TELLINGS[event.kind] as ((event: LoggedEvent) => object) | undefined
  return telling === undefined ? undefined : JSON.stringify(telling(event)) + MESSAGE_END
}
