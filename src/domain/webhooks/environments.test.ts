import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { Refusal } from '../context.ts'
import { declareEnvironment, environmentsOf, requireEnvironment } from './environments.ts'

const refusal = (reason: string) => (error: unknown) => error instanceof Refusal && error.reason === reason

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `until an app declares a label it may use any label, and afterwards only declared labels (${engine})`,
    async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      const { appId } = await createTestApp(context)
      const requireLabel = (environment: string) => requireEnvironment(store, { appId, environment })
      await requireLabel('anything')
      assert.equal(await declareEnvironment(context, { appId, environment: 'prod' }), true)
      assert.equal(await declareEnvironment(context, { appId, environment: 'prod' }), false)
      await requireLabel('prod')
      for (const label of ['Prod', 'anything', '', 'a b', 'p\u0000', 'x'.repeat(65)]) {
        await assert.rejects(requireLabel(label), refusal('environment-unknown'), label)
      }
      assert.deepEqual(await environmentsOf(store, appId), ['prod'])
      for (const environment of ['', 'a/b', 'ü']) {
        const declaring = declareEnvironment(context, { appId, environment })
        await assert.rejects(declaring, refusal('environment-invalid'))
      }
      const missing = declareEnvironment(context, { appId: 1n, environment: 'prod' })
      await assert.rejects(missing, refusal('app-not-found'))
    },
  )
  test(`an app has at most 100 environments; at this limit, it may still declare an existing environment again (${engine})`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { appId } = await createTestApp(context)
    for (let number = 1; number <= 100; number += 1)
      assert.equal(await declareEnvironment(context, { appId, environment: `env${number}` }), true)
    const beyond = declareEnvironment(context, { appId, environment: 'beyond' })
    await assert.rejects(beyond, refusal('too-many-webhooks'))
    assert.equal(await declareEnvironment(context, { appId, environment: 'env1' }), false)
    assert.equal((await environmentsOf(store, appId)).length, 100)
  })
}
