import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { byPart } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { perform, RelationsModel, type Step, step } from '../../../test/support/relations/model.ts'
import { assertRelationsAreWhole, tablesOf } from '../../../test/support/relations/tables.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { follow, unfollow } from './follow.ts'
import { acceptFollowRequest } from './follow-requests.ts'
import { relationOf } from './relations.ts'

const CROWD = 4

/** Number of attempts in which two processes act concurrently. */
const ROUNDS = byPart(8, 20)

for (const engine of ENGINES) {
  test(`relations between users on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())

    await t.test('commands in sequence have the same effects and results as the model', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step(CROWD), { maxLength: 60 }), (steps) => likeModel(runtime, steps)),
        { numRuns: engine === 'sqlite' ? 60 : 12 },
      ),
    )
    await t.test('relations are consistent after any concurrent commands', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step(CROWD), { maxLength: 120 }), async (steps) => {
          const ids = await crowd(runtime)
          await Promise.all(steps.map((step) => perform(runtime.context, ids, step)))
          await assertRelationsAreWhole(runtime)
        }),
        { numRuns: engine === 'sqlite' ? 30 : 10 },
      ),
    )
  })
}

test('relations are consistent with two concurrent processes on postgres', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const processes = [await testRuntime(t, config), await testRuntime(t, config)]
  const [first] = processes
  for (let round = 0; round < byPart(2, 3); round++) {
    const ids = await crowd(must(first, 'a process'))
    await Promise.all(
      fc
        .sample(step(CROWD), byPart(80, 160))
        .map((step, index) => perform(must(processes[index % 2], 'a process').context, ids, step)),
    )
    for (const process of processes) await assertRelationsAreWhole(process)
  }
})

test('two processes on postgres: a request can be withdrawn, even if the target acts concurrently', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [here, there] = [await testRuntime(t, config), await testRuntime(t, config)]
  for (let round = 0; round < ROUNDS; round++) {
    const [follower, followee] = await crowd(here)
    assert.ok(follower !== undefined && followee !== undefined)
    await changeUserState(here.context, { userId: followee, action: 'protect' })
    await follow(here.context, { follower, followee })
    const [accepted, isUndone] = await Promise.all([
      acceptFollowRequest(here.context, { target: followee, requester: follower }).then(
        () => true,
        () => false,
      ),
      unfollow(there.context, { follower, followee }),
    ])
    assert.equal(isUndone, true, `accepted: ${accepted}`)
    const { following, followingRequested } = await relationOf(here.store, follower, followee)
    assert.deepEqual([following, followingRequested], [false, false])
  }
  await assertRelationsAreWhole(here)
})

test('two processes on postgres: after the event that protects a user, new followers need a request', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const [here, there] = [await testRuntime(t, config), await testRuntime(t, config)]
  for (let round = 0; round < ROUNDS; round++) {
    const [target, ...others] = await crowd(here)
    assert.ok(target !== undefined)
    await Promise.all([
      changeUserState(there.context, { userId: target, action: 'protect' }),
      ...others.map((follower) => follow(here.context, { follower, followee: target })),
    ])
  }
  await assertRelationsAreWhole(here)
})

async function crowd({ context }: Runtime): Promise<bigint[]> {
  return (await createUsers(context, CROWD)).map((user) => user.id)
}

async function likeModel(runtime: Runtime, steps: readonly Step[]): Promise<void> {
  const before = await tablesOf(runtime)
  const ids = await crowd(runtime)
  const model = new RelationsModel(ids)
  for (const step of steps) {
    let outcome: unknown
    const events = await eventsOf(runtime, async () => {
      outcome = await perform(runtime.context, ids, step)
    })
    assert.deepEqual({ outcome, events: events.map(factsOf) }, model.apply(step), JSON.stringify(step))
  }
  const after = await tablesOf(runtime)
  for (const [name, rows] of Object.entries(model.tables)) {
    const table = name as keyof typeof after
    const old = new Set(before[table])
    assert.deepEqual(
      after[table].filter((row) => !old.has(row)),
      rows,
      name,
    )
  }
}
