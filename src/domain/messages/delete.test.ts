import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsAfter } from '../../../test/support/events.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { Engine } from '../../db/query.ts'
import { query } from '../../db/query.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import type { Runtime } from '../../runtime.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { deleteMessage } from './delete.ts'
import { findMessage, findMessageById } from './find-messages.ts'
import { setAcceptsAnyone } from './message-settings.ts'
import { sendMessage } from './send.ts'

async function bench(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const runtime = await testRuntime(t, config)
  const [ada, bob] = await createUsers(runtime.context, 2)
  assert.ok(ada !== undefined && bob !== undefined)
  await setAcceptsAnyone(runtime.context, { userId: bob.id, acceptsAnyone: true })
  const send = (text: string, by: Runtime = runtime) =>
    sendMessage(by.context, { senderId: ada.id, recipientId: bob.id, appId: null, draft: { text } })
  return { config, runtime, ada, bob, send }
}

const allRows = query()((k) => k.selectFrom('messages').selectAll().orderBy('id'))

for (const engine of ENGINES) {
  test(`a message deleted by both participants is erased, and a tombstone remains (${engine})`, async (t) => {
    const { runtime, ada, bob, send } = await bench(t, engine)
    const { context, store } = runtime
    const { id } = await send('something to hide, see example.org/secret')
    await deleteMessage(context, { id, userId: ada.id })
    assert.notEqual(await findMessageById(store, id), undefined)
    await deleteMessage(context, { id, userId: bob.id })
    const [row] = await store.rows(allRows, {})
    assert.deepEqual([row?.id, row?.sender_id, row?.recipient_id, row?.content], [id, ada.id, bob.id, ''])
    assert.equal(typeof row?.erased_at, 'number')
    for (const { id: userId } of [ada, bob]) assert.equal(await findMessage(store, { id, userId }), undefined)
    assert.equal(await findMessageById(store, id), undefined)
    const events = await eventsAfter(runtime, 0n)
    assert.doesNotMatch(
      JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      /something|secret/,
    )
  })

  test(`when both participants delete a message concurrently in two processes, it is erased once, and further deletions are refused (${engine})`, async (t) => {
    const { config, runtime, ada, bob, send } = await bench(t, engine)
    const other = await testRuntime(t, config)
    const sent = await Promise.all(Array.from({ length: 12 }, (_, index) => send(`message ${index}`)))
    const deletions = sent.flatMap(({ id }) => [
      deleteMessage(runtime.context, { id, userId: ada.id }),
      deleteMessage(other.context, { id, userId: bob.id }),
      deleteMessage(other.context, { id, userId: bob.id }).then(
        () => 'twice',
        (error: Error) => error.name,
      ),
      deleteMessage(runtime.context, { id, userId: ada.id }).then(
        () => 'twice',
        (error: Error) => error.name,
      ),
    ])
    const settled = await Promise.allSettled(deletions)
    // Each participant deletes each message twice. One of the two calls succeeds, no matter which, and one is
    // refused.
    const outcomes = settled.map((each) => (each.status === 'rejected' ? 'Refusal' : (each.value ?? 'done')))
    assert.equal(outcomes.filter((outcome) => outcome === 'Refusal').length, 2 * sent.length)
    const rows = await runtime.store.rows(allRows, {})
    assert.deepEqual([...new Set(rows.map(({ content }) => content))], [''])
    const erasures = (await eventsAfter(runtime, 0n)).filter(
      (event) => event.kind === 'message.deleted' && event.is_erased,
    )
    assert.equal(erasures.length, sent.length)
  })
}

test('after the database is closed, no database file contains the text', async (t) => {
  const { config, runtime, ada, bob, send } = await bench(t, 'sqlite')
  const words = ['Xylophagous', 'Quockerwodger', 'Zenzizenzizenzic']
  const sent = []
  // Texts of three lengths: short, about a page of the database, and more. Messages between them are kept.
  for (const [index, word] of words.entries()) {
    for (let round = 0; round < 30; round++) {
      sent.push(await send(`${word} `.repeat(1 + index * 250)))
      await send('kept')
    }
  }
  const contains = () => {
    const files = readdirSync(config.data).filter((name) => name.includes('.sqlite'))
    assert.ok(files.length > 0)
    const bytes = files.map((name) => readFileSync(join(config.data, name)))
    return words.filter((word) => bytes.some((each) => each.includes(word)))
  }
  assert.deepEqual(contains(), words)
  for (const { id } of sent) {
    await deleteMessage(runtime.context, { id, userId: ada.id })
    await deleteMessage(runtime.context, { id, userId: bob.id })
  }
  // The last connection copies the write-ahead log into the database file and deletes the log.
  await runtime.close()
  assert.deepEqual(contains(), [])
  const settings = { data: config.data, database: '', key: '' }
  assert.deepEqual((await verifyDatabase(settings, systemRandom)).faults, [])
})
