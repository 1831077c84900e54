import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { assertGraphIsWhole, edgesOf } from '../../../test/support/models/graph-tables.ts'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { requireUser } from '../accounts/user.ts'
import { type FollowInput, follow, unfollow } from './follow.ts'

const UNKNOWN_ID = 1n

for (const engine of ENGINES) {
  test(`following on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    await whatChanges(t, runtime)
    await whatIsRefused(t, runtime)
    await t.test('both tables of edges and the counters are exact after any concurrent commands', () =>
      fc.assert(
        fc.asyncProperty(crowds(), async (steps) => {
          const ids = (await createUsers(runtime.context, CROWD)).map((user) => user.id)
          await Promise.all(steps.map((step) => act(runtime, ids, step)))
          await assertGraphIsWhole(runtime)
        }),
        { numRuns: 15 },
      ),
    )
  })
}

test('both tables of edges and the counters are exact with two concurrent processes on postgres', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const processes = [await testRuntime(t, config), await testRuntime(t, config)]
  const [first] = processes
  const ids = (await createUsers(must(first, 'a process').context, CROWD)).map((user) => user.id)
  const steps = fc.sample(step(), 240)
  const done = await Promise.all(
    steps.map((step, index) => act(must(processes[index % 2], 'a process'), ids, step)),
  )
  assert.ok(done.filter((changed) => changed).length > CROWD)
  for (const process of processes) await assertGraphIsWhole(process)
})

async function whatChanges(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  await t.test('a new edge changes the counters of both users and appends one event', async () => {
    const { follower, followee } = await twoUsers(runtime)
    const events = await eventsOf(runtime, async () => {
      assert.equal((await follow(context, { follower, followee })).outcome, 'followed')
    })
    assert.deepEqual(events.map(factsOf), [
      { kind: 'user.followed', user_id: follower, followee_id: followee },
    ])
    assert.equal((await requireUser(store, { id: follower })).friendsCount, 1)
    assert.equal((await requireUser(store, { id: followee })).followersCount, 1)
  })

  await t.test('spec/relations.md#follow: following a followed user again changes nothing', async () => {
    const edge = await twoUsers(runtime)
    await follow(context, edge)
    const before = await edgesOf(store, edge.follower)
    const events = await eventsOf(runtime, async () => {
      assert.equal((await follow(context, edge)).outcome, 'followed-already')
    })
    assert.deepEqual(events, [])
    assert.deepEqual(await edgesOf(store, edge.follower), before)
  })

  await t.test('unfollow removes the edge, and does nothing the second time', async () => {
    const { follower, followee } = await twoUsers(runtime)
    await follow(context, { follower, followee })
    const events = await eventsOf(runtime, async () => {
      assert.equal(await unfollow(context, { follower, followee }), true)
      assert.equal(await unfollow(context, { follower, followee }), false)
    })
    assert.deepEqual(events.map(factsOf), [
      { kind: 'user.unfollowed', user_id: follower, followee_id: followee },
    ])
    assert.deepEqual(await edgesOf(store, follower), [])
    assert.equal((await requireUser(store, { id: followee })).followersCount, 0)
  })

  await t.test('following again creates a new edge, which is the first in the lists', async () => {
    const edge = await twoUsers(runtime)
    await follow(context, edge)
    const [first] = await edgesOf(store, edge.follower)
    await unfollow(context, edge)
    await follow(context, edge)
    const [second] = await edgesOf(store, edge.follower)
    assert.ok(must(second, 'the new edge').position > must(first, 'the old edge').position)
  })
}

async function whatIsRefused(t: TestContext, runtime: Runtime): Promise<void> {
  const { context } = runtime
  await t.test('refused: follows-oneself, user-not-found for either user', async () => {
    const { follower, followee } = await twoUsers(runtime)
    const events = await eventsOf(runtime, async () => {
      const oneself = { follower, followee: follower }
      await assert.rejects(follow(context, oneself), { name: 'Refusal', reason: 'follows-oneself' })
      for (const edge of [
        { follower, followee: UNKNOWN_ID },
        { follower: UNKNOWN_ID, followee },
      ]) {
        await assert.rejects(follow(context, edge), { name: 'Refusal', reason: 'user-not-found' })
      }
    })
    assert.deepEqual(events, [])
  })

  for (const action of ['suspend', 'deactivate'] as const) {
    await t.test(`refused: user-not-found after ${action}`, async () => {
      const { id: follower } = await createOneUser(context)
      const { id: followee } = await createOneUser(context)
      await changeUserState(context, { userId: followee, action })
      await assert.rejects(follow(context, { follower, followee }), { reason: 'user-not-found' })
    })
  }

  await t.test('unfollowing an unknown user is not an error', async () => {
    assert.equal(await unfollow(context, { follower: UNKNOWN_ID, followee: UNKNOWN_ID }), false)
  })
}

async function twoUsers({ context }: Runtime): Promise<FollowInput> {
  const { id: follower } = await createOneUser(context)
  const { id: followee } = await createOneUser(context)
  return { follower, followee }
}

const CROWD = 6

interface Step {
  readonly command: 'follow' | 'unfollow'
  readonly from: number
  readonly to: number
}

function step(): fc.Arbitrary<Step> {
  const one = fc.nat({ max: CROWD - 1 })
  return fc
    .record({ command: fc.constantFrom('follow', 'unfollow'), from: one, to: one })
    .filter(({ from, to }) => from !== to)
}

function crowds(): fc.Arbitrary<Step[]> {
  return fc.array(step(), { maxLength: 80 })
}

async function act(
  { context }: Runtime,
  ids: readonly bigint[],
  { command, from, to }: Step,
): Promise<boolean> {
  const edge = { follower: must(ids[from], 'a user'), followee: must(ids[to], 'a user') }
  return command === 'follow' ? (await follow(context, edge)).outcome === 'followed' : unfollow(context, edge)
}
