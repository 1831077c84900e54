import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createApp } from '../apps/create-app.ts'
import { dayOf } from './period.ts'
import { addUsage, usageAccountOf, usageByDay, usageThisMonth } from './usage.ts'

for (const engine of ENGINES) {
  describe(`usage on ${engine}`, () => {
    test('labs-filtered-stream.md 3: counted exactly, by several processes at once, and by product', async (t) => {
      const config = await freshConfig(t, engine)
      const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
      const { id: ownerId } = await createOneUser(one.context)
      const { appId } = await createApp(one.context, { name: 'a', ownerId, permissions: 'read' })
      const account = await usageAccountOf(one.store, appId, 'labs-1-stream')
      const now = one.context.clock.now()
      const day = dayOf(now)
      const writes = Array.from({ length: 40 }, (_, index) =>
        addUsage((index % 2 === 0 ? one : other).store, [
          { account, day, posts: index },
          { account: { ...account, product: 'labs-2-search' }, day, posts: 1 },
        ]),
      )
      await Promise.all(writes)
      assert.equal(await usageThisMonth(other.store, account, now), 780)
      assert.deepEqual(await usageByDay(one.store, appId, 'labs-2-search', { from: day, until: day + 1 }), [
        { day, posts: 40 },
      ])
    })
  })
}
