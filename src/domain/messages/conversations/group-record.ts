/** Rows of group events, and their conversion into domain objects. */
import { crc32 } from 'node:zlib'
import { ItemCorrupt } from '../../../db/errors.ts'
import type { GroupEventsTable } from '../../../db/schema.ts'
import { stringsOf } from '../../../lib/json.ts'
import { messageContentOf } from '../content-schema.ts'
import { timeIn } from '../record.ts'
import type { DmEvent } from './dm-event.ts'

/** A row without its checksum. */
export type GroupEventFacts = Omit<GroupEventsTable, 'checksum'>

/** CRC-32 over all columns except the checksum. */
export function groupChecksumOf(facts: GroupEventFacts): number {
  const { id, group_id, kind, sender_id, app_id, erased_at, content, sent_at } = facts
  return crc32(`${id}|${group_id}|${kind}|${sender_id}|${app_id}|${erased_at}|${content}${timeIn(sent_at)}`)
}

/** Converts a row. @throws {ItemCorrupt} when the row is damaged, so that its checksum differs */
export function groupEventIn(row: GroupEventsTable): DmEvent {
  if (groupChecksumOf(row) !== row.checksum) {
    throw new ItemCorrupt(
      `the group event ${row.id} is corrupt; run "aviary verify", then "aviary restore" a backup`,
    )
  }
  const { id, sent_at, sender_id: senderId } = row
  const shared = { id, sentAt: sent_at ?? undefined, conversationId: String(row.group_id), senderId }
  if (row.kind === 'join') {
    return { kind: 'join', ...shared, content: undefined, participantIds: stringsOf(row.content).map(BigInt) }
  }
  return { kind: 'message', ...shared, content: messageContentOf(row.content), participantIds: [] }
}
