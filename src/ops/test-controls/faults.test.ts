import assert from 'node:assert/strict'
import { test as plainTest } from 'node:test'
import { ask, createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode, TEST_TOKEN } from '../../../test/support/test-mode.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { subscribeReceiver } from '../../../test/support/webhooks/webhooks.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { systemClock } from '../../lib/time/clock.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON of the log
type Json = any

const PATH = '/1.1/followers/ids.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`faults that a server injects into requests, on ${engine}`, async (t) => {
    const stage = await startInTestMode(t, { engine, settings: { limits: 'relaxed' } })
    const { server, url, context, control } = stage
    const { appId, asApp } = await createTestApp(context)
    const other = await createTestApp(context)
    const user = await createOneUser(context)
    const target = `${PATH}?user_id=${user.id}`
    const get = (path = target, credentials = asApp) => ask(`${url}${path}`, credentials)
    const plan = async (...faults: object[]) => {
      const { status, body } = await control('PUT', '/test/faults', { seed: 1, faults })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const logged = async (): Promise<Json> => {
      const { body } = await control('GET', '/test/requests?limit=1')
      return (body['requests'] as Json[]).at(-1)
    }

    await t.test(
      'a fault with a code sends the error of the family, with rate limit headers, and the request log names the fault',
      async () => {
        await plan({ name: 'limited', path: PATH, app: String(appId), calls: 2, do: { error: 88 } })
        assert.equal((await get()).status, 200)
        const limited = await get()
        assert.equal(limited.status, 429)
        assert.equal(limited.text, '{"errors":[{"code":88,"message":"Rate limit exceeded"}]}')
        assert.equal(limited.headers.get('x-rate-limit-remaining'), '0')
        assert.ok(Number(limited.headers.get('x-rate-limit-reset')) > 0)
        const entry = await logged()
        assert.deepEqual([entry.faults, entry.status, entry.limits.remaining], [['limited'], 429, 0])
        assert.deepEqual([entry.refusal.error, entry.refusal.code], ['V11Error', 88])
        assert.equal((await get()).status, 200)
        assert.equal((await get(target, other.asApp)).status, 200)
      },
    )

    await t.test('an error that several families have is rendered in the format of each family', async () => {
      await plan({ do: { error: 'over-capacity' } })
      assert.match((await get()).text, /^\{"errors":\[\{"code":130,/)
      assert.match((await get('/2/tweets/7')).text, /"title":"Service Unavailable".*"status":503/)
      assert.match(
        (await get('/stream/compliance/accounts/a')).text,
        /^\{"error":\{"message":"Service unavailable\."/,
      )
      assert.match((await get('/2/oauth2/token')).text, /"error":"temporarily_unavailable"/)
      assert.match((await get('/oauth/authorize')).text, /<title>/)
    })

    await t.test('faults also apply to requests without an endpoint or valid credentials', async () => {
      await plan({ path: '/1.1/nothing.json', do: { error: 503 } }, { path: PATH, do: { error: 500 } })
      assert.equal((await get('/1.1/nothing.json')).status, 503)
      assert.equal((await ask(`${url}${target}`)).status, 500)
    })

    await t.test(
      'a request that is cut off is not handled; a request whose response is cut off was handled',
      async () => {
        const form = { name: 'a list' }
        const lists = async () => JSON.parse((await ask(`${url}/1.1/lists/list.json`, asUser)).text).length
        const asUser = await other.asUser(user.id)
        const create = `${url}/1.1/lists/create.json`
        const post = () =>
          fetch(create, {
            method: 'POST',
            headers: {
              authorization: asUser('POST', create, form),
              'content-type': 'application/x-www-form-urlencoded',
            },
            body: new URLSearchParams(form).toString(),
          })
        await plan({ path: '/1.1/lists/create.json', do: { cut: 'request' } })
        await assert.rejects(post())
        assert.equal((await logged()).status, undefined)
        assert.equal(await lists(), 0)
        await plan({ path: '/1.1/lists/create.json', do: { cut: 'answer' } })
        await assert.rejects(post())
        assert.equal(await lists(), 1)
      },
    )

    await t.test('an injected fault cuts off, slows down, truncates or corrupts a body', async () => {
      await plan({ path: PATH, do: { cut: 'body', after_bytes: 5 } })
      const response = await fetch(`${url}${target}`, { headers: { authorization: asApp('GET', '') } })
      assert.ok(Number(response.headers.get('content-length')) > 50)
      await assert.rejects(response.text())
      await plan({ path: PATH, do: { bytes_per_second: 300 } })
      const started = systemClock.monotonic()
      const slow = await get()
      assert.ok(JSON.parse(slow.text).ids.length === 0)
      assert.ok(systemClock.monotonic() - started > 150)
      await plan({ path: PATH, do: { body: 'truncated' } })
      const truncated = await get()
      assert.equal(truncated.headers.get('content-length'), String(truncated.text.length))
      assert.throws(() => JSON.parse(truncated.text), SyntaxError)
      await plan({ path: PATH, do: { body: 'corrupt' } })
      const corrupt = await get()
      assert.throws(() => JSON.parse(corrupt.text), SyntaxError)
    })

    await t.test('an injected fault replaces and removes headers', async () => {
      const headers = { 'X-Rate-Limit-Reset': null, 'x-rate-limit-remaining': 'many', 'retry-after': '7' }
      await plan({ path: PATH, do: { headers } })
      const answer = await get()
      assert.deepEqual(
        ['x-rate-limit-reset', 'x-rate-limit-remaining', 'retry-after', 'x-rate-limit-limit'].map((name) =>
          answer.headers.get(name),
        ),
        [null, 'many', '7', '1500'],
      )
    })

    await t.test('a request header adds faults to that request only', async () => {
      await plan()
      const send = (value: string) =>
        fetch(`${url}${target}`, { headers: { authorization: asApp('GET', ''), 'aviary-fault': value } })
      assert.equal((await send('error: overCapacity')).status, 503)
      assert.deepEqual((await logged()).faults, ['aviary-fault'])
      const wrong = await send('error: nothing')
      assert.equal(wrong.status, 400)
      assert.match(
        wrong.headers.get('aviary-fault-error') ?? '',
        /^line 1, column 1: .*no documented error nothing/,
      )
      assert.equal((await get()).status, 200)
    })

    await t.test('the server injects no faults into requests of the admin listener', async () => {
      await plan({ do: { error: 503 } })
      assert.equal((await control('GET', '/test/clock')).status, 200)
      const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'aviary-fault': 'error: 503' }
      const refused = await fetch(`${server.opsUrl}/test/clock`, { headers })
      assert.equal(refused.status, 400)
      assert.match(await refused.text(), /the admin listener has no faults/)
      const planned = await control('PUT', '/test/faults', {
        faults: [{ path: '/test/clock', do: { error: 503 } }],
      })
      assert.equal(planned.status, 400)
    })

    await t.test(
      'the plan is read, replaced and removed, in YAML and JSON, and errors have line and column',
      async () => {
        const put = (body: string, type: string) =>
          fetch(`${server.opsUrl}/test/faults`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': type },
            body,
          })
        const yaml = 'faults:\n  - name: storm\n    calls: {to: 2}\n    do: {error: 503}\n'
        assert.equal((await put(yaml, 'application/yaml')).status, 200)
        await get()
        const { body } = await control('GET', '/test/faults')
        assert.deepEqual(body, {
          plan: yaml,
          faults: [{ name: 'storm', on: 'requests', calls: 1, hits: 1 }],
        })
        const wrong = await put('faults:\n  - do: {eror: 1}\n', 'text/plain')
        assert.equal(wrong.status, 400)
        assert.match(((await wrong.json()) as Json).error, /^line 2, column 10: .*known are error, delay_ms/)
        assert.equal((await control('DELETE', '/test/faults')).status, 200)
        assert.deepEqual((await control('GET', '/test/faults')).body, { plan: null, faults: [] })
        assert.equal((await get()).status, 200)
      },
    )
  })
}

plainTest(
  'a delay uses the clock of the machine, even while the clock of the server is frozen',
  async (t) => {
    const machine = new TestClock(Date.UTC(2020, 7, 12))
    const { url, control, server } = await startInTestMode(t, { clock: machine })
    await control('PUT', '/test/clock', { speed: 0 })
    await control('PUT', '/test/faults', { faults: [{ do: { delay_ms: 5000 } }] })
    let status = 0
    const answered = fetch(`${url}/1.1/nothing.json`).then((response) => {
      ;({ status } = response)
    })
    await waitUntil(() => server.testControls?.faults.counts()[0]?.hits === 1)
    await machine.advance(4999)
    assert.equal(status, 0)
    await machine.advance(1)
    await answered
    assert.equal(status, 404)
  },
)

plainTest('without test controls, the header aviary-fault has no effect', async (t) => {
  const { url } = await startTestServer(t)
  const response = await fetch(`${url}/1.1/nothing.json`, { headers: { 'aviary-fault': 'error: 503' } })
  assert.equal(response.status, 404)
})

for (const engine of ENGINES) {
  slowTest(
    `faults that a server injects into webhooks: lost, doubled, late and wrongly signed deliveries, on ${engine}`,
    async (t) => {
      const settings = { webhook_allow: '127.0.0.1' }
      const { server, context, control } = await startInTestMode(t, { engine, settings })
      const webhooks = { nextChallenge: () => context.clock.now() + 86_400_000 }
      const { receiver, app, user } = await subscribeReceiver(t, { runtime: server.runtime, webhooks })
      const plan = (fault: object) =>
        control('PUT', '/test/faults', { faults: [{ name: 'hook', on: 'webhooks', ...fault }] })
      const post = (text: string) => createPost(context, { authorId: user.id, text, isLimited: false })
      const deliveries = async (): Promise<Json[]> => {
        const { body } = await control('GET', '/test/requests?kind=webhook&fault=hook')
        return body['requests'] as Json[]
      }
      const texts = () =>
        receiver.deliveries.map(({ body }) => (body['tweet_create_events'] as { text: string }[])[0]?.text)

      await plan({ app: String(app.appId), do: { lost: true } })
      await post('lost')
      await waitUntil(async () => (await deliveries()).length === 1)
      await plan({ path: '/hook', calls: 1, do: { copies: 2 } })
      await post('doubled')
      await receiver.until(2)
      assert.deepEqual(texts(), ['doubled', 'doubled'])

      await waitUntil(async () => (await deliveries()).length === 2)
      await plan({ do: { signature: 'wrong' } })
      await post('wrong')
      await receiver.until(3)
      await waitUntil(async () => (await deliveries()).length === 3)
      await plan({ do: { signature: 'missing' } })
      await post('missing')
      await receiver.until(4)
      assert.deepEqual(
        receiver.deliveries.map(({ isSigned, headers }) => [
          isSigned,
          headers['x-twitter-webhooks-signature'] !== undefined,
        ]),
        [
          [true, true],
          [true, true],
          [false, true],
          [false, false],
        ],
      )
      await waitUntil(async () => (await deliveries()).length === 4)
      await plan({ do: { delay_ms: 200 } })
      const started = systemClock.monotonic()
      await post('late')
      await receiver.until(5)
      assert.ok(systemClock.monotonic() - started >= 190)
      assert.deepEqual((await deliveries())[0].webhook.outcome, 'accepted')
    },
  )
}
