import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createUsers } from '../../../test/support/users.ts'
import { DATABASE_FILE } from '../../db/open.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { deleteMessage } from './delete.ts'
import { findMessage, listMessages } from './find-messages.ts'
import { sendMessage } from './send.ts'

/**
 * Stores two messages of a user to itself, erases one, and damages the database with a statement. Returns the faults
 * that the check finds.
 */
async function damaged(t: TestContext, damage: (message: bigint, erased: bigint) => string) {
  const config = await freshConfig(t, 'sqlite')
  const runtime = await testRuntime(t, config)
  const { context } = runtime
  const [user] = await createUsers(context, 1)
  assert.ok(user !== undefined)
  const ends = { senderId: user.id, recipientId: user.id, appId: null }
  const { id } = await sendMessage(context, { ...ends, draft: { text: 'kept' } })
  const { id: erased } = await sendMessage(context, { ...ends, draft: { text: 'gone' } })
  await deleteMessage(context, { id: erased, userId: user.id })
  const db = new DatabaseSync(join(config.data, DATABASE_FILE))
  db.exec(damage(id, erased))
  db.close()
  const { faults } = await verifyDatabase({ data: config.data, database: '', key: '' }, systemRandom)
  return { faults: faults.map(({ fault }) => fault).join('\n'), store: runtime.store, id, userId: user.id }
}

test('an undamaged database has no faults', async (t) => {
  assert.equal((await damaged(t, () => 'select 1')).faults, '')
})

test('a corrupt message is found and never shown', async (t) => {
  const { faults, store, id, userId } = await damaged(
    t,
    (message) => `update messages set content = replace(content, 'kept', 'kopt') where id = ${message}`,
  )
  assert.match(faults, /message \d+ is not what was written/)
  await assert.rejects(findMessage(store, { id, userId }), { name: 'StoreCorrupt' })
  await assert.rejects(listMessages(store, { userId, from: undefined, count: 5, now: 0 }), {
    name: 'StoreCorrupt',
  })
})

test('a copy for a user who is not a participant is found', async (t) => {
  const { faults } = await damaged(t, (message) => `insert into message_copies values (5, ${message})`)
  assert.match(faults, /User 5 has the message/)
})

test('the check finds an erased message that has a copy, and a message that has no copies but is not erased', async (t) => {
  const again = await damaged(
    t,
    (_, erased) => `insert into message_copies select sender_id, id from messages where id = ${erased}`,
  )
  assert.match(again.faults, /is erased for one side only/)
  const left = await damaged(t, (message) => `delete from message_copies where message_id = ${message}`)
  assert.match(left.faults, /is erased for one side only, or for none/)
})
