/** Message rows and the domain type of a message. */
import { crc32 } from 'node:zlib'
import { ItemCorrupt } from '../../db/errors.ts'
import type { MessagesTable } from '../../db/schema.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import type { MessageContent } from './content.ts'
import { messageContentOf } from './content-schema.ts'

/** A message with at least one remaining copy. */
export interface Message {
  /** A snowflake; until the middle of 2011 ids were sequential. */
  readonly id: bigint
  /** Milliseconds since the Unix epoch; undefined when the id contains the time. */
  readonly sentAt?: number | undefined
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

/** Time of sending of a message or an event, in milliseconds since the Unix epoch. */
export function sentAtOf({ id, sentAt }: Pick<Message, 'id' | 'sentAt'>): number {
  return sentAt ?? snowflakeTime(id)
}

/** CRC-32 over every column but the checksum itself. */
export function checksumOf(facts: MessageFacts): number {
  const { id, sender_id, recipient_id, app_id, erased_at, content, sent_at } = facts
  return crc32(`${id}|${sender_id}|${recipient_id}|${app_id}|${erased_at}|${content}${timeIn(sent_at)}`)
}

/** The part of a checksum for a stored time. Rows without one have the checksum of older versions. */
export function timeIn(sentAt: number | null): string {
  return sentAt === null ? '' : `|${sentAt}`
}

/** Converts a row. @throws {ItemCorrupt} when the row differs from the written one */
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
