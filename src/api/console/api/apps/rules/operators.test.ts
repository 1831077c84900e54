/** GET /console/api/apps/:app_id/rules/operators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleRules, sharedRuleServer } from '../../../../../../test/support/console/console-rules.ts'
import { refused } from '../../../../../../test/support/console/console-suites.ts'

/** One server for all tests. */
const shared = sharedRuleServer('sqlite')

test('404/app-not-found for the app of another developer', async (t) => {
  const { otherDeveloper, path } = await consoleRules(t, shared)
  const answer = await otherDeveloper.get(`${path}/operators`)
  assert.deepEqual([answer.status, answer.body.reason], [404, 'app-not-found'])
})

test('400/field-invalid for rules of an unknown API', async (t) => {
  const { client, path } = await consoleRules(t, shared)
  await refused(client.get(`${path}/operators?product=3`), 400, 'field-invalid')
})

test('every operator has help and an example, and the product decides which operators are available', async (t) => {
  const { client, path } = await consoleRules(t, shared)
  const available = async (query: string) => {
    const { operators } = (await client.get(`${path}/operators${query}`)).body
    assert.ok(operators.every(({ help, example }: Record<string, string>) => help !== '' && example !== ''))
    return new Map(operators.map((each: Record<string, unknown>) => [each['text'], each['is_available']]))
  }
  const second = await available('')
  const labs = await available('?product=labs-1')
  assert.deepEqual(
    [second.get('bio:'), labs.get('bio:'), second.get('list:'), labs.get('has:')],
    [true, false, false, true],
  )
})
