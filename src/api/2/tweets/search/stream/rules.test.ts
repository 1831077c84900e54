import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../../test/support/api-client.ts'
import { sharedServer } from '../../../../../../test/support/server.ts'
import {
  createProjectApp,
  postJson,
  ruleSuite,
  ruleWindowTest,
} from '../../../../../../test/support/streams/rule-suite.ts'

const PLACE = {
  path: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  max: 25,
  duplicateType: 'duplicate-rules',
  countsValid: true,
}

const shared = sharedServer()

ruleSuite(PLACE)
ruleWindowTest(PLACE, shared)

test('403/3 spec/labs-lookup.md#early-access: an app outside of projects is not enrolled', async () => {
  const { url, context } = await shared()
  const app = await createTestApp(context)
  for (const answer of [
    JSON.parse((await ask(`${url}${PLACE.path}`, app.asApp)).text),
    (await postJson(`${url}${PLACE.path}`, app.asApp, { add: [{ value: 'a' }] })).body,
  ]) {
    assert.equal(answer.title, 'Client Forbidden')
    assert.equal(answer.reason, 'client-not-enrolled')
    assert.equal(answer.client_id, String(app.appId))
    assert.ok('required_enrollment' in answer && 'registration_url' in answer)
  }
})

test('spec/rule-language.md#later-operators, spec/v2-messages-and-media.md#stream-operators: operators that only API v2 has', async () => {
  const { url, context } = await shared()
  const app = await createProjectApp(context)
  const add = { add: [{ value: 'cat is:reply' }, { value: 'conversation_id:5' }] }
  assert.equal((await postJson(`${url}${PLACE.path}`, app.asApp, add)).status, 201)
  const labs = `${url}/labs/1/tweets/stream/filter/rules`
  assert.equal((await postJson(labs, app.asApp, add)).status, 400)
})

test('spec/v2-messages-and-media.md#stream-rules, spec/rules.md#list: rules are listed in pages, with tokens of 16 characters; spec/rules.md#delete: delete_all deletes all rules', async () => {
  const { url, context } = await shared()
  const app = await createProjectApp(context)
  const path = `${url}${PLACE.path}`
  const get = async (query: string) => {
    const { status, text } = await ask(`${path}${query}`, app.asApp)
    return { status, body: JSON.parse(text) }
  }
  const values = ['cat', 'dog', 'bird', 'fish', 'ant']
  await postJson(path, app.asApp, { add: values.map((value) => ({ value })) })
  const seen: string[] = []
  let token: string | undefined
  do {
    const { body } = await get(`?max_results=2${token === undefined ? '' : `&pagination_token=${token}`}`)
    seen.push(...body.data.map(({ value }: { value: string }) => value))
    assert.equal(body.meta.result_count, body.data.length)
    token = body.meta.next_token
    if (token !== undefined) assert.match(token, /^[0-9A-Z]{16}$/)
  } while (token !== undefined)
  assert.deepEqual(seen, values)
  for (const query of ['?max_results=0', '?max_results=1001', '?pagination_token=x']) {
    assert.equal((await get(query)).status, 400, query)
  }
  const dry = await postJson(`${path}?delete_all=true&dry_run=true`, app.asApp, {})
  assert.deepEqual(dry.body.meta.summary, { deleted: 5, not_deleted: 0 })
  assert.equal((await get('')).body.meta.result_count, 5)
  const { status, body } = await postJson(`${path}?delete_all=true`, app.asApp, {})
  assert.deepEqual([status, body.meta.summary], [200, { deleted: 5, not_deleted: 0 }])
  assert.deepEqual((await get('')).body.meta.result_count, 0)
  assert.equal((await postJson(`${path}?delete_all=maybe`, app.asApp, {})).status, 400)
})
