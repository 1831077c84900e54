/** POST /console/api/apps/:app_id/try: spec/console.md#try-it. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { EVERY_PATH, startTestServer, type TestServer } from '../../../../../test/support/server.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../../../test/support/users.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'
import { invalidateBearer } from '../../../../domain/apps/invalidate-bearer.ts'
import { addAppToProject, createProject } from '../../../../domain/apps/projects/projects.ts'
import { issueToken } from '../../../../domain/apps/tokens.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { STREAM_MESSAGES, STREAM_MS } from '../../_try/try-call.ts'

const UPDATE = '/1.1/statuses/update.json'
const TEXT = "It's 5 % – a bird & (two) more* ~ä+🐦!"

/** Waits until the server has that number of stream connections. */
async function untilStreams({ server }: TestServer, count: number): Promise<void> {
  await waitUntil(async () => {
    const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text()
    const counts = [...metrics.matchAll(/^aviary_stream_connections\{.*\} (\d+)$/gm)].map(([, each]) =>
      Number(each),
    )
    return counts.reduce((sum, each) => sum + each, 0) === count
  })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`POST /console/api/apps/:app_id/try on ${engine}`, () => {
    test('requests as an app, as its owner, and to a stream', async (t) => {
      const clock = new TestClock(Date.UTC(2026, 0, 5, 12))
      const server = await startTestServer(t, {
        engine,
        clock,
        settings: { ...EVERY_PATH, limits: 'documented' },
      })
      const { context } = server
      const owner = await createOneUser(context)
      const created = await createApp(context, {
        ...{ name: 'Owned', ownerId: owner.id, permissions: 'read-write' },
      })
      const { appId, bearerToken, consumerSecret } = created
      const project = await createProject(context, { name: 'Birds', ownerId: owner.id })
      await addAppToProject(context, project.id, appId)
      const client = await ConsoleClient.signedIn(server, { userId: owner.id })
      const attempt = (call: object) => client.post(`/apps/${appId}/try`, { query: [], ...call })

      await t.test(
        '200 with the bearer token: status, headers, windows and body; the token is masked',
        async () => {
          const { status, body } = await attempt({
            ...{ method: 'GET', path: '/1.1/users/show.json', as: 'bearer' },
            query: [{ name: 'screen_name', value: owner.screenName }],
          })
          assert.equal(status, 200)
          const { request, response } = body
          assert.equal(request.url, `${server.url}/1.1/users/show.json?screen_name=${owner.screenName}`)
          assert.deepEqual(request.headers.at(-1), { name: 'authorization', value: 'Bearer ***' })
          assert.equal(request.base_string, undefined)
          assert.deepEqual([response.status, response.reason, response.ended], [200, 'OK', 'complete'])
          assert.equal(JSON.parse(response.body).screen_name, owner.screenName)
          const header = (name: string) =>
            response.headers.find((each: { name: string }) => each.name === name)?.value
          assert.equal(header('x-rate-limit-limit'), '900')
          assert.equal(header('x-rate-limit-remaining'), '899')
          assert.ok(!JSON.stringify(body).includes(bearerToken))
        },
      )

      await t.test('404/token-not-found before the owner has an access token', async () => {
        const { status, body } = await attempt({ method: 'POST', path: UPDATE, as: 'owner' })
        assert.deepEqual([status, body.reason], [404, 'token-not-found'])
        assert.match(body.message, /Create one/)
      })

      await t.test(
        '200 by OAuth 1.0a with a form: the response shows the base string, without secrets',
        async () => {
          const issued = await issueToken(context, { appId, userId: owner.id })
          const call = { method: 'POST', path: UPDATE, as: 'owner', form: [{ name: 'status', value: TEXT }] }
          const { body } = await attempt({ ...call, query: [{ name: 'trim_user', value: 'true' }] })
          assert.equal(body.response.status, 200, body.response.body)
          assert.equal(JSON.parse(body.response.body).text, TEXT.replace('&', '&amp;'))
          assert.match(
            body.request.base_string,
            /^POST&http%3A%2F%2Flocalhost%3A\d+%2F1\.1%2Fstatuses%2Fupdate/,
          )
          assert.match(body.request.base_string, /oauth_token%3D\*\*\*%26/)
          const { value } = body.request.headers[1]
          assert.match(
            value,
            /^OAuth oauth_consumer_key="\w+".*oauth_token="\*\*\*".*oauth_signature="\*\*\*"$/,
          )
          const all = JSON.stringify(body)
          for (const secret of [issued.accessToken, issued.accessTokenSecret, consumerSecret])
            assert.ok(!all.includes(secret))
          const again = await attempt({
            ...{ method: 'POST', path: '/1.1/oauth/invalidate_token.json', as: 'owner' },
          })
          assert.equal(again.body.response.status, 200)
          assert.ok(!JSON.stringify(again.body).includes(issued.accessToken))
        },
      )

      await t.test('200 with JSON; the response has the errors of the API', async () => {
        const path = '/2/tweets/search/stream/rules'
        const call = { method: 'POST', path, as: 'bearer' }
        const { body } = await attempt({ ...call, json: '{"add":[{"value":"bird"}]}' })
        assert.equal(body.response.status, 201, body.response.body)
        assert.deepEqual(JSON.parse(body.request.body), { add: [{ value: 'bird' }] })
        const broken = await attempt({ ...call, json: '{"add":' })
        assert.equal(broken.body.response.status, 400)
      })

      await t.test('200 for a stream: complete messages, up to a maximum number or time', async () => {
        const call = { method: 'GET', path: '/2/tweets/search/stream', as: 'bearer' }
        const trial = attempt(call)
        await untilStreams(server, 1)
        for (let count = 0; count < STREAM_MESSAGES; count += 1)
          await createPost(context, { authorId: owner.id, text: `bird ${count}` })
        const { body } = await trial
        assert.deepEqual([body.response.ended, body.response.messages.length], ['enough', STREAM_MESSAGES])
        assert.equal(JSON.parse(body.response.messages[0]).data.text, 'bird 0')
        await untilStreams(server, 0)
        const quiet = attempt(call)
        await untilStreams(server, 1)
        clock.advance(STREAM_MS)
        const { response } = (await quiet).body
        assert.deepEqual([response.status, response.ended, response.messages], [200, 'time', []])
      })

      await t.test('400/try-path-invalid for pages, OAuth, the console itself and other paths', async () => {
        const paths = [
          '/',
          '/console/api/session',
          '/oauth2/token',
          '/2/oauth2/token',
          '/oauth/request_token',
        ]
        for (const path of [
          ...paths,
          '/settings/connections',
          '/stream/compliance/accounts/a',
          '/%32/tweets',
        ]) {
          const { status, body } = await attempt({ method: 'GET', path, as: 'bearer' })
          assert.deepEqual([status, body.reason, body.field], [400, 'try-path-invalid', 'path'], path)
        }
        const climbed = await attempt({ method: 'GET', path: '/2/../console/api/session', as: 'bearer' })
        assert.equal(climbed.body.response.status, 404)
      })

      await t.test(
        '400/field-invalid for characters that paths, names and headers cannot contain',
        async () => {
          for (const [call, field] of [
            [{ path: '/2/tweets?ids=1' }, 'path'],
            [{ path: '/2/tweets\r\nx: y' }, 'path'],
            [{ path: 'https://evil.example/' }, 'path'],
            [{ method: 'CONNECT' }, 'method'],
            [{ as: 'operator' }, 'as'],
            [{ query: [{ name: '', value: 'x' }] }, 'query.0.name'],
            [{ json: 7 }, 'json'],
          ] as const) {
            const { status, body } = await attempt({
              method: 'GET',
              path: '/2/tweets',
              as: 'bearer',
              ...call,
            })
            assert.deepEqual([status, body.reason, body.field], [400, 'field-invalid', field])
          }
        },
      )

      await t.test('403/foreign-origin for a page of another site', async () => {
        const call = { method: 'GET', path: '/2/tweets/1', as: 'bearer', query: [] }
        const foreign = { origin: 'https://evil.example' }
        const { status, body } = await client.call('POST', `/apps/${appId}/try`, call, foreign)
        assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
      })

      await t.test('404/app-not-found for the app of another developer, as for an unknown app', async () => {
        const [other] = await createUsers(context, 1)
        const otherDeveloper = await ConsoleClient.signedIn(server, {
          accountName: 'other',
          userId: other?.id ?? 0n,
        })
        const call = { method: 'GET', path: '/2/tweets/1', as: 'bearer', query: [] }
        const answers = [
          await otherDeveloper.post(`/apps/${appId}/try`, call),
          await client.post('/apps/1/try', call),
        ]
        for (const { status, body } of answers)
          assert.deepEqual([status, body.reason], [404, 'app-not-found'])
        assert.deepEqual(answers[0]?.body, answers[1]?.body)
      })

      await t.test('404/token-not-found after the bearer token was invalidated', async () => {
        await invalidateBearer(context, appId, bearerToken)
        const { status, body } = await attempt({ method: 'GET', path: '/2/tweets/1', as: 'bearer' })
        assert.deepEqual([status, body.reason], [404, 'token-not-found'])
      })
    })
  })
}
