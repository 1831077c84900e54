/** POST /console/api/apps/:app_id/rules/explain: spec/server.md#rule-tools. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleRules,
  ruleErrors,
  sharedRuleServer,
} from '../../../../../../test/support/console/console-rules.ts'
import { changeUserState } from '../../../../../domain/accounts/change-user-state.ts'

/** One server for all tests. */
const shared = sharedRuleServer('sqlite')

const CALL = { method: 'POST', path: '/explain', body: { value: 'cat', post: '1' }, server: shared }
ruleErrors(CALL)

test('each part of a rule has its result and position, and each matching term has its places in the post', async (t) => {
  const { client, path, post } = await consoleRules(t, shared)
  const id = await post('a 😃 CAT')
  const value = '😃 (cat OR dog) -bird'
  const { status, body } = await client.post(`${path}/explain`, {
    value,
    post: `https://example.org/alice/status/${id}?s=20`,
  })
  assert.equal(status, 200)
  assert.deepEqual([body.matches, body.post.id], [true, String(id)])
  const parts = body.parts.map((part: Record<string, unknown>) => [
    part['kind'],
    part['depth'],
    value.slice(Number(part['start']), Number(part['end'])),
    part['matches'],
  ])
  assert.deepEqual(parts, [
    ['and', 0, value, true],
    ['term', 1, '😃', true],
    ['or', 1, '(cat OR dog)', true],
    ['term', 2, 'cat', true],
    ['term', 2, 'dog', false],
    ['not', 1, '-bird', true],
    ['term', 2, 'bird', false],
  ])
  assert.deepEqual(body.parts[3].evidence, [
    { field: 'text', value: 'CAT', spans: [{ text: 0, start: 5, end: 8 }] },
  ])
})

test('404/post-not-found for an unknown id, an invalid id, and a post that is not public', async (t) => {
  const { client, path, post, context, other } = await consoleRules(t, shared)
  const hidden = await post('a hidden cat')
  await changeUserState(context, { userId: other.id, action: 'protect' })
  for (const wanted of ['1', 'x', '', '9'.repeat(19), String(hidden)]) {
    const { status, body } = await client.post(`${path}/explain`, { value: 'cat', post: wanted })
    assert.deepEqual([status, body.reason, body.field], [404, 'post-not-found', 'post'])
  }
})
