/** POST /console/api/apps/:app_id/rules/check. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleRules,
  ruleErrors,
  sharedRuleServer,
} from '../../../../../../test/support/console/console-rules.ts'

/** One server for all tests. */
const shared = sharedRuleServer('sqlite')

ruleErrors({ method: 'POST', path: '/check', body: { value: 'cat' }, server: shared }, false)

test('the check returns all problems of a rule with their positions, for the operators of the chosen API', async (t) => {
  const { client, path } = await consoleRules(t, shared)
  const check = async (body: object) => (await client.post(`${path}/check`, body)).body
  assert.deepEqual(await check({ value: 'cat is:reply' }), { problems: [], length: 12, max_length: 512 })
  const { problems } = await check({ value: '😃 is:reply', product: 'labs-1' })
  assert.deepEqual(
    problems.map(({ start, end, expected }: Record<string, unknown>) => [start, end, expected]),
    [[3, 11, ['retweet', 'quote', 'verified', 'nullcast']]],
  )
  assert.equal((await check({ value: "don't (can't)" })).problems.length, 2)
})
