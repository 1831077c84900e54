/** From what happened to what the compliance stream says of it: one table (spec/compliance-stream.md section 3). */
import type { EventKind, LoggedEvent, UserAction } from '../../../events/event.ts'
import { jsonNumber } from '../../../lib/json.ts'

type EventOf<Kind extends EventKind> = Extract<LoggedEvent, { readonly kind: Kind }>
type StateChange = EventOf<'user.state_changed'>

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
  'app.changed': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'token.revoked': undefined,
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
