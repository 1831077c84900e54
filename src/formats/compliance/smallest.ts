/**
 * Makes messages for events that cannot be rendered completely. These messages have only ids; a consumer can request
 * the rest by id. Unknown fields are left out and never invented.
 */
import type { ComplianceKind, LogEntry, LoggedEvent, PostAction, UserAction } from '../../log/event.ts'
import type { SentName } from './message-names.ts'

/**
 * Text of the message that has only ids. Undefined when the name of the message or the id of its subject is unknown.
 * Each field is checked, because the event may not match its type.
 */
export function smallestOf(event: LoggedEvent): string | undefined {
  const facts: Facts =
    event.kind === 'compliance.retold' ? factsOf(event.of, event.of_at) : factsOf(event, event.at)
  const kind = String(facts['kind'])
  const message = isComplianceKind(kind) ? SMALLEST[kind](facts) : undefined
  return message === undefined ? undefined : JSON.stringify(message, writeDigits)?.replaceAll(DIGITS, '$1')
}

/** The message for an event that cannot be rendered even with ids alone. */
export function gapLine({ position }: Pick<LogEntry, 'position'>): string {
  return JSON.stringify({ gap: { from: String(position), to: String(position), reason: 'unreadable' } })
}

type Facts = Readonly<Record<string, unknown>>

/** A message: an object with one key. */
type Message = { readonly [Name in SentName]?: Facts }

function factsOf(event: unknown, at: unknown): Facts {
  return typeof event === 'object' && event !== null ? { ...event, at } : {}
}

function isComplianceKind(kind: string): kind is ComplianceKind {
  return Object.hasOwn(SMALLEST, kind)
}

const SMALLEST: Readonly<Record<ComplianceKind, (facts: Facts) => Message | undefined>> = {
  'user.state_changed': (facts) => {
    const name = nameIn(USER_MESSAGES, facts)
    if (name === undefined || !hasId(facts, 'user_id')) return undefined
    const user = { id: facts['user_id'], id_str: String(facts['user_id']) }
    return { [name]: name === 'user_withheld' ? { user, ...timeOf(facts) } : { ...user, ...timeOf(facts) } }
  },
  'user.geo_scrubbed': (facts) => {
    if (!hasId(facts, 'user_id')) return undefined
    const upTo = hasId(facts, 'up_to_post_id') ? both('up_to_status_id', facts['up_to_post_id']) : {}
    return { scrub_geo: { ...both('user_id', facts['user_id']), ...upTo, ...timeOf(facts) } }
  },
  'post.deleted': (facts) => statusMessage('delete', facts),
  'compliance.tested': (facts) => statusMessage('delete', facts),
  'post.state_changed': (facts) => {
    const name = nameIn(POST_MESSAGES, facts)
    return name === undefined ? undefined : statusMessage(name, facts)
  },
  'post.edited': (facts) => {
    if (!hasId(facts, 'post_id')) return undefined
    const initial = hasId(facts, 'initial_id') ? { initial_tweet_id: String(facts['initial_id']) } : {}
    return { tweet_edit: { id: String(facts['post_id']), ...initial, ...timeOf(facts) } }
  },
  'post.unliked': (facts) => {
    if (!hasId(facts, 'post_id') || !hasId(facts, 'user_id')) return undefined
    const favorite = { ...both('tweet_id', facts['post_id']), ...both('user_id', facts['user_id']) }
    return { delete: { favorite, ...timeOf(facts) } }
  },
}

const USER_MESSAGES: Readonly<Record<UserAction, SentName>> = {
  protect: 'user_protect',
  unprotect: 'user_unprotect',
  suspend: 'user_suspend',
  unsuspend: 'user_unsuspend',
  deactivate: 'user_delete',
  reactivate: 'user_undelete',
  withhold: 'user_withheld',
  unwithhold: 'user_withheld',
}

const POST_MESSAGES: Readonly<Record<PostAction, SentName>> = {
  drop: 'drop',
  undrop: 'undrop',
  withhold: 'status_withheld',
  unwithhold: 'status_withheld',
}

function nameIn(messages: Readonly<Record<string, SentName>>, facts: Facts): SentName | undefined {
  const action = String(facts['action'])
  return Object.hasOwn(messages, action) ? messages[action] : undefined
}

function statusMessage(name: SentName, facts: Facts): Message | undefined {
  if (!hasId(facts, 'post_id')) return undefined
  const user = hasId(facts, 'user_id') ? both('user_id', facts['user_id']) : {}
  return { [name]: { status: { ...both('id', facts['post_id']), ...user }, ...timeOf(facts) } }
}

function hasId(facts: Facts, name: string): boolean {
  const id = facts[name]
  return typeof id === 'bigint' && id >= 0n
}

/** An id as a number and as a text of digits. */
function both(name: string, id: unknown): Facts {
  return { [name]: id, [`${name}_str`]: String(id) }
}

function timeOf({ at }: Facts): Facts {
  return Number.isSafeInteger(at) ? { timestamp_ms: String(at) } : {}
}

/** Marks numbers with more digits than JSON.stringify can write. `DIGITS` removes the marks from the text. */
function writeDigits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `\u0001${value}` : value
}

const DIGITS = /"\\u0001(\d+)"/g
