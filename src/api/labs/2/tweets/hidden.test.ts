import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../../../../test/support/server.ts'
import { hiddenSuite } from '../../../../../test/support/v2-lookup/hidden.ts'

hiddenSuite('labs')

/** Version headers of an answer on that day, without credentials. */
async function signals(url: string) {
  const { status, headers } = await fetch(`${url}/labs/2/tweets/5/hidden`, { method: 'PUT' })
  return {
    status,
    ...Object.fromEntries(['deprecation', 'sunset'].map((name) => [name, headers.get(name)])),
    link: headers.get('link'),
  }
}

test('spec/versioning.md#deprecation-periods and spec/versioning.md#deprecation-headers: deprecated on 2020-08-19, gone on 2020-11-16', async (t) => {
  const on = async (day: string) => (await startTestServer(t, { settings: { api_date: day } })).url
  const before = await on('2020-08-18')
  const none = { deprecation: null, sunset: null, link: null }
  assert.deepEqual(await signals(before), { status: 401, ...none })
  const between = await on('2020-08-19')
  const { link, ...rest } = await signals(between)
  assert.deepEqual(rest, { status: 401, deprecation: '@1597795200', sunset: 'Mon, 16 Nov 2020 00:00:00 GMT' })
  assert.match(link ?? '', /<\/2\/tweets\/5\/hidden>; rel="successor-version"/)
  const { status } = await signals(await on('2020-11-16'))
  assert.equal(status, 410)
  const lookup = await fetch(`${between}/labs/2/tweets/5`)
  assert.equal(lookup.headers.get('deprecation'), null, 'look-ups stay')
})
