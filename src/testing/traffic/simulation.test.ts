/** Tests simulations: the number of posts over a day, storms, and effects on the network. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Context } from '../../domain/context.ts'
import { gatherCrowd } from './crowd.ts'
import { Simulation } from './simulation.ts'
import type { SimulationOptions } from './simulation-options.ts'

/** At this time, the number of posts equals the mean of a day. */
const START = Date.UTC(2020, 7, 12, 10)

const OPTIONS: SimulationOptions = { seed: 7, rate: 1, seconds: 400, users: 20, storm: false }

/** In the fast part the simulation is just long enough for every kind of action. */
const NETWORK: SimulationOptions = { ...OPTIONS, seconds: byPart(120, 400) }

/** Number of actions in each period of the simulation. The test only counts the actions and does not run them. */
async function plannedBy(spanMs: number, startAt: number, options: SimulationOptions) {
  const context = { clock: new TestClock(startAt) } as unknown as Context
  const simulation = new Simulation(context, options, [{ id: 1n, screenName: 'one' }])
  const counts: number[] = new Array(Math.ceil((options.seconds * 1_000) / spanMs)).fill(0)
  for await (const { at } of simulation.actions()) {
    const span = Math.floor(at / spanMs)
    counts[span] = (counts[span] ?? 0) + 1
  }
  return { counts, peak: simulation.peak }
}

describe('the times of a simulation', () => {
  test('the hour with the fewest actions begins at 4:00 UTC, and the busiest hour is twelve hours later', async () => {
    const day = { ...OPTIONS, seconds: 86_400, rate: 0.2 }
    const { counts } = await plannedBy(3_600_000, Date.UTC(2020, 7, 12), day)
    const [quiet = 0, busy = 0] = [counts[4], counts[16]]
    // The factors are 0.4 and 1.6 of the mean.
    assert.ok(busy / quiet > 3.2 && busy / quiet < 5, `${quiet} and ${busy}`)
    const mean = counts.reduce((sum, count) => sum + count, 0) / 24
    assert.ok(busy / mean > 1.4 && busy / mean < 1.8, `${busy} of ${mean}`)
  })

  test('a storm has 25 times the mean number of actions for one second, in the middle of the simulation', async () => {
    const { counts, peak } = await plannedBy(1_000, START, {
      ...OPTIONS,
      rate: 20,
      seconds: 120,
      storm: true,
    })
    const expected = (20 * 143_199) / 5_700
    assert.ok(Math.abs(peak / expected - 1) < 0.15, `${peak} of ${expected}`)
    const second = counts.indexOf(Math.max(...counts))
    assert.ok(second >= 59 && second <= 61, String(second))
    const around = (from: number) => counts.slice(from, from + 5).reduce((sum, count) => sum + count, 0) / 5
    assert.ok(around(10) < peak / 5 && around(110) < peak / 5)
    assert.ok(around(65) > around(75) && around(75) > around(90), 'it fades')
  })
})

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `the numbers of events that a simulation causes equal its counts, on ${engine}`,
    async (t) => {
      const clock = new TestClock(START)
      const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
      const crowd = await gatherCrowd(runtime.context, NETWORK)
      const simulation = new Simulation(runtime.context, NETWORK, crowd)
      const events = await eventsOf(runtime, async () => {
        for await (const { at, run } of simulation.actions()) {
          clock.set(START + at)
          await run()
        }
      })
      const { posts, replies, reposts, quotes, likes, edits, deletions, suspensions } = simulation.counts
      for (const [name, count] of Object.entries(simulation.counts))
        assert.ok(count > 0 || name === 'refused', `${name} of ${JSON.stringify(simulation.counts)}`)
      const ofKind = (kind: string) => events.filter((event) => event.kind === kind)
      const states = ofKind('user.state_changed').map((event) => (event as { action?: string }).action)
      assert.deepEqual(
        {
          created: ofKind('post.created').length,
          liked: ofKind('post.liked').length,
          edited: ofKind('post.edited').length,
          deleted: ofKind('post.deleted').length,
          suspended: states.filter((action) => action === 'suspend').length,
          // The count is correct only after a wave of suspensions has ended.
          unsuspended: states.filter((action) => action === 'unsuspend').length,
        },
        {
          created: posts + replies + reposts + quotes,
          liked: likes,
          edited: edits,
          deleted: deletions,
          suspended: suspensions,
          unsuspended: suspensions,
        },
      )
      // One post must get many times the mean number of likes.
      const byPost = Map.groupBy(ofKind('post.liked'), (event) => (event as { post_id?: bigint }).post_id)
      const most = Math.max(...[...byPost.values()].map(({ length }) => length))
      assert.ok(most > (6 * likes) / (posts + replies + quotes), `${most} of ${likes}`)
    },
  )
}
