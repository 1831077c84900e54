import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { sharedServer, startTestServer } from '../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../test/support/streams/out-of-labs.ts'
import { createProjectApp } from '../../../../test/support/streams/rule-suite.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { addAppToProject, findProjectOfApp } from '../../../domain/apps/projects/projects.ts'
import { dayOf } from '../../../domain/usage/period.ts'
import { addUsage, usageAccountOf } from '../../../domain/usage/usage.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/console.md#usage: usage on ${engine}`, () => {
    test('usage by product, in the current month and by day; apps of a project are counted together', async (t) => {
      const clock = new TestClock(Date.UTC(2020, 7, 12))
      const { url, context } = await startTestServer(t, { engine, clock })
      const { store } = context
      const [app, other] = [await createProjectApp(context), await createProjectApp(context)]
      const project = await findProjectOfApp(store, app.appId)
      await addAppToProject(context, project?.id ?? 0n, other.appId)
      const today = dayOf(clock.now())
      const mine = await usageAccountOf(store, app.appId, '2')
      const theirs = await usageAccountOf(store, other.appId, '2')
      await addUsage(store, [{ account: mine, day: today, posts: 3 }])
      await addUsage(store, [
        { account: mine, day: today, posts: 4 },
        { account: theirs, day: today, posts: 5 },
        { account: mine, day: today - 1, posts: 100 },
      ])
      const { status, text } = await ask(`${url}/labs/2/usage`, app.asApp)
      assert.equal(status, 200)
      const { data } = JSON.parse(text)
      assert.deepEqual(data[2], {
        product: '2',
        project_id: String(project?.id),
        cap: 500_000,
        posts_this_month: 12,
        month_began: '2020-08-12T00:00:00.000Z',
        month_ends: '2020-09-12T00:00:00.000Z',
        days: [
          { day: '2020-08-11', posts: 100 },
          { day: '2020-08-12', posts: 7 },
        ],
      })
      assert.deepEqual([data[0].product, data[0].posts_this_month, data[0].days], ['labs-1-stream', 0, []])
    })
  })
}

const shared = sharedServer()

test('400/2 unknown parameters', async () => {
  const { url, context } = await shared()
  const { asApp } = await createProjectApp(context)
  assert.equal((await ask(`${url}/labs/2/usage?month=8`, asApp)).status, 400)
})

outOfLabsTest('/labs/2/usage', { shared })
