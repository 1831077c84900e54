import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Runtime } from '../../runtime.ts'
import { bearerOf, findApp, findAppByBearer } from './app.ts'
import { createApp } from './create-app.ts'
import { regenerateBearer } from './regenerate-bearer.ts'

for (const engine of ENGINES) {
  test(`regenerating bearer tokens on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime

    await t.test('the old token does not work after the commit', async () => {
      const { appId, bearerToken } = await newApp(runtime)
      const other = await newApp(runtime)
      let fresh = ''
      const events = await eventsOf(runtime, async () => {
        fresh = await regenerateBearer(context, appId)
      })
      const change = { kind: 'app.changed', app_id: appId, change: 'bearer_regenerated' }
      assert.deepEqual(events.map(factsOf), [change])
      assert.equal(await findAppByBearer(store, bearerToken), undefined)
      const holder = must(await findAppByBearer(store, fresh), 'the app')
      assert.equal(holder.id, appId)
      const app = must(await findApp(store, appId), 'the app')
      assert.equal(bearerOf(context.vault, appId, app.bearerGeneration), fresh)
      assert.equal((await findAppByBearer(store, other.bearerToken))?.id, other.appId)
    })

    await t.test('concurrent calls return different tokens, of which one is live', async () => {
      const { appId } = await newApp(runtime)
      await assertOneLives([runtime, runtime, runtime], appId)
    })

    await t.test('refused: app-not-found', async () => {
      const events = await eventsOf(runtime, () =>
        assert.rejects(regenerateBearer(context, 1n), { name: 'Refusal', reason: 'app-not-found' }),
      )
      assert.deepEqual(events, [])
    })
  })
}

test('two processes on postgres return different tokens, of which one is live', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
  for (let round = 0; round < 5; round++) {
    const { appId } = await newApp(one)
    await assertOneLives([one, other], appId)
  }
})

async function newApp({ context }: Runtime): Promise<{ appId: bigint; bearerToken: string }> {
  const { id: ownerId } = await createOneUser(context)
  return createApp(context, { name: 'Some app', ownerId, permissions: 'read' })
}

async function assertOneLives(callers: readonly [Runtime, ...Runtime[]], appId: bigint): Promise<void> {
  const [{ store, context }] = callers
  const tokens = await Promise.all(callers.map((caller) => regenerateBearer(caller.context, appId)))
  assert.equal(new Set(tokens).size, callers.length)
  const found = await Promise.all(tokens.map((token) => findAppByBearer(store, token)))
  const live = tokens.filter((_, index) => found[index] !== undefined)
  const app = must(await findApp(store, appId), 'the app')
  assert.deepEqual(live, [bearerOf(context.vault, appId, app.bearerGeneration)])
}
