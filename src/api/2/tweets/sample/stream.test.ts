import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../test/support/api-client.ts'
import { sharedServer } from '../../../../../test/support/server.ts'
import { sampleSuite } from '../../../../../test/support/streams/sample-suite.ts'

const PLACE = {
  path: '/2/tweets/sample/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

const shared = sharedServer()

sampleSuite(PLACE, shared)

test('403/3 an app outside of projects is not enrolled', async () => {
  const { url, context } = await shared()
  const { asApp } = await createTestApp(context)
  assert.equal((await ask(`${url}${PLACE.path}`, asApp)).status, 403)
})
