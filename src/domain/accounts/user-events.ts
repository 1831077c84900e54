/** What events say of users, for whoever keeps some in memory. */
import type { EventKind, LoggedEvent } from '../../log/event.ts'

/** Kinds that change no user, although some of them name one. */
const HARMLESS: ReadonlySet<EventKind> = new Set([
  'app.changed',
  'console.changed',
  'project.changed',
  'token.created',
  'token.revoked',
  'post.seen',
  'post.hidden',
  'post.state_changed',
  'user.geo_scrubbed',
  'message.created',
  'message.deleted',
  'message.typing',
  'message.read',
  'webhook.changed',
  'webhook.subscribed',
  'webhook.unsubscribed',
  'webhook.replay_started',
  'webhook.replay_ended',
])

/** Users of whom the event may have changed anything; `all` when it cannot tell. */
export function changedUsers(event: LoggedEvent): readonly bigint[] | 'all' {
  if (event.kind === 'import.applied') return 'all'
  return HARMLESS.has(event.kind) ? NOBODY : idsIn(event)
}

const NOBODY: readonly bigint[] = Object.freeze([])

/** Every id that an event names, in whatever role: an id of another kind of thing is no user's. */
export function idsIn(event: LoggedEvent): bigint[] {
  const ids: bigint[] = []
  // Every event comes by here, several times: Object.entries would be most of what it leaves to be collected.
  for (const name in event) {
    const value = event[name as keyof LoggedEvent]
    if (typeof value === 'bigint' && name.endsWith('_id')) ids.push(value)
  }
  return ids
}
