/** How an event lies in the table: columns for what is queried, JSON for the rest, and a checksum over all. */
import { crc32 } from 'node:zlib'
import { StoreDamaged, StoreRefused } from '../db/errors.ts'
import type { EventsTable } from '../db/schema.ts'
import type { EventDraft } from '../db/store.ts'
import { EVENT_KINDS, type Event, type EventKind, type LoggedEvent } from './event.ts'
import { partitionOf } from './partition.ts'

/** The user by whom events without a user are partitioned. */
const NOBODY = 0n

/**
 * The row of an event, without its position.
 * @param at milliseconds since the Unix epoch
 */
export function toDraft(at: number, event: Event): EventDraft {
  const { kind, ...facts } = event
  const userId = 'user_id' in event ? event.user_id : null
  return {
    at,
    kind,
    user_id: userId,
    post_id: 'post_id' in event ? event.post_id : null,
    partition: partitionOf(userId ?? NOBODY),
    facts: JSON.stringify(written(facts)),
  }
}

/** Facts with their ids as digits; at any depth. (A replacer of JSON.stringify takes thrice as long.) */
function written(facts: object): Record<string, unknown> {
  const digits: Record<string, unknown> = {}
  for (const name in facts) {
    const value: unknown = facts[name as keyof typeof facts]
    if (typeof value === 'bigint') digits[name] = String(value)
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) digits[name] = value
    else digits[name] = written(value)
  }
  return digits
}

/**
 * The event of a row.
 * @throws {StoreDamaged} when the row is not what was written
 * @throws {StoreRefused} when a newer program wrote it
 */
export function fromRow(row: EventsTable): LoggedEvent {
  if (checksumOf(row.position, row) !== row.checksum) {
    throw new StoreDamaged(
      `event ${row.position} of the log is damaged; run "aviary verify", then "aviary restore" a backup`,
    )
  }
  if (!Object.hasOwn(EVENT_KINDS, row.kind)) {
    throw new StoreRefused(
      `event ${row.position} of the log was written by a newer Aviary (${row.kind}); start the newer program`,
    )
  }
  return fromDraft(row.position, row)
}

/** The event that is stored as this draft at that position, without looking at the table. */
export function fromDraft(position: bigint, { at, kind, partition, facts }: EventDraft): LoggedEvent {
  const event = JSON.parse(facts) as Record<string, unknown>
  reviveIds(event)
  return Object.assign(event, { kind: kind as EventKind, position, at, partition }) as unknown as LoggedEvent
}

/** CRC-32 over every column but the checksum itself. */
export function checksumOf(position: bigint, draft: EventDraft): number {
  const { at, kind, user_id, post_id, partition, facts } = draft
  return crc32(`${position}|${at}|${kind}|${user_id}|${post_id}|${partition}|${facts}`)
}

/** Facts whose names end in `_id` are 64-bit ids, kept as digits; at any depth. (A reviver of JSON.parse takes thrice as long.) */
function reviveIds(facts: Record<string, unknown>): void {
  for (const key in facts) {
    const value = facts[key]
    if (typeof value === 'string') {
      if (key.endsWith('_id')) facts[key] = BigInt(value)
    } else if (typeof value === 'object' && value !== null) reviveIds(value as Record<string, unknown>)
  }
}
