/** POST /console/api/apps/:app_id/rules/backtest: spec/server.md#rule-tools. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleRules,
  ruleErrors,
  sharedRuleServer,
} from '../../../../../../test/support/console/console-rules.ts'
import { deletePost } from '../../../../../domain/posts/write/delete-post.ts'

/** One server for all tests. */
const shared = sharedRuleServer('sqlite')

const CALL = { method: 'POST', path: '/backtest', body: { value: 'cat' }, server: shared }
ruleErrors(CALL)

test('a backtest returns matches by hour and the newest posts with marked places, without deleted posts', async (t) => {
  const { client, path, post, context, other } = await consoleRules(t, shared)
  await post('a 😃 CAT and a cat')
  const gone = await post('a secret cat')
  await post('a dog')
  await deletePost(context, { postId: gone, userId: other.id })
  const { status, body } = await client.post(`${path}/backtest`, { value: 'cat -bird' })
  assert.equal(status, 200)
  const { figures, newest, meta } = body
  assert.deepEqual([figures.matched, figures.hours.length, figures.hours.at(-1).matched], [1, 168, 1])
  assert.deepEqual([newest.matched, meta.is_complete], [1, true])
  const [sample] = newest.samples
  assert.equal(sample.texts[0].text, 'a 😃 CAT and a cat')
  assert.equal(sample.author.username, other.screenName)
  assert.deepEqual(
    sample.marks.map(({ start, end }: { start: number; end: number }) =>
      sample.texts[0].text.slice(start, end),
    ),
    ['CAT', 'cat'],
  )
  assert.ok(!JSON.stringify(body).includes('secret'))
  const again = await client.post(`${path}/backtest`, { value: 'cat', next_token: 'x' })
  assert.deepEqual([again.status, again.body.field], [400, 'next_token'])
})
