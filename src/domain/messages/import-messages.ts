/** Imports direct messages in batches: one transaction and one event for each batch. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { insertMissingUsers } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import type { MessageContent } from './content.ts'
import { withLinkedMedia } from './media.ts'
import { checksumOf, type Message, type MessageFacts } from './record.ts'

/** An upload to attach to an imported message. */
export interface MessagePicture {
  readonly mediaId: bigint
  /** Owner of the upload. */
  readonly ownerId: bigint
  /** Slug of the short link to the media, for a text without such a link. */
  readonly slug: string
}

const NO_PICTURES: ReadonlyMap<bigint, MessagePicture> = new Map()

/** Selects the ids that no stored or erased message has. @param ids at most a few thousand */
export async function messagesUnknown(reader: Reader, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const rows = await reader.rows(messagesThere, { ids: idList(ids) })
  const there = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

/**
 * Imports missing messages for both participants, and missing users. Messages and copies that were deleted on this
 * server stay deleted.
 * @param note the function that stores the progress of the import, called inside the transaction
 * @param pictures media to attach to new messages, by message id
 * @returns the number of new messages
 */
export async function importMessages(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  messages: readonly Message[],
  note: (tx: Tx, imported: number) => Promise<void>,
  pictures: ReadonlyMap<bigint, MessagePicture> = NO_PICTURES,
): Promise<number> {
  const now = clock.now()
  const byId = new Map(messages.map((message) => [message.id, message]))
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return store.writeAlone(async (tx) => {
    const users = new Set(sorted.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))
    await insertMissingUsers(tx, users, now)
    const added = await insertMessages(tx, (await withPictures(tx, sorted, pictures, now)).map(rowOf))
    await insertCopies(tx, copiesOf(added.flatMap(([id]) => byId.get(id as bigint) ?? [])))
    if (added.length > 0) {
      append(tx, now, {
        kind: 'import.applied',
        of: 'messages',
        lines: messages.length,
        imported: added.length,
      })
    }
    await note(tx, added.length)
    return added.length
  })
}

/** Adds media to the new messages. Existing messages do not change. */
async function withPictures(
  tx: Tx,
  messages: readonly Message[],
  pictures: ReadonlyMap<bigint, MessagePicture>,
  now: number,
): Promise<readonly Message[]> {
  if (pictures.size === 0) return messages
  const unknown = await messagesUnknown(tx, [...pictures.keys()])
  const whole: Message[] = []
  for (const message of messages) {
    const { id: messageId, content } = message
    const picture = unknown.has(messageId) ? pictures.get(messageId) : undefined
    if (picture === undefined) whole.push(message)
    else whole.push({ ...message, content: await withPicture(tx, messageId, content, picture, now) })
  }
  return whole
}

/**
 * The content of a message with its picture.
 * @param now milliseconds since the Unix epoch
 * @throws {Refusal} as `withMedia`
 */
export function withPicture(
  tx: Tx,
  messageId: bigint,
  content: MessageContent,
  picture: MessagePicture,
  now: number,
): Promise<MessageContent> {
  return withLinkedMedia(tx, content, { ...picture, messageId, now })
}

function rowOf({ id, senderId, recipientId, appId, content, sentAt }: Message) {
  const facts: MessageFacts = {
    id,
    sender_id: senderId,
    recipient_id: recipientId,
    app_id: appId,
    content: JSON.stringify(content),
    erased_at: null,
    sent_at: sentAt ?? null,
  }
  return [id, senderId, recipientId, appId, facts.content, facts.sent_at, checksumOf(facts)]
}

/** The copies of the messages, in the order of the primary key. A message to oneself has one copy. */
function copiesOf(messages: readonly Message[]): [bigint, bigint][] {
  return messages
    .flatMap(({ id, senderId, recipientId }) =>
      [...new Set([senderId, recipientId])].map((userId): [bigint, bigint] => [userId, id]),
    )
    .sort(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1))
}

// Uses the primary key for each id.
const messagesThere = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select messages.id from ${idsOf(p('ids'), engine)} as wanted join messages on messages.id = wanted.id`,
)

const insertMessages = bulk(
  {
    id: 'integer',
    sender_id: 'integer',
    recipient_id: 'integer',
    app_id: 'integer',
    content: 'text',
    sent_at: 'integer',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('messages')
      .columns(['id', 'sender_id', 'recipient_id', 'app_id', 'content', 'sent_at', 'checksum'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
  'id',
)

const insertCopies = bulk({ user_id: 'integer', message_id: 'integer' }, (k, rows) =>
  k
    .insertInto('message_copies')
    .columns(['user_id', 'message_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)
