import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer } from '../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../test/support/streams/out-of-labs.ts'
import { reopened, streamStage } from '../../../../../test/support/streams/post-stream-suite.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'
import { isoSecond } from '../../../../lib/time/iso-time.ts'

const PLACE = {
  path: '/labs/1/tweets/stream/filter',
  rules: '/labs/1/tweets/stream/filter/rules',
  base: 'https://api.twitter.com/labs/1/problems/',
  usage: 'labs-1-stream',
} as const

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`counts of rules on ${engine}`, () => {
    const unlimited = sharedServer({ engine, settings: { limits: 'off' } })

    test('the response has the matches of each rule and the time of its last match, also for rules without matches', async (t) => {
      const { open, post, url, app } = await streamStage(t, PLACE, unlimited, ['cat', 'dog'])
      const reader = await open()
      await post('cat 1')
      const { createdAt } = await post('cat 2')
      await reader.some(2)
      reader.close()
      await waitUntil(async () => {
        const { text } = await ask(`${url}/labs/2/rules/counts`, app.asApp)
        const [cat, dog] = JSON.parse(text).data
        assert.deepEqual(
          [dog.value, dog.product, dog.matched, dog.last_matched_at],
          ['dog', 'labs-1', 0, undefined],
        )
        if (cat.matched < 2) return false
        assert.deepEqual([cat.matched, cat.last_matched_at], [2, isoSecond(createdAt)])
        return true
      })
    })

    test('each post counts once, when it arrives; repeated and resumed posts do not count', async (t) => {
      const { open, post, url, app } = await streamStage(t, PLACE, unlimited)
      const matched = async () =>
        JSON.parse((await ask(`${url}/labs/2/rules/counts`, app.asApp)).text).data[0].matched
      const reader = await open('?positions=true')
      await post('cat 1')
      await post('cat 2')
      await reader.some(2)
      reader.close()
      const position = reader.headers['aviary-position']
      const again = await reopened(() => open(`?resume_after=${position}`))
      await again.some(2)
      await post('cat 3')
      await again.some(3)
      await waitUntil(async () => (await matched()) >= 3)
      assert.equal(await matched(), 3)
      again.close()
      const third = await reopened(() => open(`?resume_after=${position}`))
      await third.some(3)
      await post('cat 4')
      await third.some(4)
      await waitUntil(async () => (await matched()) >= 4)
      assert.equal(await matched(), 4)
    })
  })
}

const shared = sharedServer()

test('400/2 unknown parameters', async (t) => {
  const { url, app } = await streamStage(t, PLACE, shared)
  assert.equal((await ask(`${url}/labs/2/rules/counts?q=1`, app.asApp)).status, 400)
})

outOfLabsTest('/labs/2/rules/counts', { shared })
