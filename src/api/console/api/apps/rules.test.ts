/** /console/api/apps/:app_id/rules: spec/rules.md#create, spec/rules.md#delete. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  consoleRules,
  ruleErrors,
  sharedRuleServer,
} from '../../../../../test/support/console/console-rules.ts'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { addRuleCounts } from '../../../../domain/rules/rule-counts.ts'
import type { LogEntry } from '../../../../log/event.ts'

const BODY = { value: 'cat' }

const shared = { sqlite: sharedRuleServer('sqlite'), postgres: sharedRuleServer('postgres') }

ruleErrors({ method: 'POST', path: '', body: BODY, server: shared.sqlite })
ruleErrors({ method: 'PUT', path: '/1', body: BODY, server: shared.sqlite })

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`rules in the console on ${engine}`, () => {
    test('rules are added, listed with counters and limits, replaced in one step, and deleted', async (t) => {
      const { client, path, context, appId, server } = await consoleRules(t, shared[engine])
      const cat = await client.post(path, { value: ' cat ', tag: 'pets' })
      assert.equal(cat.status, 201)
      assert.deepEqual({ ...cat.body, id: '' }, { id: '', value: 'cat', tag: 'pets', matched: 0 })
      const dry = await client.post(path, { value: 'dog', is_dry_run: true })
      assert.deepEqual([dry.status, dry.body.value], [201, 'dog'])
      const at = Date.UTC(2026, 0, 1)
      await addRuleCounts(context.store, [{ ruleId: BigInt(cat.body.id), matched: 3, lastMatchedAt: at }])
      const last_matched_at = new Date(at).toISOString()
      assert.deepEqual((await client.get(path)).body, {
        rules: [{ ...cat.body, matched: 3, last_matched_at }],
        max_rules: 25,
        max_length: 512,
      })
      assert.deepEqual((await client.get(`${path}?product=labs-1`)).body, {
        rules: [],
        max_rules: 10,
        max_length: 512,
      })

      const same = await client.put(`${path}/${cat.body.id}`, { value: 'cat', tag: 'pets' })
      assert.deepEqual([same.status, same.body], [200, { ...cat.body, matched: 3, last_matched_at }])
      const trial = await client.put(`${path}/${cat.body.id}`, { value: 'kitten', is_dry_run: true })
      assert.deepEqual([trial.status, trial.body.value], [200, 'kitten'])
      assert.equal((await client.get(path)).body.rules[0].value, 'cat', 'a dry run stores nothing')
      const before = server.tail.head
      const retagged = await client.put(`${path}/${cat.body.id}`, { value: 'cat' })
      assert.deepEqual({ ...retagged.body, id: '' }, { id: '', value: 'cat', tag: '', matched: 0 })
      assert.notEqual(retagged.body.id, cat.body.id)
      await server.tail.catchUp()
      const facts = (await server.tail.readAfter(before, 10)).map((event: LogEntry) =>
        'rule_id' in event ? [event.kind, String(event.rule_id), event.app_id] : [],
      )
      assert.deepEqual(facts, [
        ['rule.deleted', cat.body.id, appId],
        ['rule.added', retagged.body.id, appId],
      ])
      assert.equal((await client.delete(`${path}/${retagged.body.id}`)).status, 204)
      assert.deepEqual((await client.get(path)).body.rules, [])
    })

    test('409/rule-exists for a new or edited rule with the text of another rule', async (t) => {
      const { client, path } = await consoleRules(t, shared[engine])
      const cat = await client.post(path, { value: 'cat' })
      await client.post(path, { value: 'dog' })
      const twice = await client.post(path, { value: 'cat', tag: 'other' })
      const edited = await client.put(`${path}/${cat.body.id}`, { value: 'dog' })
      for (const answer of [twice, edited]) {
        assert.deepEqual(
          [answer.status, answer.body.reason, answer.body.field],
          [409, 'rule-exists', 'value'],
        )
      }
      const values = (await client.get(path)).body.rules.map(({ value }: { value: string }) => value)
      assert.deepEqual(values, ['cat', 'dog'])
    })
  })
}

test('409/rules-too-many beyond the limit of the level, also in a dry run; a rule can still be replaced', async (t) => {
  const { client, path } = await consoleRules(t, shared.sqlite)
  const ids = []
  for (let count = 0; count < 10; count += 1) {
    ids.push((await client.post(path, { value: `word${count}`, product: 'labs-1' })).body.id)
  }
  for (const is_dry_run of [true, false]) {
    const answer = await client.post(path, { value: 'more', product: 'labs-1', is_dry_run })
    assert.deepEqual([answer.status, answer.body.reason], [409, 'rules-too-many'])
  }
  assert.equal((await client.put(`${path}/${ids[0]}`, { value: 'more', product: 'labs-1' })).status, 200)
})

test('400/field-invalid for reading and deleting rules of an unknown API', async (t) => {
  const { client, path } = await consoleRules(t, shared.sqlite)
  await refused(client.get(`${path}?product=3`), 400, 'field-invalid')
  await refused(client.delete(`${path}/1?product=3`), 400, 'field-invalid')
})

test('404/rule-not-found for the rule of another app or another API, and for an invalid id', async (t) => {
  const { client, path } = await consoleRules(t, shared.sqlite)
  const { body } = await client.post(path, { value: 'cat', product: 'labs-1' })
  for (const id of [body.id, '1', 'x', '9'.repeat(30)]) {
    const replaced = await client.put(`${path}/${id}`, { value: 'dog' })
    const deleted = await client.delete(`${path}/${id}`)
    for (const answer of [replaced, deleted]) {
      assert.deepEqual([answer.status, answer.body.reason], [404, 'rule-not-found'])
    }
  }
  assert.equal((await client.delete(`${path}/${body.id}?product=labs-1`)).status, 204)
})
