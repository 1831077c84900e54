import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../../../test/support/streams/out-of-labs.ts'
import {
  createProjectApp,
  postJson,
  ruleSuite,
  ruleWindowTest,
} from '../../../../../../../test/support/streams/rule-suite.ts'
import { changeLabsEnrolment } from '../../../../../../domain/apps/enrolment.ts'
import { findRules } from '../../../../../../domain/rules/rule.ts'

const PLACE = {
  path: '/labs/1/tweets/stream/filter/rules',
  base: 'https://api.twitter.com/labs/1/problems/',
  max: 10,
  duplicateType: 'invalid-rules',
  countsValid: false,
}

ruleSuite(PLACE)
ruleWindowTest(PLACE)

outOfLabsTest(PLACE.path)

test('403/3 an app that is removed from Labs', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createProjectApp(context)
  await changeLabsEnrolment(context, app.appId, false)
  const { status, body } = await postJson(`${url}${PLACE.path}`, app.asApp, { add: [{ value: 'a' }] })
  assert.deepEqual([status, body.reason], [403, 'client-not-enrolled'])
  assert.deepEqual(await findRules(context.store, { appId: app.appId, product: 'labs-1' }), [])
})
