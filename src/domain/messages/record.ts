/** Message rows and the domain type of a message. */
import { crc32 } from 'node:zlib'
import { ItemCorrupt } from '../../db/errors.ts'
import type { MessagesTable } from '../../db/schema.ts'
import type { MessageContent } from './content.ts'
import { messageContentOf } from './content-schema.ts'

/** A message with at least one remaining copy. */
export interface Message {
  /** A snowflake, which contains the time of sending. */
  readonly id: bigint
  readonly senderId: bigint
  readonly recipientId: bigint
  /** App of the sender, if known. */
  readonly appId: bigint | null
  readonly content: MessageContent
}

/** A row without its checksum. */
export type MessageFacts = Omit<MessagesTable, 'checksum'>

/** Content of a message that both participants deleted. */
export const ERASED = ''

/** CRC-32 over every column but the checksum itself. */
export function checksumOf({
  id,
  sender_id,
  recipient_id,
  app_id,
  erased_at,
  content,
}: MessageFacts): number {
  return crc32(`${id}|${sender_id}|${recipient_id}|${app_id}|${erased_at}|${content}`)
}

/** @throws {ItemCorrupt} when the row is not what was written */
export function messageIn(row: MessagesTable): Message {
  if (checksumOf(row) !== row.checksum) {
    throw new ItemCorrupt(
      `the message ${row.id} is damaged; run "aviary verify", then "aviary restore" a backup`,
    )
  }
  return {
    id: row.id,
    senderId: row.sender_id,
    recipientId: row.recipient_id,
    appId: row.app_id,
    content: messageContentOf(row.content),
  }
}
