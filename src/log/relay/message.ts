/** Converts events to messages of the relay. Each event is one message with all columns of its row. */
import type { EventsTable } from '../../db/schema.ts'
import type { LogEntry } from '../event.ts'
import { checksumOf, fromRow } from '../record.ts'

/**
 * Version of the message format. A reader ignores messages of other versions, and reads their events from the table.
 */
const FORM = 1

const FIELDS = 9

/** Headers of a message. */
export const SERVER_HEADER = 'Aviary-Server'
export const TIMELINE_HEADER = 'Aviary-Timeline'

/** `[form, position, at, kind, user, post, partition, facts, checksum]`; ids and positions are digits. */
export function encodeRow(row: EventsTable): string {
  const { position, at, kind, user_id, post_id, partition, facts, checksum } = row
  return JSON.stringify([
    FORM,
    String(position),
    at,
    kind,
    user_id === null ? null : String(user_id),
    post_id === null ? null : String(post_id),
    partition,
    facts,
    checksum,
  ])
}

/** The row of a message; undefined for a message of another version, and for a message that was changed. */
export function decodeRow(text: string): EventsTable | undefined {
  const fields = fieldsOf(text)
  if (fields === undefined) return undefined
  const [, position, at, kind, user, post, partition, facts, checksum] = fields
  const [positionId, userId, postId] = [idOf(position), idOf(user), idOf(post)]
  if (typeof positionId !== 'bigint' || userId === undefined || postId === undefined) return undefined
  if (typeof at !== 'number' || typeof kind !== 'string' || typeof facts !== 'string') return undefined
  if (typeof partition !== 'number' || typeof checksum !== 'number') return undefined
  const draft = { at, kind, user_id: userId, post_id: postId, partition, facts }
  if (checksumOf(positionId, draft) !== checksum) return undefined
  return { position: positionId, ...draft, checksum }
}

/** The event of a message; undefined for an event that this release cannot decode. */
export function decodeEvent(text: string): LogEntry | undefined {
  const row = decodeRow(text)
  if (row === undefined) return undefined
  try {
    return fromRow(row)
  } catch {
    // The reader of the relay then reads the event from the table, and the read of the table reports the error.
    return undefined
  }
}

function fieldsOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value[0] === FORM && value.length === FIELDS ? value : undefined
  } catch {
    // The value is not a message of Aviary.
    return undefined
  }
}

/** Decodes an id. Returns undefined for a value that is not an id. */
function idOf(value: unknown): bigint | null | undefined {
  if (value === null) return null
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined
}
