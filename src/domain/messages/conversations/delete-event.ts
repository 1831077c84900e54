/**
 * Deletes the copy of an event for one member. Erases the content after all members have deleted their copies
 * (INVARIANTS.md 8).
 */
import { query } from '../../../db/query.ts'
import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import { releaseOfMessage } from '../../media/attach.ts'
import { deleteMessage } from '../delete.ts'
import { ERASED } from '../record.ts'
import { groupChecksumOf } from './group-record.ts'

/**
 * Deletes the user's copy of an event, in a conversation of any kind.
 * @throws {Refusal} `message-not-found`, also when the user has no copy of the event
 */
export async function deleteEvent(
  context: Context,
  event: { readonly id: bigint; readonly userId: bigint },
): Promise<void> {
  const { id, userId } = event
  const now = context.clock.now()
  const isOfGroup = await context.store.write(async (tx) => {
    // The lock serializes deletions, so that the last of them sees that no other copy is left.
    const row = await tx.first(lockedEvent, { id })
    if (row === undefined) return false
    if ((await tx.run(deleteCopy, { user: userId, id })) === 0) {
      throw new Refusal('message-not-found', `user ${userId} has no event ${id}`)
    }
    const isErased = (await tx.first(anyCopy, { id })) === undefined
    if (isErased) {
      const checksum = groupChecksumOf({ ...row, content: ERASED, erased_at: now })
      await tx.run(eraseContent, { id, now, checksum })
      await releaseOfMessage(tx, id)
    }
    const facts = { user_id: userId, group_id: row.group_id, event_id: id, is_erased: isErased }
    append(tx, now, { kind: 'group.event_deleted', ...facts })
    return true
  })
  if (!isOfGroup) await deleteMessage(context, event)
}

const lockedEvent = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('group_events').selectAll().where('id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const deleteCopy = query<{ user: bigint; id: bigint }>()((k, p) =>
  k.deleteFrom('group_copies').where('user_id', '=', p('user')).where('event_id', '=', p('id')),
)

// Uses the index group_copies_event.
const anyCopy = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('group_copies').select('user_id').where('event_id', '=', p('id')).limit(1),
)

const eraseContent = query<{ id: bigint; now: number; checksum: number }>()((k, p) =>
  k
    .updateTable('group_events')
    .set({ content: ERASED, erased_at: p('now'), checksum: p('checksum') })
    .where('id', '=', p('id')),
)
