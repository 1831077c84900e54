import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { failingFrom } from '../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { eventsOf } from '../../test/support/events.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { allFollowers } from '../../test/support/tables.ts'
import type { Engine } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { findFullUsers } from '../domain/accounts/find-users.ts'
import { requireUser } from '../domain/accounts/user.ts'
import { systemRandom } from '../lib/time/clock.ts'
import type { Runtime } from '../runtime.ts'
import { verifyDatabase } from '../verify/verify.ts'
import { DemoRefused, loadNetwork } from './load.ts'
import { makeNetwork, networkSize } from './network.ts'

/** A network that is smaller than the demo network, which has 20,000 users. */
const SMALL = { seed: 1, users: 300 }

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  return { config, runtime: await testRuntime(t, config) }
}

async function edgesIn(store: Store): Promise<string[]> {
  const rows = [...(await store.rows(allFollowers, {}))]
  return rows
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ follower_id, followee_id }) => `${follower_id} ${followee_id}`)
}

/** Checks that the database contains all generated users and follows, in the same order. */
async function assertComplete({ store }: Runtime, visitor: bigint): Promise<void> {
  const { users, edges } = makeNetwork(SMALL.seed, visitor, SMALL.users)
  const wanted = edges.map(({ follower, followee }) => `${follower} ${followee}`)
  assert.deepEqual(await edgesIn(store), wanted)
  const stored = await findFullUsers(
    store,
    users.map(({ id }) => id),
  )
  for (const { id, screenName, name, createdAt, isProtected, isSuspended, profile } of users) {
    const user = stored.get(id)
    assert.deepEqual(
      [user?.screenName, user?.name, user?.createdAt, user?.isProtected, user?.suspendedAt !== null],
      [screenName, name, createdAt, isProtected, isSuspended],
    )
    assert.deepEqual(user?.profile, profile)
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#demo: the data of aviary demo on ${engine}`, () => {
    test('is the network of the seed, and a second start finds it complete and writes nothing', async (t) => {
      const { config, runtime } = await place(t, engine)
      const rows: number[] = []
      const { top, visitor, isNew } = await loadNetwork(runtime.context, {
        ...SMALL,
        onRows: (done) => rows.push(done),
      })
      assert.equal(isNew, true)
      assert.equal(rows.at(-1), networkSize(SMALL.users))
      assert.equal(top.followersCount, 234 + 1, 'of the network, and the visitor')
      await assertComplete(runtime, visitor.id)
      const events = await eventsOf(runtime, async () => {
        const again = await loadNetwork(runtime.context, SMALL)
        assert.deepEqual(again, { top, visitor: await requireUser(runtime.store, visitor), isNew: false })
      })
      assert.deepEqual(events, [])
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })

    test('is completed by the next start after an interrupted first start', async (t) => {
      const { config, runtime } = await place(t, engine)
      for (const batch of [1, 2]) {
        await assert.rejects(loadNetwork(failingFrom(runtime.context, batch), SMALL), /the process died/)
      }
      const { visitor, isNew } = await loadNetwork(runtime.context, SMALL)
      assert.equal(isNew, true)
      await assertComplete(runtime, visitor.id)
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })

    test('belongs to one seed, and another seed is refused with advice', async (t) => {
      const { runtime } = await place(t, engine)
      await loadNetwork(runtime.context, SMALL)
      await assert.rejects(loadNetwork(runtime.context, { ...SMALL, seed: 2 }), (error) => {
        assert.ok(error instanceof DemoRefused)
        assert.match(error.message, /of seed 1; use --seed 1, or other data/)
        return true
      })
    })
  })
}

test('is complete after two concurrent first starts, when one of them fails', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
  const outcomes = await Promise.allSettled([one, other].map(({ context }) => loadNetwork(context, SMALL)))
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    assert.ok(outcome.reason instanceof DemoRefused)
    assert.match(outcome.reason.message, /another process is loading the demo network/)
  }
  const { visitor } = await loadNetwork(one.context, SMALL)
  await assertComplete(one, visitor.id)
})
