/**
 * Converts events to messages of the compliance stream with one table (spec/compliance-stream.md#events).
 *
 * The stream omits no event. If the message of an event cannot be rendered completely, the stream sends a message that
 * has only ids (smallest.ts). If even that message is impossible, the stream sends a gap message.
 */
import {
  type ComplianceFacts,
  type ComplianceKind,
  type EventKind,
  type EventOf,
  type EventTable,
  type LogEntry,
  type LoggedEvent,
  type PostAction,
  readEvent,
  type UserAction,
} from '../../log/event.ts'
import { type Day, isOn } from '../fields/day.ts'
import type { MessageText } from './message-names.ts'
import { gapLine, smallestOf } from './smallest.ts'

type StateChange = EventOf<'user.state_changed'>
type PostStateChange = EventOf<'post.state_changed'>

/**
 * Messages as text; each is an object with one key. The texts are concatenated, because calls of `JSON.stringify` would
 * cost more than the compression of busy streams. The type requires a message for each kind of `ComplianceKind`, and
 * allows only the names in message-names.ts.
 */
type Messages = EventTable<MessageText> & {
  readonly [Kind in ComplianceKind | 'compliance.retold']: (event: EventOf<Kind>) => MessageText
} & { readonly [Kind in Exclude<EventKind, ComplianceKind | 'compliance.retold'>]: undefined }

const MESSAGES: Messages = {
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
  'post.bookmarked': undefined,
  'post.unbookmarked': undefined,
  'post.created': undefined,
  'post.liked': undefined,
  'post.hidden': undefined,
  'post.seen': undefined,
  'user.pinned': undefined,
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
  'message.created': undefined,
  'message.deleted': undefined,
  'message.typing': undefined,
  'group.event_created': undefined,
  'group.event_deleted': undefined,
  'user.reported': undefined,
  'users.recounted': undefined,
  'message.read': undefined,
  'app.changed': undefined,
  'media.uploaded': undefined,
  'media.described': undefined,
  'console.changed': undefined,
  'project.changed': undefined,
  'token.created': undefined,
  'token.revoked': undefined,
  'grant.changed': undefined,
  'webhook.changed': undefined,
  'webhook.subscribed': undefined,
  'webhook.unsubscribed': undefined,
  'webhook.replay_started': undefined,
  'webhook.replay_ended': undefined,
  'rule.added': undefined,
  'rule.deleted': undefined,
  'stream.opened': undefined,
  'compliance.retold': ({ of, of_at, position, partition }) =>
    renderedMessage({ ...of, at: of_at, position, partition }),
  'compliance.tested': (event) => `{"delete":${statusFacts(event)}}`,
  'post.restreamed': undefined,
  'items.retried': undefined,
  'import.applied': undefined,
}

const USER_ACTIONS: Readonly<Record<UserAction, (event: StateChange) => MessageText>> = {
  protect: (event) => `{"user_protect":${userFacts(event)}}`,
  unprotect: (event) => `{"user_unprotect":${userFacts(event)}}`,
  suspend: (event) => `{"user_suspend":${userFacts(event)}}`,
  unsuspend: (event) => `{"user_unsuspend":${userFacts(event)}}`,
  deactivate: (event) => `{"user_delete":${userFacts(event)}}`,
  reactivate: (event) => `{"user_undelete":${userFacts(event)}}`,
  withhold: userWithheld,
  unwithhold: userWithheld,
}

const POST_ACTIONS: Readonly<Record<PostAction, (event: PostStateChange) => MessageText>> = {
  drop: (event) => `{"drop":${statusFacts(event)}}`,
  undrop: (event) => `{"undrop":${statusFacts(event)}}`,
  withhold: statusWithheld,
  unwithhold: statusWithheld,
}

function statusFacts(event: EventOf<'post.deleted' | 'compliance.tested'> | PostStateChange): string {
  const { user_id, post_id, at } = event
  return `{"status":${statusIds(post_id, user_id)},"timestamp_ms":"${time(at)}"}`
}

function statusWithheld({ user_id, post_id, at, withheld_in_countries }: PostStateChange): MessageText {
  const countries = texts(withheld_in_countries)
  const facts = `"withheld_in_countries":${countries},"timestamp_ms":"${time(at)}"`
  return `{"status_withheld":{"status":${statusIds(post_id, user_id)},${facts}}}`
}

function statusIds(postId: bigint, userId: bigint): string {
  const [post, user] = [digits(postId), digits(userId)]
  return `{"id":${post},"id_str":"${post}","user_id":${user},"user_id_str":"${user}"}`
}

/** Messages contain the ids of an edit as texts. */
function editFacts({ post_id, initial_id, versions, at }: EventOf<'post.edited'>): string {
  return (
    `{"id":"${digits(post_id)}","initial_tweet_id":"${digits(initial_id)}",` +
    `"edit_tweet_ids":${texts(versions)},"timestamp_ms":"${time(at)}"}`
  )
}

function scrubFacts({ user_id, up_to_post_id, at }: EventOf<'user.geo_scrubbed'>): string {
  const [user, upTo] = [digits(user_id), digits(up_to_post_id)]
  return (
    `{"user_id":${user},"user_id_str":"${user}",` +
    `"up_to_status_id":${upTo},"up_to_status_id_str":"${upTo}","timestamp_ms":"${time(at)}"}`
  )
}

