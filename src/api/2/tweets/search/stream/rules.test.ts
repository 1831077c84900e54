import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../../test/support/api-client.ts'
import { onBoth } from '../../../../../../test/support/part.ts'
import {
  createProjectApp,
  postJson,
  ruleSuite,
  ruleWindowTest,
} from '../../../../../../test/support/rule-suite.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

const PLACE = {
  path: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  max: 25,
  duplicateType: 'duplicate-rules',
  countsValid: true,
}

ruleSuite(PLACE, onBoth)
ruleWindowTest(PLACE)

test('403/3 spec/labs-lookup.md#early-access: an app outside of projects is not enrolled', async (t) => {
  const { url, context } = await startTestServer(t)
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

test('spec/rule-language.md#later-operators: operators that only API v2 has', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createProjectApp(context)
  const add = { add: [{ value: 'cat is:reply' }, { value: 'conversation_id:5' }] }
  assert.equal((await postJson(`${url}${PLACE.path}`, app.asApp, add)).status, 201)
  const labs = `${url}/labs/1/tweets/stream/filter/rules`
  assert.equal((await postJson(labs, app.asApp, add)).status, 400)
})
