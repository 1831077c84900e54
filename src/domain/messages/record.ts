/** Rows of messages, and their conversion into domain objects. */
import { crc32 } from 'node:zlib'
import { ItemCorrupt } from '../../db/errors.ts'
import type { MessagesTable } from '../../db/schema.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import type { MessageContent } from './content.ts'
import { messageContentOf } from './content-schema.ts'

/** A message with at least one copy. */
export interface Message {
  /** The id, a snowflake. Before the middle of 2011 ids were sequential. */
  readonly id: bigint
  /** Milliseconds since the Unix epoch; undefined when the id contains the time. */
  readonly sentAt?: number | undefined
  readonly senderId: bigint
  readonly recipientId: bigint
  /** The app that the sender used, if known. */
  readonly appId: bigint | null
  readonly content: MessageContent
}

/** A row without its checksum. */
export type MessageFacts = Omit<MessagesTable, 'checksum'>

/** The stored content of a message that both participants have deleted. */
export const ERASED = ''

/** Time at which a message or an event was sent, in milliseconds since the Unix epoch. */
export function sentAtOf({ id, sentAt }: Pick<Message, 'id' | 'sentAt'>): number {
  return sentAt ?? snowflakeTime(id)
}

/** CRC-32 over all columns except the checksum. */
export function checksumOf(facts: MessageFacts): number {
  const { id, sender_id, recipient_id, app_id, erased_at, content, sent_at } = facts
  return crc32(`${id}|${sender_id}|${recipient_id}|${app_id}|${erased_at}|${content}${timeIn(sent_at)}`)
}

/**
 * The part of a checksum that depends on a stored time. This part is empty without a time, so that rows of older
 * versions keep their checksums.
 */
export function timeIn(sentAt: number | null): string {
  return sentAt === null ? '' : `|${sentAt}`
}

/** Converts a row. @throws {ItemCorrupt} when the row is damaged, so that its checksum differs */
export function messageIn(row: MessagesTable): Message {
  if (checksumOf(row) !== row.checksum) {
    throw new ItemCorrupt(
      `the message ${row.id} is damaged; run "aviary verify", then "aviary restore" a backup`,
    )
  }
  return {
    id: row.id,
    sentAt: row.sent_at ?? undefined,
    senderId: row.sender_id,
    recipientId: row.recipient_id,
    appId: row.app_id,
    content: messageContentOf(row.content),
  }
}