function favoriteFacts({ user_id, post_id, at }: EventOf<'post.unliked'>): string {
  const [post, user] = [digits(post_id), digits(user_id)]
  const favorite = `{"tweet_id":${post},"tweet_id_str":"${post}","user_id":${user},"user_id_str":"${user}"}`
  return `{"favorite":${favorite},"timestamp_ms":"${time(at)}"}`
}

function userFacts({ user_id, at }: StateChange): string {
  const user = digits(user_id)
  return `{"id":${user},"id_str":"${user}","timestamp_ms":"${time(at)}"}`
}

/**
 * The list in the message is the complete new list. It is empty if the user is no longer withheld. Both times are sent,
 * because some consumers read `timestamp_ms` and other consumers read `timestampMs`.
 */
function userWithheld({ user_id, at, withheld_in_countries }: StateChange): MessageText {
  const countries = texts(withheld_in_countries)
  const user = digits(user_id)
  const timestampMs = new Date(at).toISOString().replace('Z', '+00:00')
  const facts = `"withheld_in_countries":${countries},"timestamp_ms":"${time(at)}","timestampMs":"${timestampMs}"`
  return `{"user_withheld":{"user":{"id":${user},"id_str":"${user}"},${facts}}}`
}

/** The end of each message. The stream also sends a line end without a message, to keep the connection alive. */
export const MESSAGE_END = '\r\n'

/** The digits of an id. @throws {TypeError} for other values */
function digits(id: unknown): string {
  if (typeof id === 'bigint' && id >= 0n) return String(id)
  throw new TypeError('an id of the event is missing')
}

/** Checks a time in milliseconds since the Unix epoch. @throws {TypeError} for other values */
function time(at: unknown): number {
  if (typeof at === 'number' && Number.isSafeInteger(at)) return at
  throw new TypeError('the time of the event is missing')
}

/** A list of texts as JSON. @throws {TypeError} for other values */
function texts(list: unknown): string {
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return JSON.stringify(list)
  throw new TypeError('a list of the event is missing')
}

/** The complete message of an event, without the line end. */
function renderedMessage(event: LoggedEvent): MessageText {
  const message = readEvent(MESSAGES, event)
  if (message === undefined) throw new TypeError('the stream has no message for this event')
  return message
}

/** True for kinds of events that the stream sends. */
export function isStreamed(kind: EventKind): boolean {
  return MESSAGES[kind] !== undefined
}

/**
 * The complete message of an event, with the line end; undefined for an event that this stream does not send.
 * @throws {TypeError} when the event lacks a value that the message needs
 */
export function wholeMessageOf(event: LoggedEvent): string | undefined {
  return isStreamed(event.kind) ? renderedMessage(event) + MESSAGE_END : undefined
}

/** The first day with messages about dropped posts (spec/versioning.md#dates). */
const DROPS_SINCE: Day = '2020-02-07'

/** False if the API of that day did not have a message for this event, or for the event that this event repeats. */
function isSentOn(logged: LoggedEvent, day: Day | undefined): boolean {
  const event = logged.kind === 'compliance.retold' ? logged.of : logged
  if (event.kind !== 'post.state_changed') return true
  const isDrop = event.action === 'drop' || event.action === 'undrop'
  return !isDrop || isOn({ since: DROPS_SINCE }, day)
}

/** Called with an event of the log whose message cannot be rendered completely. */
export type OnIncomplete = (entry: LogEntry, error: unknown) => void

/**
 * The message of an event of the log, or the message that has only ids, with the line end; undefined for an event that
 * this stream does not send.
 * @param day the API day, which determines whether messages about dropped posts exist; by default the default day
 */
export function messageOf(
  entry: LogEntry,
  onIncomplete: OnIncomplete = () => undefined,
  day?: Day,
): string | undefined {
  if (entry.kind === 'unreadable') {
    onIncomplete(entry, new Error(entry.reason))
    return gapLine(entry) + MESSAGE_END
  }
  if (!isSentOn(entry, day)) return undefined
  try {
    return wholeMessageOf(entry)
  } catch (error) {
    onIncomplete(entry, error)
    return (smallestOf(entry) ?? gapLine(entry)) + MESSAGE_END
  }
}

/** True when a partition sends this event of the log. All partitions send an event whose partition is unreadable. */
export function isIn(entry: LogEntry, partition: number): boolean {
  return entry.partition === undefined || entry.partition === partition
}

/**
 * The facts about the same event that a later, complete message contains.
 * @throws {TypeError} for a kind that the stream does not send
 */
export function factsToRetell(event: LoggedEvent): { readonly of: ComplianceFacts; readonly at: number } {
  if (event.kind === 'compliance.retold') return { of: event.of, at: event.of_at }
  const { position: _position, partition: _partition, at, ...of } = event
  if (!isComplianceFacts(of)) throw new TypeError('the stream has no message for this event')
  return { of, at }
}

function isComplianceFacts(facts: { readonly kind: EventKind }): facts is ComplianceFacts {
  return Object.hasOwn(COMPLIANCE_KINDS, facts.kind)
}

const COMPLIANCE_KINDS: Readonly<Record<ComplianceKind, true>> = {
  'user.state_changed': true,
  'user.geo_scrubbed': true,
  'post.deleted': true,
  'post.edited': true,
  'post.state_changed': true,
  'post.unliked': true,
  'compliance.tested': true,
}
