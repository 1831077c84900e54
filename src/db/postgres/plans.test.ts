import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Link } from './link.ts'
import { Plans } from './plans.ts'

test('plans are discarded at most once a second, before the next statement', () => {
  const sent: string[] = []
  const link = {
    use: (work: (sql: { unsafe(text: string): Promise<void> }) => Promise<void>) =>
      work({
        unsafe: (text) => {
          sent.push(text)
          return Promise.reject(new Error('lost'))
        },
      }),
  }
  let now = 5_000
  const plans = new Plans(() => now)
  for (const [at, count] of [
    [5_000, 1],
    [5_999, 1],
    [6_000, 2],
    [6_001, 2],
    [60_000, 3],
  ] as const) {
    now = at
    plans.renew(link as unknown as Link)
    assert.equal(sent.length, count)
  }
  assert.deepEqual(new Set(sent), new Set(['discard plans']))
})
