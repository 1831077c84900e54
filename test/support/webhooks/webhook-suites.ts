/** Declares tests for both variants of the webhook endpoints, with the paths of each variant. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { query } from '../../../src/db/query.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import { follow } from '../../../src/domain/graph/follow.ts'
import { must } from '../../../src/lib/assert.ts'
import { ENGINES } from '../engines.ts'
import { signedFetch } from '../http/signed-request.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import type { SharedServer } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { createUsers } from '../users.ts'
import { type Receiver, signed, startReceiver } from './webhook-receiver.ts'
import { WebhookStage } from './webhook-stage.ts'

/** Paths below `/1.1/account_activity/`. */
export interface ManagingForm {
  readonly webhooks: string
  one(id: string): string
  /** Maximum number of webhooks. */
  readonly room: number
  readonly subscribe: (id: string) => string
}

const UNFIT = 'Webhook URL does not meet the requirements.'
const FORBIDDEN = 'Forbidden.'
const NO_PAGE = 'Sorry, that page does not exist.'

/** @param shared a server with the default options */
export function managingSuite(
  form: ManagingForm,
  shared: SharedServer,
  testOn: TestOn = slowOnPostgres,
): void {
  const { webhooks, one, room, subscribe } = form
  const at = (url: string) => `${webhooks}?url=${encodeURIComponent(url)}`

  for (const engine of ENGINES) {
    const test = testOn(engine)
    test(`spec/webhooks.md#calls: register, list, trigger, remove (${engine})`, async (t) => {
      const clock = new TestClock(Date.UTC(2020, 5, 2, 23, 54, 2, 500))
      const stage = await WebhookStage.set(t, { engine, clock })
      const { receiver, mine } = stage
      const registered = await stage.ask('POST', at(receiver.url), mine.asOwner)
      assert.equal(registered.status, 200, registered.text)
      const webhook = JSON.parse(registered.text) as { id: string }
      assert.deepEqual(webhook, {
        id: webhook.id,
        url: receiver.url,
        valid: true,
        created_at: '2020-06-02T23:54:02Z',
      })
      assert.match(webhook.id, /^\d+$/)
      for (const as of [mine.asApp, mine.asOwner]) {
        const listed = await stage.ask('GET', webhooks, as)
        assert.deepEqual(JSON.parse(listed.text), [webhook])
      }
      const challenged = await stage.ask('PUT', one(webhook.id), mine.asOwner)
      assert.deepEqual([challenged.status, challenged.text], [204, ''])
      assert.equal(challenged.headers.get('content-type'), 'text/html;charset=utf-8')
      assert.equal(receiver.challenges.length, 2)
      assert.equal((await stage.ask('DELETE', one(webhook.id), mine.asOwner)).status, 204)
      assert.deepEqual(JSON.parse((await stage.ask('GET', webhooks, mine.asApp)).text), [])
    })
  }

  test('spec/webhooks.md#challenge: a challenge is signed over its raw query, and the query of the URL is kept', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const receiver = await startReceiver(t, stage.mine.app.consumerSecret, '/hook?room=a%20b')
    await stage.register(webhooks, receiver)
    const [{ query, signature }] = receiver.challenges as [{ query: string; signature: string }]
    assert.match(query, /^room=a%20b&crc_token=[A-Za-z0-9]{20,}&nonce=[A-Za-z0-9]{20,}$/)
    assert.equal(signature, signed(receiver.secret, query))
  })

  test('spec/webhooks.md#calls: the URL may also be in a form', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const { mine, receiver, server } = stage
    const { accessToken, accessTokenSecret } = await issueToken(server.context, {
      appId: mine.app.appId,
      userId: mine.owner.id,
    })
    const answer = await signedFetch(`${server.url}/1.1/account_activity/${webhooks}`, {
      consumer: { key: mine.app.consumerKey, secret: mine.app.consumerSecret },
      token: { key: accessToken, secret: accessTokenSecret },
      form: { url: receiver.url },
    })
    assert.equal(((await answer.json()) as { url: string }).url, receiver.url)
  })

  test('403/195 no url', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    await stage.refused('403/195', 'Missing or invalid url parameter.', 'POST', webhooks, stage.mine.asOwner)
  })

  test('403/200 a user who does not own the app', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const { receiver, user, other } = stage
    const asUser = await stage.asUser(user)
    const id = await stage.register(webhooks)
    await stage.refused('403/200', FORBIDDEN, 'POST', at(receiver.url), asUser)
    await stage.refused('403/200', FORBIDDEN, 'GET', webhooks, asUser)
    for (const method of ['PUT', 'DELETE']) {
      await stage.refused('403/200', FORBIDDEN, method, one(id), asUser)
      // The caller is the owner of another app, who knows the id of the webhook.
      await stage.refused('403/200', FORBIDDEN, method, one(id), other.asOwner)
    }
  })

  test('403/220 a bearer token registers no webhook', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const message = 'Your credentials do not allow access to this resource.'
    await stage.refused('403/220', message, 'POST', at(stage.receiver.url), stage.mine.asApp)
  })

  describe('spec/webhooks.md#webhook-urls: rejected URLs', () => {
    test('403/214 a malformed URL, and a URL without https, with a port, or in a private network', async (t) => {
      const stage = await WebhookStage.set(t, { settings: { limits: 'off', webhook_allow: '' } })
      const urls = [
        'x.y',
        'ftp://example.org/',
        'http://example.org/hook',
        'https://example.org:8443/hook',
        'https://user:password@example.org/',
        'https://example.org/#part',
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://0177.0.0.1/',
        'https://0x7f.1/',
        'https://[::1]/',
        'https://[::ffff:127.0.0.1]/',
        'https://[::]/',
        'https://0.0.0.0/',
        'https://169.254.169.254/latest/meta-data',
        'https://10.1.2.3/',
        `https://example.org/${'n'.repeat(2_000)}`,
        'https://exämple.org/',
      ]
      for (const url of urls) await stage.refused('403/214', UNFIT, 'POST', at(url), stage.mine.asOwner)
      // The server also checks the address that the name resolves to.
      await stage.refused('403/214', UNFIT, 'POST', at('https://localhost/'), stage.mine.asOwner)
    })

    test('403/214 a response with a wrong token, without JSON, with another status, or with a redirect', async (t) => {
      const stage = await WebhookStage.set(t, { settings: { limits: 'off' } })
      const { receiver, mine } = stage
      const wrong = `${UNFIT} Invalid CRC token or json response format.`
      const bad = 'Non-200 response code during CRC GET request (i.e. 404, 500, etc).'
      for (const body of [
        '',
        '{',
        '[]',
        'null',
        '{"response_token":1}',
        '{"response_token":"sha256=AAAA"}',
      ]) {
        receiver.onChallenge = (response) => response.end(body)
        await stage.refused('403/214', wrong, 'POST', at(receiver.url), mine.asOwner)
      }
      for (const status of [201, 204, 302, 404, 500]) {
        receiver.onChallenge = (response, token) => {
          response.writeHead(status, { location: receiver.url })
          response.end(
            status === 204 ? '' : JSON.stringify({ response_token: signed(receiver.secret, token) }),
          )
        }
        await stage.refused('403/214', bad, 'POST', at(receiver.url), mine.asOwner)
      }
      receiver.onChallenge = (response) => response.destroy()
      await stage.refused('403/214', UNFIT, 'POST', at(receiver.url), mine.asOwner)
      assert.deepEqual(JSON.parse((await stage.ask('GET', webhooks, mine.asApp)).text), [])
    })

    test('403/214 no response in three seconds', async (t) => {
      const clock = new TestClock()
      const stage = await WebhookStage.set(t, { clock })
      const { receiver, mine } = stage
      receiver.onChallenge = () => undefined
      const message = 'High latency on CRC GET request. Your webhook should respond in less than 3 seconds.'
      const refused = stage.refused('403/214', message, 'POST', at(receiver.url), mine.asOwner)
      await receiver.untilChallenged(1)
      clock.advance(3_000)
      await refused
    })

    test('403/214 no receiver', async (t) => {
      const stage = await WebhookStage.set(t, shared)
      const nobody = createServer()
      nobody.listen(0, '127.0.0.1')
      await once(nobody, 'listening')
      const { port } = nobody.address() as AddressInfo
      await new Promise((resolve) => nobody.close(resolve))
      await stage.refused('403/214', UNFIT, 'POST', at(`http://127.0.0.1:${port}/`), stage.mine.asOwner)
    })

    test('403/214 too many webhooks, and a duplicate', async (t) => {
      const stage = await WebhookStage.set(t, shared)
      const { receiver, mine } = stage
      const message = 'Too many resources already created.'
      for (let index = 0; index < room; index++) {
        await stage.register(webhooks, { ...receiver, url: `${receiver.url}/${index}` })
      }
      await stage.refused('403/214', message, 'POST', at(`${receiver.url}/0`), mine.asOwner)
      await stage.refused('403/214', message, 'POST', at(`${receiver.url}/more`), mine.asOwner)
    })
  })

  test('403/214 at a challenge on request: an invalid webhook gets no deliveries until it is valid again', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const { receiver, mine, user, server } = stage
    const id = await stage.register(webhooks)
    await stage.ask('POST', subscribe(id), await stage.asUser(user))
    const right = receiver.onChallenge
    receiver.onChallenge = (response) => response.writeHead(500).end()
    const message = 'Non-200 response code during CRC GET request (i.e. 404, 500, etc).'
    await stage.refused('403/214', message, 'PUT', one(id), mine.asOwner)
    const [listed] = JSON.parse((await stage.ask('GET', webhooks, mine.asApp)).text) as { valid: boolean }[]
    assert.equal(listed?.valid, false)
    const friends = await createUsers(server.context, 2)
    const [unheard, heard] = [must(friends[0], 'a user'), must(friends[1], 'a user')]
    await follow(server.context, { follower: user.id, followee: unheard.id })
    receiver.onChallenge = right
    await untilRead(stage)
    assert.equal((await stage.ask('PUT', one(id), mine.asOwner)).status, 204)
    await follow(server.context, { follower: user.id, followee: heard.id })
    await receiver.until(1)
    assert.deepEqual(targetsOf(receiver), [String(heard.id)])
  })

  test('404/34 an unknown webhook, a removed webhook, a malformed id', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const id = await stage.register(webhooks)
    assert.equal((await stage.ask('DELETE', one(id), stage.mine.asOwner)).status, 204)
    for (const method of ['PUT', 'DELETE']) {
      for (const each of [id, '1', 'abc', '99999999999999999999']) {
        await stage.refused('404/34', NO_PAGE, method, one(each), stage.mine.asOwner)
      }
    }
  })
}

