import assert from 'node:assert/strict'
import { ask } from '../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../test/support/console/console-app.ts'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/console.md#usage: months and figures of an app on ${engine}`, async (t) => {
    const { url, path, asApp, owner, other, appId, server, clock } = await startConsoleApp(t, engine)
    await ask(`${url}/1.1/help/languages.json`, asApp)
    await ask(`${url}/1.1/users/show.json?user_id=1`, asApp)
    server.generations.traffic.hours.addPosts(appId, 7)

    await t.test('the current hour includes stored counts and counts that are not stored yet', async () => {
      const usage = async (query = '') => (await owner.get(`${path}/usage${query}`)).body
      const before = await usage()
      await server.generations.traffic.hours.flush()
      assert.deepEqual(await usage(), before)
      assert.deepEqual([before.hours_of_bucket, before.buckets.length], [1, 168])
      assert.deepEqual(before.buckets.at(-1), {
        ...{ at: '2020-08-12T10:00:00.000Z', posts: 7, requests: 2, succeeded: 1, refused: 1, failed: 0 },
        families: { 'v1.1': 2 },
      })
      clock.step(14 * 3_600_000)
      const { buckets, hours_of_bucket } = await usage('?range=quarter')
      assert.deepEqual([hours_of_bucket, buckets.length], [24, 90])
      assert.deepEqual(
        [buckets.at(-1).requests, buckets.at(-2).at, buckets.at(-2).requests],
        [0, '2020-08-12T00:00:00.000Z', 2],
      )
    })

    await t.test(
      'the month of each product ends on the day of the month on which the app was created',
      async () => {
        const { months } = (await owner.get(`${path}/usage`)).body
        assert.deepEqual(
          months.map(({ product, used, resets_at }: Record<string, unknown>) => [product, used, resets_at]),
          ['labs-1-stream', 'labs-2-search', '2'].map((product) => [product, 0, '2020-09-12T00:00:00.000Z']),
        )
        assert.ok(months[2].cap > 0)
      },
    )

    await t.test('404/app-not-found for another developer', () =>
      refused(other.get(`${path}/usage`), 404, 'app-not-found'),
    )

    await t.test('400/field-invalid for an unknown range', async () => {
      const { status, body } = await owner.get(`${path}/usage?range=year`)
      assert.deepEqual([status, body.reason, body.field], [400, 'field-invalid', 'range'])
    })
  })
}
