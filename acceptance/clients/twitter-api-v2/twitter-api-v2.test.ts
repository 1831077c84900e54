/**
 * Calls every method of `.v1` and `.v2` of the unmodified twitter-api-v2, signs in with OAuth 2.0, and
 * reads streams.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { pick, requireCases, runCases } from '../support/cases.ts'
import { ClientProcess } from '../support/client-process.ts'
import { allow } from '../support/consent.ts'
import { CALLBACK, type Member } from '../support/network.ts'
import { NODE_DRIVER } from '../support/node-driver.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { writeUntil } from '../support/write-until.ts'
import { V1_CASES } from './v1-cases.ts'
import { V2_CASES } from './v2-cases.ts'

const SCOPES = ['tweet.read', 'users.read', 'bookmark.read', 'bookmark.write', 'space.read', 'offline.access']

/** Methods that are not calls of the API. */
const NOT_CALLS = new RegExp(
  [
    '^(get|post|put|patch|delete|send|getStream|setPrivateRequestData|mediaChunkedUpload|setPrefix)$',
    '^(clone|prepare|build|with|await|waitFor|getActive|getCurrent|getLast|getPlugin|getUpload|hasHit|isRate)',
  ].join('|'),
)
/** Streams, which have their own test below. */
const STREAMS = /Stream$/
/** Calls of hosts or products that Aviary does not serve (docs/tools.md). */
const ELSEWHERE = new Set(['oembedTweet', 'createMediaSubtitles', 'deleteMediaSubtitles', 'downloadDmImage'])

class Client {
  readonly #process: ClientProcess

  private constructor(process: ClientProcess) {
    this.#process = process
  }

  /** Creates three clients in the driver process: `user` (ada) and `bob` with OAuth 1.0a, and `app` with a bearer token. */
  static async start(t: TestContext, stage: Stage): Promise<Client> {
    const client = new Client(ClientProcess.start(t, NODE_DRIVER, stage.environment))
    const { app, ada, bob } = stage.network
    const keys = ({ token }: Member) => ({
      appKey: app.consumer_key,
      appSecret: app.consumer_secret,
      accessToken: token.access_token,
      accessSecret: token.access_token_secret,
    })
    await client.create('user', keys(ada))
    await client.create('bob', keys(bob))
    await client.create('app', app.bearer_token)
    return client
  }

  create(as: string, argument: unknown): Promise<unknown> {
    return this.request({ do: 'create', as, module: 'twitter-api-v2', class: 'TwitterApi', args: [argument] })
  }

  request(request: object): Promise<unknown> {
    return this.#process.request(request)
  }

  call(on: string, method: string, args: readonly unknown[] = []): Promise<unknown> {
    return this.request({ do: 'call', on, method, args })
  }

  async methods(on: string): Promise<string[]> {
    const names = (await this.request({ do: 'methods', on })) as string[]
    return names.filter((name) => !NOT_CALLS.test(name) && !STREAMS.test(name) && !ELSEWHERE.has(name))
  }

  /** Creates the client `oauth2` for ada with the library's own flow. */
  async signIn(stage: Stage): Promise<string> {
    const { client_id, client_secret } = await stage.oauth2App()
    await this.create('login', { clientId: client_id, clientSecret: client_secret })
    const link = await this.call('login', 'generateOAuth2AuthLink', [CALLBACK, { scope: SCOPES }])
    const back = new URL(await allow(stage, String(pick(link, 'url')), stage.network.ada))
    assert.equal(back.searchParams.get('state'), pick(link, 'state'))
    const code = back.searchParams.get('code')
    const login = { code, codeVerifier: pick(link, 'codeVerifier'), redirectUri: CALLBACK }
    await this.request({ do: 'call', on: 'login', method: 'loginWithOAuth2', args: [login], as: 'session' })
    await this.create('oauth2', { $: 'session.accessToken' })
    return 'session.refreshToken'
  }
}

