/**
 * How an event lies in the table: columns for what is queried, JSON for the rest, and a checksum over all. The log is the
 * largest table of a network that writes, so nothing is said twice, and of a post not what it has nothing to do with.
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

/** The user by whom events without a user are partitioned. */
const NOBODY = 0n

type Facts = Record<string, unknown>

/** What events of a kind say where their JSON says nothing else: null, or an empty list. */
const UNSAID: ReadonlyMap<string, Readonly<Facts>> = new Map([['post.created', { ...NO_REFERENCES }]])

const NOTHING: Readonly<Facts> = Object.freeze({})

/** The facts of an event that its columns say all of. */
const ALL_SAID = '{}'

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
    partition: partitionOf(userId ?? NOBODY),
    facts: JSON.stringify(unsaid(event)),
  }
}

/** What the columns of an event do not say. */
function unsaid(event: Event): Facts {
  const facts: Facts = {}
  const usual = UNSAID.get(event.kind) ?? NOTHING
  for (const name in event) {
    const value: unknown = event[name as keyof Event]
    if (name === 'kind' || (isColumn(name) && typeof value === 'bigint')) continue
    if (name in usual && (value === null || (Array.isArray(value) && value.length === 0))) continue
    facts[name] = written(value)
  }
  return facts
}

function isColumn(name: string): boolean {
  return name === 'user_id' || name === 'post_id'
}

/** Ids as digits, at any depth. (A replacer of JSON.stringify takes thrice as long.) */
function written(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const digits: Facts = {}
  for (const name in value) digits[name] = written(value[name as keyof typeof value])
  return digits
}

/**
 * The event of a row.
 * @throws {ItemCorrupt} when the row is not what was written, or cannot be decoded
 * @throws {StoreRefused} when a newer program wrote it
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

/** The event of a row, or a mark in its place: one row that cannot be read holds up none behind it. */
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

/** The event that is stored as this draft at that position, without looking at the table. */
export function fromDraft(position: bigint, draft: EventDraft): LoggedEvent {
  const { at, kind, user_id, post_id, partition, facts } = draft
  const event: Facts = { ...UNSAID.get(kind) }
  if (user_id !== null) event['user_id'] = user_id
  if (post_id !== null) event['post_id'] = post_id
  if (facts !== ALL_SAID) {
    const said = JSON.parse(facts) as Facts
    reviveIds(said)
    Object.assign(event, said)
  }
  return Object.assign(event, { kind: kind as EventKind, position, at, partition }) as unknown as LoggedEvent
}

/** CRC-32 over every column but the checksum itself. */
export function checksumOf(position: bigint, draft: EventDraft): number {
  const { at, kind, user_id, post_id, partition, facts } = draft
  return crc32(`${position}|${at}|${kind}|${user_id}|${post_id}|${partition}|${facts}`)
}

/** Facts whose names end in `_id` are 64-bit ids, kept as digits; at any depth. (A reviver of JSON.parse takes thrice as long.) */
function reviveIds(facts: Facts): void {
  for (const key in facts) {
    const value = facts[key]
    if (typeof value === 'string') {
      if (key.endsWith('_id')) facts[key] = BigInt(value)
    } else if (typeof value === 'object' && value !== null) reviveIds(value as Facts)
  }
}
