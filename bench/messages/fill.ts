/** Inserts many messages of one user directly into the tables. */
import { bulk } from '../../src/db/bulk.ts'
import type { Store } from '../../src/db/store.ts'
import { checksumOf } from '../../src/domain/messages/record.ts'
import { firstSnowflakeAt } from '../../src/lib/ids/snowflake.ts'
import { TEXT } from './people.ts'

const BATCH = 10_000

/** @param now milliseconds since the Unix epoch; the messages are one hour older */
export async function fillMessages(
  store: Store,
  { sender, recipient }: { readonly sender: bigint; readonly recipient: bigint },
  count: number,
  now: number,
): Promise<void> {
  const first = firstSnowflakeAt(now - 3_600_000)
  const content = JSON.stringify({ text: TEXT })
  for (let from = 0; from < count; from += BATCH) {
    const ids = Array.from(
      { length: Math.min(BATCH, count - from) },
      (_, index) => first + BigInt(from + index),
    )
    const ends = { sender_id: sender, recipient_id: recipient }
    const facts = { ...ends, app_id: null, content, erased_at: null, sent_at: null }
    // No event: only the benchmark reads these rows.
    await store.writeAlone(async (tx) => {
      await insertMessages(
        tx,
        ids.map((id) => [id, sender, recipient, content, checksumOf({ id, ...facts })]),
      )
      await insertCopies(
        tx,
        ids.flatMap((id) => [
          [sender, id],
          [recipient, id],
        ]),
      )
    })
  }
  await store.analyze()
}

const insertMessages = bulk(
  { id: 'integer', sender_id: 'integer', recipient_id: 'integer', content: 'text', checksum: 'integer' },
  (k, rows) =>
    k
      .insertInto('messages')
      .columns(['id', 'sender_id', 'recipient_id', 'content', 'checksum'])
      .expression(rows),
)

const insertCopies = bulk({ user_id: 'integer', message_id: 'integer' }, (k, rows) =>
  k.insertInto('message_copies').columns(['user_id', 'message_id']).expression(rows),
)
