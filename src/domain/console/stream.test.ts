import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { Refusal } from '../context.ts'
import { createConsoleUser } from './console-account.ts'
import { createStream, hasStream, streamPath, streamsOf } from './stream.ts'

const NAME = { accountName: 'acme', publisher: 'twitter', label: 'prod' }

for (const engine of ENGINES) {
  describe(`streams of console accounts: ${engine}`, () => {
    test('are created only once, with an event, and found only by their complete name', async (t) => {
      const runtime = await testRuntime(t, await freshConfig(t, engine))
      const { context, store } = runtime
      await assert.rejects(
        createStream(context, NAME),
        (error) => error instanceof Refusal && error.reason === 'account-not-found',
      )
      const user = {
        accountName: 'acme',
        email: 'a@example.org',
        password: 'battery staple',
        role: 'user',
      } as const
      await createConsoleUser(context, user)
      const events = await eventsOf(runtime, async () => {
        assert.equal(await createStream(context, NAME), true)
        assert.equal(await createStream(context, NAME), false)
      })
      const expected = { kind: 'console.changed', account_name: 'acme', change: 'stream_created' }
      assert.deepEqual(events.map(factsOf), [expected])
      await createStream(context, { ...NAME, label: 'dev' })
      assert.deepEqual(await streamsOf(store, 'acme'), [{ ...NAME, label: 'dev' }, NAME])
      await assert.rejects(streamsOf(store, 'other'), { reason: 'account-not-found' })
      await assert.rejects(streamsOf(store, 'o\0'), { reason: 'account-not-found' })
      assert.equal(await hasStream(store, NAME), true)
      for (const other of [
        { accountName: 'other' },
        { publisher: 'Twitter' },
        { label: 'test' },
        { label: '\0' },
      ]) {
        assert.equal(await hasStream(store, { ...NAME, ...other }), false, JSON.stringify(other))
      }
    })

    test('have names that are valid in a URL', async (t) => {
      const { context } = await testRuntime(t, await freshConfig(t, engine))
      for (const label of ['', 'a/b', 'a.json', 'ä', 'x'.repeat(51)]) {
        await assert.rejects(
          createStream(context, { ...NAME, label }),
          (error) => error instanceof Refusal && error.reason === 'stream-name-invalid',
          label,
        )
      }
      assert.equal(
        streamPath(NAME, 8),
        '/stream/compliance/accounts/acme/publishers/twitter/prod.json?partition=8',
      )
    })
  })
}
