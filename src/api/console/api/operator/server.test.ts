/** The state of the server for operators (spec/console.md#server-page). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'

interface Setting {
  readonly name: string
  readonly value: string | null
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/server on ${engine}`, () => {
    test('200: health, requests, storage, log, queues, nodes and settings without secrets', async (t) => {
      const key = 'a'.repeat(64)
      const server = await startTestServer(t, { engine, settings: { key } })
      const { context } = server
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const user = await createOneUser(context)
      await createPost(context, { authorId: user.id, text: 'a cat' })
      const { body } = await operator.get('/operator/server')
      assert.deepEqual([body.is_ready, body.reason, body.has_test_controls], [true, null, false])
      assert.equal(body.storage.engine, engine)
      assert.ok(body.storage.database_bytes > 10_000)
      assert.ok(body.storage.free_bytes > 0)
      assert.ok(BigInt(body.log.head) > 0n)
      assert.deepEqual(body.webhooks, { waiting: 0, oldest: null })
      assert.deepEqual(
        body.nodes.map((node: { readonly is_self: boolean }) => node.is_self),
        [true],
      )
      const settings = body.settings as readonly Setting[]
      assert.equal(settings.find(({ name }) => name === 'key')?.value, '********')
      assert.ok(!JSON.stringify(body).includes(key))
      const answered = body.requests.answered as number
      const again = await operator.get('/operator/server')
      assert.ok(again.body.requests.answered > answered)
    })

    test('403/operators-only for another user of the console', async (t) => {
      const server = await startTestServer(t, { engine })
      const { status, body } = await (await ConsoleClient.signedIn(server)).get('/operator/server')
      assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })
  })
}
