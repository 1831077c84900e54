/**
 * Checks that the log has every event from the oldest event that was not trimmed up to the head, and that no event was
 * changed.
 */
import { sql } from 'kysely'
import { type Check, type Findings, RESTORE } from '../db/maintenance/check.ts'
import { once } from '../db/query.ts'
import type { EventsTable } from '../db/schema.ts'
import { EVENT_KINDS } from './event.ts'
import { checksumOf } from './record.ts'

const NAME = 'log'

export const logCheck: Check = {
  name: NAME,
  async run(snapshot, findings) {
    const ends = await snapshot.first(headAndTrimmed, {})
    if (ends === undefined) {
      findings.fault(NAME, 'The row that holds the head of the log is missing.')
      return
    }
    let last = ends.trimmed
    let events = 0
    for await (const rows of snapshot.stream(allEvents, {})) {
      for (const row of rows) {
        checkPlace(row.position, last, ends, findings)
        checkContent(row, findings)
        last = row.position
      }
      events += rows.length
    }
    if (last < ends.head) findings.fault(NAME, missing(last + 1n, ends.head))
    if (ends.trimmed > ends.head) findings.fault(NAME, 'More was trimmed from the log than was ever written.')
    findings.count('events', events)
  },
}

/** Checks that the positions of consumers are within the log. */
export const consumersCheck: Check = {
  name: 'consumers',
  async run(snapshot, findings) {
    const rows = await snapshot.rows(consumers, {})
    for (const { name, position, head } of rows) {
      if (position >= 0n && position <= head) continue
      findings.fault(
        this.name,
        `The reader ${name} stands at ${position}, and the log ends at ${head}: it would miss what comes next.`,
      )
    }
    findings.count('consumers', rows.length)
  },
}

function checkPlace(
  position: bigint,
  last: bigint,
  ends: { readonly head: bigint; readonly trimmed: bigint },
  findings: Findings,
): void {
  if (position > last + 1n) findings.fault(NAME, missing(last + 1n, position - 1n))
  if (position <= ends.trimmed) findings.fault(NAME, `Event ${position} is there, although it was trimmed.`)
  if (position > ends.head) {
    findings.fault(NAME, `Event ${position} lies beyond the head of the log, which is ${ends.head}.`)
  }
}

function checkContent(row: EventsTable, findings: Findings): void {
  if (checksumOf(row.position, row) !== row.checksum) {
    findings.fault(NAME, `Event ${row.position} is not what was written: its checksum does not fit.`)
  } else if (!Object.hasOwn(EVENT_KINDS, row.kind)) {
    findings.fault(
      NAME,
      `Event ${row.position} is of the kind ${JSON.stringify(row.kind)}, which this program does not know.`,
      `Use the Aviary that wrote it, or a newer one. ${RESTORE}`,
    )
  }
}

function missing(from: bigint, to: bigint): string {
  return from === to ? `Event ${from} is missing.` : `Events ${from} to ${to} are missing.`
}

const headAndTrimmed = once<{ head: bigint; trimmed: bigint }>((k) =>
  k.selectFrom('event_log').select(['head', 'trimmed']).where('one', '=', 1),
)

const allEvents = once<EventsTable>((k) => k.selectFrom('events').selectAll().orderBy('position'))

const consumers = once<{ name: string; position: bigint; head: bigint }>(
  () => sql`select name, position, head from consumers, event_log where one = 1 order by name`,
)
