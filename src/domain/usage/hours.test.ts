import assert from 'node:assert/strict'
import { atTime } from '../../../test/support/at-time.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { addHourCounts, deleteOldHours, HOURS_RETAINED, hourCountsOf, hourOf, hourStart } from './hours.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`counts of hours add up over processes, and old counts are deleted, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const [{ context, store }, { store: other }] = [
      await testRuntime(t, config),
      await testRuntime(t, config),
    ]
    const hour = hourOf(context.clock.now())
    const requests = [
      { appId: 1n, hour, family: 'v1.1', statusClass: 2, requests: 3 },
      { appId: 1n, hour, family: 'v1.1', statusClass: 4, requests: 1 },
      { appId: 2n, hour, family: '2', statusClass: 2, requests: 9 },
    ]
    const posts = [{ appId: 1n, hour, posts: 5 }]
    await Promise.all([
      addHourCounts(store, { requests, posts }),
      addHourCounts(other, { requests: requests.toReversed(), posts }),
    ])
    const of = (appId: bigint) => hourCountsOf(store, appId, { from: hour, until: hour + 1 })
    const { requests: ofApp, posts: sent } = await of(1n)
    assert.deepEqual(
      ofApp.map((each) => [each.family, each.statusClass, each.requests]),
      [
        ['v1.1', 2, 6],
        ['v1.1', 4, 2],
      ],
    )
    assert.deepEqual(sent, [{ appId: 1n, hour, posts: 10 }])
    assert.deepEqual((await hourCountsOf(store, 1n, { from: hour - 5, until: hour })).requests, [])
    await deleteOldHours(store, atTime(context, hourStart(hour + HOURS_RETAINED)).clock)
    assert.equal((await of(2n)).requests.length, 1)
    await deleteOldHours(store, atTime(context, hourStart(hour + HOURS_RETAINED + 1)).clock)
    assert.deepEqual(await of(1n), { requests: [], posts: [] })
    assert.deepEqual(await of(2n), { requests: [], posts: [] })
  })
}
