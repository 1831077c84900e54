/**
 * Checks for "aviary verify": the checksums of group events, that only members have copies, and that an event is erased
 * exactly if no member has a copy.
 */
import { sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../../db/maintenance/check.ts'
import { once } from '../../../db/query.ts'
import type { GroupEventsTable } from '../../../db/schema.ts'
import { ERASED } from '../record.ts'
import { groupChecksumOf } from './group-record.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

export const groupsCheck: Check = {
  name: 'groups',
  async run(snapshot, findings) {
    let events = 0
    for await (const rows of snapshot.stream(allEvents, {})) {
      for (const row of rows) {
        if (groupChecksumOf(row) !== row.checksum) {
          findings.fault(
            this.name,
            `The group event ${row.id} is not what was written: its checksum is wrong.`,
          )
        }
      }
      events += rows.length
    }
    for (const { user_id, event_id } of await snapshot.rows(strayCopies, {})) {
      findings.fault(
        this.name,
        `User ${user_id} has the group event ${event_id}, but the event does not exist in this form, or the user is no member of its group.`,
      )
    }
    for (const { event_id } of await snapshot.rows(wronglyErased, {})) {
      findings.fault(
        this.name,
        `The group event ${event_id} is erased although a member still has it, or is not erased although no member has it.`,
      )
    }
    findings.count('group events', events)
  },
}

const allEvents = once<GroupEventsTable>((k) => k.selectFrom('group_events').selectAll().orderBy('id'))

const strayCopies = once<{ user_id: bigint; event_id: bigint }>(
  () => sql`select group_copies.user_id, group_copies.event_id from group_copies
    left join group_events on group_events.id = group_copies.event_id
      and group_events.group_id = group_copies.group_id and group_events.kind = group_copies.kind
    left join group_members on group_members.group_id = group_copies.group_id
      and group_members.user_id = group_copies.user_id
    where group_events.id is null or group_members.user_id is null limit ${LIMIT}`,
)

/** An event without copies must be erased. An event with copies must not be erased. */
const wronglyErased = once<{ event_id: bigint }>(
  () => sql`select group_events.id as event_id from group_events
    where (group_events.content = ${sql.lit(ERASED)}) = exists (
      select 1 from group_copies where group_copies.event_id = group_events.id
    ) limit ${LIMIT}`,
)
