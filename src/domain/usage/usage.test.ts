import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createApp } from '../apps/create-app.ts'
import { addAppToProject, createProject } from '../apps/projects/projects.ts'
import { dayOf } from './period.ts'
import { addUsage, MONTHLY_CAP, reserveUsage, usageAccountOf, usageByDay, usageThisMonth } from './usage.ts'

for (const engine of ENGINES) {
  describe(`usage on ${engine}`, () => {
    test('spec/post-streams.md#posts-per-month: concurrent processes count exactly, for each product', async (t) => {
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

    test('concurrent processes and apps of a project never exceed the cap together', async (t) => {
      const config = await freshConfig(t, engine)
      const processes = [await testRuntime(t, config), await testRuntime(t, config)] as const
      const [{ context, store }] = processes
      const { id: ownerId } = await createOneUser(context)
      const { id: projectId } = await createProject(context, { name: 'p', ownerId })
      const appIds = await Promise.all(
        ['a', 'b'].map(async (name) => {
          const { appId } = await createApp(context, { name, ownerId, permissions: 'read' })
          await addAppToProject(context, projectId, appId)
          return appId
        }),
      )
      const now = context.clock.now()
      const day = dayOf(now)
      for (const product of ['2', 'labs-2-search'] as const) {
        const accounts = await Promise.all(appIds.map((appId) => usageAccountOf(store, appId, product)))
        const months = product === '2' ? accounts.slice(0, 1) : accounts
        for (const account of months) await addUsage(store, [{ account, day, posts: MONTHLY_CAP - 250 }])
        const taken = await Promise.all(
          accounts.flatMap((account) =>
            [0, 1, 2, 3, 4, 5].map((index) =>
              reserveUsage((processes[index % 2] ?? processes[0]).store, account, now, 100),
            ),
          ),
        )
        const sum = taken.reduce((total, each) => total + each, 0)
        assert.equal(sum, 250 * months.length, product)
        for (const account of accounts) {
          assert.equal(await usageThisMonth(store, account, now), MONTHLY_CAP, product)
        }
      }
    })
  })
}
