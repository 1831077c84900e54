import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../test/support/server.ts'
import { ENDING_LIFETIMES } from './_versions/lifetimes.ts'

test('200 spec/versioning.md#deprecation-headers: deprecation headers link to the page, which lists every retirement with its dates and successor', async (t) => {
  const { url } = await startTestServer(t)
  const response = await fetch(`${url}/versioning`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  const page = await response.text()
  for (const { paths, retirement } of ENDING_LIFETIMES) {
    const { deprecated, sunset, successor } = retirement
    for (const text of [...paths, deprecated, sunset, successor]) assert.ok(page.includes(text), text)
  }
})