for (const engine of CLIENT_ENGINES) {
  test(`every method of twitter-api-v2 .v2 works on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    const client = await Client.start(t, stage)
    await client.signIn(stage)
    await t.test('every method has a case', async () =>
      requireCases(await client.methods('user.v2'), V2_CASES),
    )
    await runCases(t, 'twitter-api-v2 .v2', V2_CASES, stage.network, ({ on, call, ...rest }) =>
      client.request({ do: 'call', on: on ?? 'user.v2', method: call, ...rest }),
    )
  })

  test(`every method of twitter-api-v2 .v1 works on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    const client = await Client.start(t, stage)
    await t.test('every method has a case', async () =>
      requireCases(await client.methods('user.v1'), V1_CASES),
    )
    await runCases(t, 'twitter-api-v2 .v1', V1_CASES, stage.network, ({ on, call, ...rest }) =>
      client.request({ do: 'call', on: on ?? 'user.v1', method: call, ...rest }),
    )
  })

  test(`twitter-api-v2 signs in and reads streams on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    await t.test('the client signs in with OAuth 2.0, refreshes and revokes', (subtest) =>
      signIn(subtest, stage),
    )
    await t.test('the client reads streams of v1.1 and v2', (subtest) => readStreams(subtest, stage))
  })
}

async function signIn(t: TestContext, stage: Stage): Promise<void> {
  const { ada } = stage.network
  const client = await Client.start(t, stage)
  const refreshToken = await client.signIn(stage)
  assert.equal(pick(await client.call('oauth2.v2', 'me'), 'data.id'), ada.id)
  await client.request({
    do: 'call',
    ...{ on: 'login', method: 'refreshOAuth2Token', args: [{ $: refreshToken }], as: 'refreshed' },
  })
  await client.create('again', { $: 'refreshed.accessToken' })
  assert.equal(pick(await client.call('again.v2', 'me'), 'data.id'), ada.id)
  await assert.rejects(client.call('oauth2.v2', 'me'), { type: '401' })
  await client.call('login', 'revokeOAuth2Token', [{ $: 'refreshed.accessToken' }, 'access_token'])
  await assert.rejects(client.call('again.v2', 'me'), { type: '401' })
}

async function readStreams(t: TestContext, stage: Stage): Promise<void> {
  const { bob } = stage.network
  const client = await Client.start(t, stage)
  const write = (text: string) =>
    stage.as(bob, 'POST', `/1.1/statuses/update.json?status=${encodeURIComponent(text)}`)
  await client.call('app.v2', 'updateStreamRules', [{ add: [{ value: 'cat', tag: 'cats' }] }])

  await t.test('v2.searchStream gets a matching post', async () => {
    await open(client, 'app.v2', 'searchStream', { expansions: ['author_id'] })
    await write('a cat of the filtered stream')
    const [seen] = (await client.request({ do: 'take', count: 1 })) as unknown[]
    assert.deepEqual(
      [pick(seen, 'item.data.text'), pick(seen, 'item.matching_rules.*.tag')],
      ['a cat of the filtered stream', ['cats']],
    )
    await client.call('searchStream', 'close')
  })

  await t.test('v1.filterStream gets a matching post', async () => {
    await open(client, 'user.v1', 'filterStream', { track: 'cat' })
    await write('a cat of statuses/filter')
    const [seen] = (await client.request({ do: 'take', count: 1 })) as unknown[]
    assert.equal(pick(seen, 'item.text'), 'a cat of statuses/filter')
    await client.call('filterStream', 'close')
  })

  await t.test('sampleStream of v1 and of v2 gets a post', async (subtest) => {
    for (const [on, options, members] of SAMPLES) {
      // Each stream gets a new process: the queue of a process may still hold posts of a closed stream.
      const reader = await Client.start(subtest, stage)
      await open(reader, on, 'sampleStream', options)
      const { value, texts } = await writeUntil(stage, reader.request({ do: 'take', count: 1 }))
      const [id, ...seen] = members.map((member) => pick(value, `0.item.${member}`))
      assert.deepEqual(seen, [texts.get(String(id)), bob.id], on)
      await reader.call('sampleStream', 'close')
    }
  })
}

/** Sample streams: the API, the options, and the members with the id, text and author of a post. */
const SAMPLES = [
  ['user.v1', {}, ['id_str', 'text', 'user.id_str']],
  ['app.v2', { 'tweet.fields': ['author_id'] }, ['data.id', 'data.text', 'data.author_id']],
] as const

/** Opens a stream with the name of its method, and collects its posts. */
async function open(client: Client, on: string, method: string, options: object): Promise<void> {
  const args = [{ ...options, autoConnect: false }]
  await client.request({ do: 'call', on, method, args, as: method })
  await client.request({ do: 'collect', on: method, events: ['data event content'] })
  await client.request({ do: 'call', on: method, method: 'connect', as: 'connected' })
}
