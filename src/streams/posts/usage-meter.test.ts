import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createApp } from '../../domain/apps/create-app.ts'
import { dayOf } from '../../domain/usage/period.ts'
import { usageAccountOf, usageIn, usageThisMonth } from '../../domain/usage/usage.ts'
import { UsageMeter } from './usage-meter.ts'

for (const engine of ENGINES) {
  describe(`the meter on ${engine}`, () => {
    test('two processes count exactly, and the cap applies to the sum of their counts', async (t) => {
      const config = await freshConfig(t, engine)
      const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
      const { id: ownerId } = await createOneUser(one.context)
      const { appId } = await createApp(one.context, { name: 'a', ownerId, permissions: 'read' })
      const { clock } = one.context
      const account = await usageAccountOf(one.store, appId, 'labs-1-stream')
      const [first, second] = [
        new UsageMeter(one.store, clock, () => 100),
        new UsageMeter(other.store, clock, () => 100),
      ]
      const [mine, theirs] = [await first.open(account), await second.open(account)]
      assert.equal(mine.take(30), 30)
      assert.equal(theirs.take(50), 50)
      await Promise.all([first.flush(), second.flush()])
      await Promise.all([first.sync(), second.sync()])
      assert.equal(mine.take(30), 20, 'the remaining posts')
      assert.equal(mine.isSpent, true)
      await first.flush()
      await second.sync()
      assert.equal(theirs.take(1), 0)
      assert.equal(await usageThisMonth(one.store, account, clock.now()), 100)
    })

    test('each post is counted once, on the day on which it was sent, before and after a flush', async (t) => {
      const clock = new TestClock()
      const { context, store } = await testRuntime(t, await freshConfig(t, engine), clock)
      const { id: ownerId } = await createOneUser(context)
      const { appId } = await createApp(context, { name: 'a', ownerId, permissions: 'read' })
      const account = await usageAccountOf(store, appId, 'labs-1-stream')
      const meter = new UsageMeter(store, clock, () => 100)
      const counter = await meter.open(account)
      const today = dayOf(clock.now())
      counter.take(1)
      counter.take(2)
      await meter.flush()
      counter.take(4)
      clock.advance(86_400_000)
      counter.take(8)
      counter.take(16)
      await meter.flush()
      assert.equal(await usageIn(store, account, { from: today, until: today + 1 }), 7)
      assert.equal(await usageIn(store, account, { from: today + 1, until: today + 2 }), 24)
    })
  })
}
