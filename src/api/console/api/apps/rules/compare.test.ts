/** POST /console/api/apps/:app_id/rules/compare: spec/server.md#rule-tools. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  consoleRules,
  ruleErrors,
  sharedRuleServer,
} from '../../../../../../test/support/console/console-rules.ts'

/** One server for all tests. */
const shared = sharedRuleServer('sqlite')

const CALL = {
  method: 'POST',
  path: '/compare',
  body: { from: 'dog', to: 'cat' },
  field: 'to',
  server: shared,
}
ruleErrors(CALL)

test('the comparison returns posts that match both rules or only one, with samples', async (t) => {
  const { client, path, post } = await consoleRules(t, shared)
  const [cat, dog, both] = [await post('a cat'), await post('a dog'), await post('a cat and a dog')]
  const { status, body } = await client.post(`${path}/compare`, { from: 'cat', to: 'dog' })
  assert.equal(status, 200)
  const ids = (part: string) => [
    body[part].matched,
    ...body[part].samples.map(({ id }: { id: string }) => BigInt(id)),
  ]
  assert.deepEqual(
    [ids('both'), ids('only_from'), ids('only_to')],
    [
      [1, both],
      [1, cat],
      [1, dog],
    ],
  )
})
