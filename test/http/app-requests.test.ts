import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { MESSAGE_AGE_MS } from '../../src/request-log/app-log.ts'
import { ask, createTestApp } from '../support/api-client.ts'
import { startTestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

test('an owner sees the requests of the app', async (t) => {
  const clock = new TestClock()
  const { url, context, server } = await startTestServer(t, { clock })
  const { requests } = server.generations.traffic
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const signedBy = await app.asUser(user.id)
  const last = () => requests.entries(app.appId).at(-1)

  await t.test(
    'facts of a request are recorded, and its headers only while a reader is connected',
    async () => {
      await ask(`${url}/1.1/users/show.json?user_id=${user.id}`, app.asApp)
      assert.deepEqual(
        [last()?.target, last()?.endpoint, last()?.status, last()?.credentials, last()?.messages],
        [`/1.1/users/show.json?user_id=${user.id}`, '/1.1/users/show.json', 200, 'bearer', undefined],
      )
      assert.equal(last()?.limits?.remaining, (last()?.limits?.limit ?? 0) - 1)
    },
  )

  await t.test(
    'refused requests are recorded with the sent error, and with the reason if credentials are invalid',
    async () => {
      await ask(`${url}/1.1/users/show.json?user_id=1`, app.asApp)
      assert.match(last()?.error ?? '', /"code":50/)
      assert.equal(last()?.reason, '')
      const path = '/1.1/account/verify_credentials.json'
      const wrong = signedBy('GET', `${url}${path}`).replace(
        /oauth_signature="[^"]*"/,
        `oauth_signature="${fakeSignature()}"`,
      )
      const response = await fetch(`${url}${path}`, { headers: { authorization: wrong } })
      assert.deepEqual(
        [response.status, last()?.status, last()?.reason],
        [401, 401, 'the signature does not match'],
      )
      assert.equal(last()?.credentials, undefined)
    },
  )

  await t.test('requests are counted by hour, family and class of status', async () => {
    const counts = server.generations.traffic.hours.waitingOf(app.appId).requests
    assert.ok(counts.every(({ family }) => family === 'v1.1'))
    assert.ok(counts.some(({ statusClass }) => statusClass === 4))
  })

  await t.test(
    'the headers and the body of a recorded request are kept for an hour, with masked secrets',
    async () => {
      const followed = await createOneUser(context)
      requests.record(app.appId, clock.now() + 10 * 60_000)
      const path = '/1.1/friendships/create.json'
      const form = { user_id: String(followed.id) }
      const body = new URLSearchParams(form).toString()
      const authorization = signedBy('POST', `${url}${path}`, form)
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      const { request, response } = last()?.messages ?? {}
      assert.equal(request?.body, body)
      assert.match(response?.body ?? '', new RegExp(`"id_str":"${followed.id}"`))
      const sent = request?.headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value ?? ''
      assert.match(
        sent,
        /oauth_token="\*\*\*".*oauth_signature="\*\*\*"|oauth_signature="\*\*\*".*oauth_token="\*\*\*"/,
      )
      clock.advance(MESSAGE_AGE_MS + 20_000)
      assert.equal(last()?.messages, undefined)
      assert.equal(last()?.target, path)
    },
  )

  await t.test('a reader receives each request of its app, and no request of any other app', async () => {
    const other = await createTestApp(context)
    const seen: string[] = []
    const end = requests.follow(app.appId, ({ target, messages }) =>
      seen.push(`${target} ${messages?.response.status}`),
    )
    await ask(`${url}/1.1/help/languages.json`, other.asApp)
    await ask(`${url}/1.1/help/languages.json`, app.asApp)
    end()
    await ask(`${url}/1.1/help/languages.json`, app.asApp)
    assert.deepEqual(seen, ['/1.1/help/languages.json 200'])
    assert.equal(requests.entries(other.appId).at(-1)?.messages, undefined)
  })
})

function fakeSignature(): string {
  return encodeURIComponent(createHmac('sha1', 'wrong').update('wrong').digest('base64'))
}
