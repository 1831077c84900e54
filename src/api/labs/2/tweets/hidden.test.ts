import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../../../../../test/support/server.ts'
import { hiddenSuite } from '../../../../../test/support/v2-lookup/hidden.ts'
import { LookupStage } from '../../../../../test/support/v2-lookup/stage.ts'

hiddenSuite('labs')

/** Status and version headers of the response to a request without credentials. */
async function signals(url: string) {
  const { status, headers } = await fetch(`${url}/labs/2/tweets/5/hidden`, { method: 'PUT' })
  return {
    status,
    ...Object.fromEntries(['deprecation', 'sunset'].map((name) => [name, headers.get(name)])),
    link: headers.get('link'),
  }
}

test('spec/versioning.md#deprecation-periods and spec/versioning.md#deprecation-headers: deprecated on 2020-08-19, removed on 2020-11-16', async (t) => {
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

test('spec/versioning.md#dates: from 2020-07-13 on, a hidden reply can be shown again; before, such a request is 400', async (t) => {
  for (const [api_date, status] of [
    ['2020-07-12', 400],
    ['2020-07-13', 200],
  ] as const) {
    const stage = await LookupStage.open(t, 'labs', 'sqlite', 'off', { api_date })
    const [host, guest] = [await stage.user(), await stage.user()]
    const begun = await stage.post(host.id, 'what do you think?')
    const id = await stage.post(guest.id, 'nothing', { inReplyTo: { id: begun, authorId: host.id } })
    const asHost = await stage.app.asUser(host.id)
    const url = `${stage.server.url}/labs/2/tweets/${id}/hidden`
    const put = async (hidden: boolean) => {
      const headers = { authorization: asHost('PUT', url), 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ hidden }) })
      return [answer.status, await answer.text()] as const
    }
    assert.equal((await put(true))[0], 200)
    const [shown, text] = await put(false)
    assert.equal(shown, status, text)
    if (status === 400) assert.match(text, /value is not one of \[true\]/)
  }
})
