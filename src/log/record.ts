/**
 * Encodes events as rows: columns for the fields that queries use, JSON for the other fields, and a checksum. The log
 * is the largest table of an active network, so no field is stored twice, and empty references of posts are not stored.
 */
import { crc32 } from 'node:zlib'
import { ItemCorrupt, StoreRefused } from '../db/errors.ts'
import type { EventsTable } from '../db/schema.ts'
import type { EventDraft } from '../db/store.ts'
import {
  EVENT_KINDS,
  type Event,
  type EventKind,
  type LogEntry,
  type LoggedEvent,
  NO_REFERENCES,
} from './event.ts'
import { PARTITIONS, partitionOf } from './partition.ts'

/** The user id from which the partition of an event without a user is computed. */
const NO_USER = 0n

type Facts = Record<string, unknown>

/** For each kind, the values of fields that are missing in the JSON: null, or an empty list. */
const DEFAULT_FACTS: ReadonlyMap<string, Readonly<Facts>> = new Map([['post.created', { ...NO_REFERENCES }]])

const NO_DEFAULTS: Readonly<Facts> = Object.freeze({})

/** The JSON of an event whose fields are all in columns. */
const NO_FACTS = '{}'

/**
 * The row of an event, without its position.
 * @param at milliseconds since the Unix epoch
 */
export function toDraft(at: number, event: Event): EventDraft {
  const { kind } = event
  const userId = 'user_id' in event ? event.user_id : null
  return {
    at,
    kind,
    user_id: userId,
    post_id: 'post_id' in event ? event.post_id : null,
    partition: partitionOf(userId ?? NO_USER),
    facts: JSON.stringify(factsOf(event)),
  }
}

/** The fields that are not in columns. */
function factsOf(event: Event): Facts {
  const facts: Facts = {}
  const defaults = DEFAULT_FACTS.get(event.kind) ?? NO_DEFAULTS
  for (const name in event) {
    const value: unknown = event[name as keyof Event]
    if (name === 'kind' || (isColumn(name) && typeof value === 'bigint')) continue
    if (name in defaults && (value === null || (Array.isArray(value) && value.length === 0))) continue
    facts[name] = encodeIds(value)
  }
  return facts
}

function isColumn(name: string): boolean {
  return name === 'user_id' || name === 'post_id'
}

/**
 * Converts ids to digits, also in nested values. A replacer function of JSON.stringify would take three times as long.
 */
function encodeIds(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const digits: Facts = {}
  for (const name in value) digits[name] = encodeIds(value[name as keyof typeof value])
  return digits
}

/**
 * Decodes a row.
 * @throws {ItemCorrupt} when the row is corrupt or cannot be decoded
 * @throws {StoreRefused} when a newer release wrote the row
 */
export function fromRow(row: EventsTable): LoggedEvent {
  if (checksumOf(row.position, row) !== row.checksum) {
    throw new ItemCorrupt(
      `event ${row.position} of the log is damaged; run "aviary verify", then "aviary restore" a backup`,
    )
  }
  if (!Object.hasOwn(EVENT_KINDS, row.kind)) {
    throw new StoreRefused(
      `event ${row.position} of the log was written by a newer Aviary (${row.kind}); start the newer program`,
    )
  }
  try {
    return fromDraft(row.position, row)
  } catch (error) {
    throw new ItemCorrupt(`event ${row.position} of the log cannot be decoded: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/**
 * Decodes a row. A row that cannot be read becomes an {@link UnreadableEvent}, so that readers can continue with the
 * next row.
 */
export function entryOf(row: EventsTable): LogEntry {
  try {
    return fromRow(row)
  } catch (error) {
    const isWritten = checksumOf(row.position, row) === row.checksum
    return {
      kind: 'unreadable',
      position: row.position,
      at: row.at,
      partition: isWritten && row.partition >= 1 && row.partition <= PARTITIONS ? row.partition : undefined,
      reason: messageOf(error),
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The event that was stored from a draft, without a read of the table. */
export function fromDraft(position: bigint, draft: EventDraft): LoggedEvent {
  const { at, kind, user_id, post_id, partition, facts } = draft
  const event: Facts = { ...DEFAULT_FACTS.get(kind) }
  if (user_id !== null) event['user_id'] = user_id
  if (post_id !== null) event['post_id'] = post_id
  if (facts !== NO_FACTS) {
    const fields = JSON.parse(facts) as Facts
    reviveIds(fields)
    Object.assign(event, fields)
  }
  return Object.assign(event, { kind: kind as EventKind, position, at, partition }) as unknown as LoggedEvent
}

/** CRC-32 over all columns except the checksum. */
export function checksumOf(position: bigint, draft: EventDraft): number {
  const { at, kind, user_id, post_id, partition, facts } = draft
  return crc32(`${position}|${at}|${kind}|${user_id}|${post_id}|${partition}|${facts}`)
}

/**
 * Converts the values of fields whose names end in `_id` to bigint, also in nested objects. A reviver function of
 * JSON.parse would take three times as long.
 */
function reviveIds(facts: Facts): void {
  for (const key in facts) {
    const value = facts[key]
    if (typeof value === 'string') {
      if (key.endsWith('_id')) facts[key] = BigInt(value)
    } else if (typeof value === 'object' && value !== null) reviveIds(value as Facts)
  }
}
