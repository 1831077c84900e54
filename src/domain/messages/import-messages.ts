/** Direct messages in bulk: one transaction and one event for a whole batch. */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import { insertMissingUsers } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import { checksumOf, type Message, type MessageFacts } from './record.ts'

/**
 * Stores messages that there are not, for both sides, and the users that are missing. One that both sides have deleted
 * here stays deleted, as does the copy that one side has deleted: its message is there already.
 * @param note joins the transaction, as in `importFollows`
 * @returns how many messages were new
 */
export async function importMessages(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  messages: readonly Message[],
  note: (tx: Tx, imported: number) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  const byId = new Map(messages.map((message) => [message.id, message]))
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return store.writeAlone(async (tx) => {
    const users = new Set(sorted.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))
    await insertMissingUsers(tx, users, now)
    const added = await insertMessages(tx, sorted.map(rowOf))
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

function rowOf({ id, senderId, recipientId, appId, content }: Message) {
  const facts: MessageFacts = {
    id,
    sender_id: senderId,
    recipient_id: recipientId,
    app_id: appId,
    content: JSON.stringify(content),
    erased_at: null,
  }
  return [id, senderId, recipientId, appId, facts.content, checksumOf(facts)]
}

/** In the order of the key; who writes to oneself has one copy. */
function copiesOf(messages: readonly Message[]): [bigint, bigint][] {
  return messages
    .flatMap(({ id, senderId, recipientId }) =>
      [...new Set([senderId, recipientId])].map((userId): [bigint, bigint] => [userId, id]),
    )
    .sort(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1))
}

const insertMessages = bulk(
  {
    id: 'integer',
    sender_id: 'integer',
    recipient_id: 'integer',
    app_id: 'integer',
    content: 'text',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('messages')
      .columns(['id', 'sender_id', 'recipient_id', 'app_id', 'content', 'checksum'])
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
