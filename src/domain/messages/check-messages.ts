/**
 * Checks for "aviary verify": the checksums of messages, that only participants have copies, and that a
 * message is erased exactly if no participant has a copy.
 */
import { sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../db/maintenance/check.ts'
import { once } from '../../db/query.ts'
import type { MessagesTable } from '../../db/schema.ts'
import { checksumOf, ERASED } from './record.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

export const messagesCheck: Check = {
  name: 'messages',
  async run(snapshot, findings) {
    let messages = 0
    for await (const rows of snapshot.stream(allMessages, {})) {
      for (const row of rows) {
        if (checksumOf(row) !== row.checksum) {
          findings.fault(
            this.name,
            `The message ${row.id} is not what was written: its checksum does not fit.`,
          )
        }
      }
      messages += rows.length
    }
    for (const { user_id, message_id } of await snapshot.rows(strayCopies, {})) {
      findings.fault(this.name, `User ${user_id} has the message ${message_id}, of which it is no side.`)
    }
    for (const { message_id } of await snapshot.rows(wronglyErased, {})) {
      findings.fault(this.name, `The message ${message_id} is erased for one side only, or for none.`)
    }
    findings.count('messages', messages)
  },
}

const allMessages = once<MessagesTable>((k) => k.selectFrom('messages').selectAll().orderBy('id'))

const strayCopies = once<{ user_id: bigint; message_id: bigint }>(
  () => sql`select message_copies.user_id, message_copies.message_id from message_copies
    left join messages on messages.id = message_copies.message_id
      and message_copies.user_id in (messages.sender_id, messages.recipient_id)
    where messages.id is null limit ${LIMIT}`,
)

/** A message without copies must be erased. A message with copies must not be erased. */
const wronglyErased = once<{ message_id: bigint }>(
  () => sql`select messages.id as message_id from messages
    where (messages.content = ${sql.lit(ERASED)}) = exists (
      select 1 from message_copies
      where message_copies.message_id = messages.id
        and message_copies.user_id in (messages.sender_id, messages.recipient_id)
    ) limit ${LIMIT}`,
)
