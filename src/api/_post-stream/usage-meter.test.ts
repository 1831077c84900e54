import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { createApp } from '../../domain/apps/create-app.ts'
import { usageAccountOf, usageThisMonth } from '../../domain/usage/usage.ts'
import { UsageMeter } from './usage-meter.ts'

for (const engine of ENGINES) {
  describe(`the meter on ${engine}`, () => {
    test('two processes count exactly, and what others counted ends the month too', async (t) => {
      const config = await freshConfig(t, engine)
      const [one, other] = [await testRuntime(t, config), await testRuntime(t, config)]
      const { id: ownerId } = await createOneUser(one.context)
      const { appId } = await createApp(one.context, { name: 'a', ownerId, permissions: 'read' })
      const { clock } = one.context
      const account = await usageAccountOf(one.store, appId, 'labs-1-stream')
      const [first, second] = [new UsageMeter(one.store, clock, 100), new UsageMeter(other.store, clock, 100)]
      const [mine, theirs] = [await first.open(account), await second.open(account)]
      assert.equal(mine.take(30), 30)
      assert.equal(theirs.take(50), 50)
      await Promise.all([first.flush(), second.flush()])
      await Promise.all([first.turn(), second.turn()])
      assert.equal(mine.take(30), 20, 'what is left')
      assert.equal(mine.isSpent, true)
      await first.flush()
      await second.turn()
      assert.equal(theirs.take(1), 0)
      assert.equal(await usageThisMonth(one.store, account, clock.now()), 100)
    })
  })
}
