/** Declares tests of reads of API v2 that count against the monthly cap with the setting `monthly_cap`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '../../../src/domain/usage/period.ts'
import { addUsage, usageAccountOf, usageThisMonth } from '../../../src/domain/usage/usage.ts'
import type { Credentials } from '../api-client.ts'
import { LookupStage } from './stage.ts'

interface CappedRead {
  /** Path below `/2`. The response has posts. */
  readonly path: string
  readonly as?: Credentials
}

/** @param prepare a function that creates the posts that the read returns */
export function cappedReadTest(prepare: (stage: LookupStage) => Promise<CappedRead>): void {
  test('429/2 spec/v2.md#month-cap: posts count with `monthly_cap`, and requests above the cap are refused', async (t) => {
    for (const monthly_cap of ['all', 'search']) {
      const stage = await LookupStage.open(t, '2', 'sqlite', 'documented', { monthly_cap })
      const { context, app } = stage
      const { path, as } = await prepare(stage)
      const account = await usageAccountOf(context.store, app.appId, '2')
      const now = context.clock.now()
      const used = () => usageThisMonth(context.store, account, now)
      const { data } = await stage.got(path, as)
      const posts = monthly_cap === 'all' ? [data].flat().length : 0
      assert.equal(await used(), posts)
      await stage.got(path, as)
      assert.equal(await used(), posts, 'a post counts once a day')
      await addUsage(context.store, [{ account, day: dayOf(now), posts: account.cap - 1 - posts }])
      await stage.got(path, as)
      await addUsage(context.store, [{ account, day: dayOf(now), posts: 1 }])
      const { status, body } = await stage.get(path, as)
      if (monthly_cap === 'search') assert.equal(status, 200)
      else assert.deepEqual([status, body.title, body.period], [429, 'UsageCapExceeded', 'Monthly'])
    }
  })
}
