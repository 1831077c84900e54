/**
 * Reads events from the table of events, for the tail (tail.ts) and for the relay. All other code reads events through
 * the tail.
 */
import { StoreCorrupt } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { EventsTable } from '../db/schema.ts'
import type { Reader } from '../db/store.ts'
import type { LogEntry } from './event.ts'
import { logHead } from './log-head.ts'
import { entryOf } from './record.ts'

/** Thrown for a position before the oldest event in the log. */
export class PositionTooOld extends Error {
  override readonly name = 'PositionTooOld'
  /** The oldest position that can be read. */
  readonly oldest: bigint

  constructor(asked: bigint, oldest: bigint) {
    super(`position ${asked} is older than the log, which begins at ${oldest}`)
    this.oldest = oldest
  }
}

/**
 * The event at a position; undefined when the event was trimmed, or when the log ends before the position.
 * @throws {StoreCorrupt} when the event is missing
 */
export async function findEvent(reader: Reader, position: bigint): Promise<LogEntry | undefined> {
  try {
    return (await readTable(reader, position - 1n, 1))[0]
  } catch (error) {
    if (error instanceof PositionTooOld) return undefined
    throw error
  }
}

/**
 * Reads events from the table, in order and without a gap, beginning with the event after `position`.
 * @throws {PositionTooOld} when the event after `position` was trimmed
 * @throws {StoreCorrupt} when an event is missing
 */
export async function readTable(reader: Reader, position: bigint, max: number): Promise<LogEntry[]> {
  return (await readEventRows(reader, position, max)).map(entryOf)
}

/** Like {@link readTable}, but returns rows that are not decoded. */
export async function readEventRows(
  reader: Reader,
  position: bigint,
  max: number,
): Promise<readonly EventsTable[]> {
  const rows = await reader.rows(eventsAfter, { position, max })
  if (rows[0]?.position !== position + 1n) {
    const { head, trimmed } = await logHead(reader)
    if (position < trimmed) throw new PositionTooOld(position, trimmed + 1n)
    // The event may have been committed since the first read.
    if (rows.length > 0 || position < head) return readAgain(reader, position, max)
  }
  return requireNoGap(rows, position)
}

async function readAgain(reader: Reader, position: bigint, max: number): Promise<readonly EventsTable[]> {
  const rows = await reader.rows(eventsAfter, { position, max })
  if (rows.length === 0) throw missing(position + 1n)
  return requireNoGap(rows, position)
}

function requireNoGap(rows: readonly EventsTable[], position: bigint): readonly EventsTable[] {
  for (const [index, row] of rows.entries()) {
    const expected = position + BigInt(index) + 1n
    if (row.position !== expected) throw missing(expected)
  }
  return rows
}

function missing(position: bigint): StoreCorrupt {
  return new StoreCorrupt(
    `event ${position} of the log is missing; run "aviary verify", then "aviary restore" a backup`,
  )
}

const eventsAfter = query<{ position: bigint; max: number }>()((k, p) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('position', '>', p('position'))
    .orderBy('position')
    .limit(p('max')),
)
