/**
 * Deletes the copy of a message for one participant. Erases the content after both participants have deleted their
 * copies (INVARIANTS.md 8).
 */
import { query } from '../../db/query.ts'
import type { MessagesTable } from '../../db/schema.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { releaseOfMessage } from '../media/attach.ts'
import { checksumOf, ERASED } from './record.ts'

/**
 * Deletes the user's copy of a message. The other participant keeps a copy. After the last copy is deleted, the content
 * is erased, but sender, recipient and time remain.
 * @throws {Refusal} `message-not-found`, also when the user has no copy of the message
 */
export async function deleteMessage(
  context: Context,
  { id, userId }: { readonly id: bigint; readonly userId: bigint },
): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    if (await deleteMessageCopy(tx, { id, userId, now })) return
    throw new Refusal('message-not-found', `user ${userId} has no message ${id}`)
  })
}

/**
 * As {@link deleteMessage}, inside a transaction of the caller.
 * @param request.now milliseconds since the Unix epoch
 * @returns false when the user has no copy of the message
 */
export async function deleteMessageCopy(
  tx: Tx,
  { id, userId, now }: { readonly id: bigint; readonly userId: bigint; readonly now: number },
): Promise<boolean> {
  // The lock serializes deletions, so that the last of them sees that no other copy is left.
  const row = await tx.first(lockedMessage, { id })
  const removed = row === undefined ? 0 : await tx.run(deleteCopy, { user: userId, id })
  if (row === undefined || removed === 0) return false
  const isErased = !(await hasOther(tx, row, userId))
  if (isErased) await erase(tx, row, now)
  append(tx, now, { kind: 'message.deleted', user_id: userId, message_id: id, is_erased: isErased })
  return true
}

async function hasOther(
  tx: Tx,
  { id, sender_id, recipient_id }: MessagesTable,
  userId: bigint,
): Promise<boolean> {
  const other = sender_id === userId ? recipient_id : sender_id
  return other !== userId && (await tx.first(copyOf, { user: other, id })) !== undefined
}

async function erase(tx: Tx, row: MessagesTable, now: number): Promise<void> {
  const checksum = checksumOf({ ...row, content: ERASED, erased_at: now })
  await Promise.all([tx.run(eraseContent, { id: row.id, now, checksum }), releaseOfMessage(tx, row.id)])
}

const lockedMessage = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('messages').selectAll().where('id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const deleteCopy = query<{ user: bigint; id: bigint }>()((k, p) =>
  k.deleteFrom('message_copies').where('user_id', '=', p('user')).where('message_id', '=', p('id')),
)

const copyOf = query<{ user: bigint; id: bigint }>()((k, p) =>
  k
    .selectFrom('message_copies')
    .select('message_id')
    .where('user_id', '=', p('user'))
    .where('message_id', '=', p('id')),
)

const eraseContent = query<{ id: bigint; now: number; checksum: number }>()((k, p) =>
  k
    .updateTable('messages')
    .set({ content: ERASED, erased_at: p('now'), checksum: p('checksum') })
    .where('id', '=', p('id')),
)