/** The targets of the follow events that arrived, in the order of arrival. */
export function targetsOf({ deliveries }: Pick<Receiver, 'deliveries'>): readonly (string | undefined)[] {
  return deliveries.map(({ body }) => {
    const [follow] = body['follow_events'] as { readonly target: { readonly id_str: string } }[]
    return follow?.target.id_str
  })
}

/** Waits until the log reader has read all events. */
async function untilRead({ server }: WebhookStage): Promise<void> {
  const { store } = server.context
  for (;;) {
    const [reader, log] = await Promise.all([store.first(placeOfReader, {}), store.first(headOfLog, {})])
    if (reader?.position === log?.head) return
    await new Promise(setImmediate)
  }
}

const placeOfReader = query()((k) =>
  k.selectFrom('consumers').select('position').where('name', '=', 'webhooks'),
)

const headOfLog = query()((k) => k.selectFrom('event_log').select('head'))

/** Paths below `/1.1/account_activity/` that subscribe a webhook. */
export interface SubscribingForm {
  readonly webhooks: string
  subscription(id: string): string
  ofUser(id: string, userId: string): string
  /** Maximum number of subscriptions. */
  readonly room: number
  /** True if users may end their own subscription. */
  readonly hasOwnEnd: boolean
}

/** @param shared a server with the default options */
export function subscribingSuite(
  form: SubscribingForm,
  shared: SharedServer,
  testOn: TestOn = slowOnPostgres,
): void {
  const { webhooks, subscription, ofUser, room, hasOwnEnd } = form
  const NOT_PERMITTED = "Client application is not permitted to access this user's webhook subscriptions."

  for (const engine of ENGINES) {
    const test = testOn(engine)
    test(`spec/webhooks.md#calls: subscribe, check, unsubscribe (${engine})`, async (t) => {
      const stage = await WebhookStage.set(t, { engine })
      const asUser = await stage.asUser(stage.user)
      const path = subscription(await stage.register(webhooks))
      const id = path.split('/')[1] ?? ''
      const status = async (method: string, of = path, as = asUser) =>
        (await stage.ask(method, of, as)).status
      assert.equal(await status('GET'), 404)
      assert.equal(await status('POST'), 204)
      assert.equal(await status('GET'), 204)
      assert.equal(await status('DELETE', ofUser(id, String(stage.user.id)), stage.mine.asApp), 204)
      assert.equal(await status('GET'), 404)
      if (!hasOwnEnd) return
      assert.equal(await status('POST'), 204)
      assert.equal(await status('DELETE'), 204)
      assert.equal(await status('GET'), 404)
    })
  }

  test('403/348 a token that may not read messages', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const path = subscription(await stage.register(webhooks))
    const asUser = await stage.asUser(stage.user, 'read-write')
    const methods = hasOwnEnd ? ['POST', 'GET', 'DELETE'] : ['POST', 'GET']
    for (const method of methods) await stage.refused('403/348', NOT_PERMITTED, method, path, asUser)
  })

  test('403/261 a read-only token', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const path = subscription(await stage.register(webhooks))
    const asUser = await stage.asUser(stage.user, 'read')
    await stage.refused('403/261', 'Application cannot perform write actions.', 'POST', path, asUser)
  })

  test('403/355 an existing subscription', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const path = subscription(await stage.register(webhooks))
    const asUser = await stage.asUser(stage.user)
    assert.equal((await stage.ask('POST', path, asUser)).status, 204)
    await stage.refused('403/355', 'Subscription already exists.', 'POST', path, asUser)
  })

  test('403/214 too many subscriptions', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const path = subscription(await stage.register(webhooks))
    for (const user of await createUsers(stage.server.context, room)) {
      assert.equal((await stage.ask('POST', path, await stage.asUser(user))).status, 204)
    }
    const message = 'Too many resources already created.'
    await stage.refused('403/214', message, 'POST', path, await stage.asUser(stage.user))
  })

  test('404/34 no webhook, no subscription, a malformed id', async (t) => {
    const stage = await WebhookStage.set(t, shared)
    const asUser = await stage.asUser(stage.user)
    for (const method of hasOwnEnd ? ['POST', 'GET', 'DELETE'] : ['POST', 'GET']) {
      await stage.refused('404/34', NO_PAGE, method, subscription('1'), asUser)
    }
    const id = await stage.register(webhooks)
    for (const userId of [String(stage.user.id), '1', 'abc']) {
      await stage.refused('404/34', NO_PAGE, 'DELETE', ofUser(id, userId), stage.mine.asApp)
    }
    if (hasOwnEnd) await stage.refused('404/34', NO_PAGE, 'DELETE', subscription(id), asUser)
  })
}
