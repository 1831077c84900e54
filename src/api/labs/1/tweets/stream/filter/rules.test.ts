import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServer } from '../../../../../../../test/support/server.ts'
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

const shared = sharedServer()

ruleSuite(PLACE)
ruleWindowTest(PLACE, shared)

outOfLabsTest(PLACE.path, { shared })

test('403/3 an app that is removed from Labs', async () => {
  const { url, context } = await shared()
  const app = await createProjectApp(context)
  await changeLabsEnrolment(context, app.appId, false)
  const { status, body } = await postJson(`${url}${PLACE.path}`, app.asApp, { add: [{ value: 'a' }] })
  assert.deepEqual([status, body.reason], [403, 'client-not-enrolled'])
  assert.deepEqual(await findRules(context.store, { appId: app.appId, product: 'labs-1' }), [])
})
