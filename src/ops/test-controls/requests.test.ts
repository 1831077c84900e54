import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { registerSchema, validate } from '@hyperjump/json-schema/draft-06'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { PostReader } from '../../../test/support/streams/post-stream.ts'
import { startInTestMode, TEST_TOKEN } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { subscribeReceiver } from '../../../test/support/webhooks/webhooks.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { must } from '../../lib/assert.ts'
import { MAX_LIVE_BYTES, MAX_LIVE_READERS } from './requests.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of the log
type Json = any

const HAR_BASE = 'https://har.example/'

const HAR_FILE = new URL('../../../test/fixtures/har/har-1.2.json', import.meta.url)

// The schemas are registered once for the process, because a schema cannot be registered twice.
for (const [name, schema] of Object.entries(
  JSON.parse(readFileSync(HAR_FILE, 'utf8')) as Record<string, Json>,
))
  registerSchema(schema, `${HAR_BASE}${name}`)

/** Validates an archive against the schema of the format HTTP Archive 1.2. */
async function assertHar(archive: Json): Promise<void> {
  const result = await validate(`${HAR_BASE}har.json`, archive, 'BASIC')
  assert.equal(result.valid, true, JSON.stringify(result))
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the request log of a server with test controls, on ${engine}`, async (t) => {
    const stage = await startInTestMode(t, { engine, settings: { webhook_allow: '127.0.0.1' } })
    const { server, url, context, control, get } = stage
    const app = await createTestApp(context)
    const user = await createOneUser(context)
    const asUser = await app.asUser(user.id)
    const logged = async (query = '') =>
      (await control('GET', `/test/requests${query}`)).body['requests'] as Json[]
    const live = (headers: Record<string, string> = {}) =>
      fetch(`${server.opsUrl}/test/requests/live`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
      })

    await t.test('the entry of a request has its caller, headers, limits and both bodies', async () => {
      await get(`/1.1/followers/ids.json?user_id=${user.id}`, app.asApp)
      const [entry] = await logged('?path=/1.1/followers/ids.json')
      assert.equal(entry.endpoint, '/1.1/followers/ids.json')
      assert.deepEqual(
        [entry.kind, entry.method, entry.status, entry.family, entry.app, entry.user],
        ['request', 'GET', 200, 'v1.1', String(app.appId), undefined],
      )
      assert.deepEqual([entry.limits.limit, entry.limits.remaining], [15, 14])
      assert.match(entry.response.body, /^\{"ids":\[\]/)
      assert.ok(entry.ms > 0)
      const authorization = entry.request.headers.find((each: Json) => each.name === 'authorization')
      assert.equal(authorization.value, 'Bearer ***')
      assert.ok(entry.response.headers.some((each: Json) => each.name === 'x-rate-limit-remaining'))
    })

    await t.test('a form body is stored and its secrets are masked', async () => {
      const path = `${url}/1.1/statuses/update.json`
      const form = { status: 'hello' }
      const body = new URLSearchParams(form).toString()
      const headers = {
        authorization: asUser('POST', path, form),
        'content-type': 'application/x-www-form-urlencoded',
      }
      assert.equal((await fetch(path, { method: 'POST', headers, body })).status, 200)
      const [entry] = await logged('?method=POST')
      assert.deepEqual([entry.request.body, entry.request.body_bytes], [body, body.length])
      assert.equal(entry.user, String(user.id))
      const signed = entry.request.headers.find((each: Json) => each.name === 'authorization').value
      assert.match(signed, /oauth_consumer_key=/)
      assert.match(signed, /oauth_signature="\*\*\*"/)
      await fetch(`${url}/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${app.consumerKey}:${app.consumerSecret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      })
      const [token] = await logged('?path=/oauth2/token')
      assert.equal(token.response.body, '{"token_type":"bearer","access_token":"***"}')
    })

    await t.test('the entry of a refused request has the reason, even if no endpoint matched', async () => {
      await get('/1.1/followers/ids.json')
      await get('/1.1/nothing.json')
      const [refused] = await logged('?status=400')
      assert.deepEqual([refused.refusal.error, refused.refusal.reason], ['AuthError', 'no-credentials'])
      const [unknown] = await logged('?status=404')
      assert.deepEqual([unknown.endpoint, unknown.refusal.reason], [undefined, 'unknown-path'])
    })

    await t.test(
      'the entry of a stream has the number of bytes and messages, and the reason of its end',
      async () => {
        const path = '/1.1/statuses/filter.json?track=cat'
        const stream = await PostReader.open(`${url}${path}`, asUser)
        await createPost(context, { authorId: user.id, text: 'a cat' })
        await stream.some(1)
        const [open] = await logged('?kind=stream')
        assert.deepEqual([open.stream.messages, open.stream.ended], [1, undefined])
        stream.close()
        await waitUntil(async () => (await logged('?kind=stream'))[0].stream.ended !== undefined)
        const [ended] = await logged('?kind=stream')
        assert.equal(ended.stream.ended, 'client')
        assert.ok(ended.stream.bytes > 1_000)
      },
    )

    await t.test('a webhook delivery has an entry', async () => {
      const webhooks = { nextChallenge: () => context.clock.now() + 86_400_000 }
      const { receiver, webhook } = await subscribeReceiver(t, { runtime: server.runtime, webhooks }, user)
      await createPost(context, { authorId: user.id, text: 'to the webhook' })
      await receiver.until(1)
      await waitUntil(async () => (await logged('?kind=webhook')).length > 0)
      const [delivery] = await logged('?kind=webhook')
      assert.deepEqual(
        [delivery.webhook, delivery.status],
        [{ id: String(webhook.id), outcome: 'accepted' }, 200],
      )
      assert.match(delivery.request.body, /to the webhook/)
    })

    await t.test('the archive is valid against the schema of HTTP Archive 1.2', async () => {
      const { status, body } = await control('GET', '/test/requests.har')
      assert.equal(status, 200)
      const archive = body as Json
      assert.ok(archive.log.entries.length >= 6)
      await assertHar(archive)
      const one = archive.log.entries.find((each: Json) => each.request.method === 'POST')
      assert.match(one.request.url, /^http:\/\/localhost:\d+\/1\.1\//)
    })

    await t.test('readers of the live log get entries immediately, as lines or events', async () => {
      const [lines, events] = await Promise.all([live(), live({ accept: 'text/event-stream' })])
      await get('/1.1/nothing.json')
      const read = async (response: Response) => {
        let text = ''
        const decoder = new TextDecoder()
        for await (const piece of must(response.body, 'a body')) {
          text += decoder.decode(piece)
          if (text.includes('}\n')) return text
        }
        throw new Error(`the feed has ended after ${text}`)
      }
      assert.equal(JSON.parse(await read(lines)).status, 404)
      assert.match(await read(events), /^:\n\nid: \d+\ndata: \{.*"status":404.*\n\n$/)
    })

    await t.test(
      'a live reader that does not read is disconnected, and the number of readers is limited',
      async () => {
        const slow = await new Promise<IncomingMessage>((resolve, reject) => {
          const headers = { authorization: `Bearer ${TEST_TOKEN}` }
          const asked = request(`${server.opsUrl}/test/requests/live`, { headers, agent: false })
          asked.on('response', resolve).on('error', reject).end()
        })
        await get(`/1.1/followers/ids.json?cursor=${'x'.repeat(20_000)}`)
        const { requests } = must(server.testControls, 'the test controls')
        const large = must(requests.entries().at(-1), 'an entry')
        for (let sent = 0; sent < 2 * MAX_LIVE_BYTES; sent += 20_000) requests.emit(large)
        await assert.rejects(async () => {
          for await (const _piece of slow);
        })
        const readers = await Promise.all(Array.from({ length: MAX_LIVE_READERS }, () => live()))
        const last = await live()
        assert.equal(last.status, 409)
        assert.match(await last.text(), /close one/)
        for (const reader of readers) await reader.body?.cancel()
      },
    )

    await t.test('errors of invalid queries have advice, and the log can be cleared', async () => {
      const wrong = await control('GET', '/test/requests?status=many')
      assert.deepEqual([wrong.status, wrong.body['error']], [400, 'status is a number such as 429, or 4xx.'])
      assert.equal((await control('DELETE', '/test/requests')).status, 200)
      assert.deepEqual(await logged(), [])
      const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text()
      assert.match(metrics, /^aviary_test_requests 0$/m)
    })
  })
}
