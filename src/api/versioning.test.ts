import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../test/support/server.ts'
import { RETIREMENTS } from './_retirements.ts'

test('200 spec/versioning.md#deprecation-headers: the page that the links lead to names every retirement with its dates and successor', async (t) => {
  const { url } = await startTestServer(t)
  const response = await fetch(`${url}/versioning`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  const page = await response.text()
  for (const { path, deprecated, sunset, successor } of RETIREMENTS) {
    for (const text of [path, deprecated, sunset, successor]) assert.ok(page.includes(text), text)
  }
})
