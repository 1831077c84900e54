/**
 * Calls every method of the unmodified official TypeScript SDK, signs in with OAuth 2.0, and reads streams.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { type Call, pick, requireCases, runCases } from '../support/cases.ts'
import { ClientProcess } from '../support/client-process.ts'
import { allow } from '../support/consent.ts'
import { createList } from '../support/lists.ts'
import { CALLBACK } from '../support/network.ts'
import { NODE_DRIVER } from '../support/node-driver.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { writeUntil } from '../support/write-until.ts'
import { REFUSED_STREAMS, SDK_CASES } from './cases.ts'

const MODULE = 'twitter-api-sdk'
const NAMESPACES = ['bookmarks', 'compliance', 'general', 'lists', 'spaces', 'tweets', 'users']
/** Streams, which have their own test below. */
const STREAMS = ['tweets.searchStream', 'tweets.sampleStream']

const SCOPES = [
  ...['tweet.read', 'tweet.write', 'tweet.moderate.write', 'users.read', 'follows.read', 'follows.write'],
  ...[
    'like.read',
    'like.write',
    'list.read',
    'list.write',
    'block.read',
    'block.write',
    'mute.read',
    'mute.write',
  ],
  ...['bookmark.read', 'bookmark.write', 'space.read', 'offline.access'],
]

/**
 * Starts a process with two SDK clients: `app` uses the bearer token, and `user` acts for ada with the token that the object
 * `auth` gets later.
 */
async function start(t: TestContext, stage: Stage): Promise<ClientProcess> {
  const client = ClientProcess.start(t, NODE_DRIVER, stage.environment)
  const create = (as: string, name: string, argument: unknown) =>
    client.request({ do: 'create', as, module: MODULE, class: name, args: [argument] })
  await create('app', 'Client', stage.network.app.bearer_token)
  await create('auth', 'auth.OAuth2User', {
    ...(await stage.oauth2App()),
    callback: CALLBACK,
    scopes: SCOPES,
  })
  await create('user', 'Client', { $: 'auth' })
  return client
}

/** Signs in as ada with the calls of the SDK. */
async function signIn(client: ClientProcess, stage: Stage): Promise<void> {
  const link = { do: 'call', on: 'auth', method: 'generateAuthURL' }
  const challenge = { state: 'some state', code_challenge_method: 's256' }
  const url = await client.request({ ...link, args: [challenge] })
  const back = new URL(await allow(stage, String(url), stage.network.ada))
  const code = back.searchParams.get('code')
  await client.request({ do: 'call', on: 'auth', method: 'requestAccessToken', args: [code] })
}

/** The request to the client process for a call such as `tweets.findTweetById`, made by the app or the user. */
function requestOf({ on = 'app', call, args, list }: Call): object {
  const [namespace = '', method = ''] = call.split('.')
  return { do: 'call', on: `${on}.${namespace}`, method, args, list }
}

for (const engine of CLIENT_ENGINES) {
  test(`every method of twitter-api-sdk works on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    const client = await start(t, stage)
    await signIn(client, stage)
    const list = await createList(stage)
    await t.test('every method has a case', async () => {
      const names: string[] = []
      for (const namespace of NAMESPACES) {
        const found = (await client.request({ do: 'methods', on: `app.${namespace}` })) as string[]
        names.push(...found.map((name) => `${namespace}.${name}`))
      }
      const elsewhere = new Set([...STREAMS, ...REFUSED_STREAMS])
      requireCases(
        names.filter((name) => !elsewhere.has(name)),
        SDK_CASES,
      )
    })
    await runCases(t, MODULE, SDK_CASES, stage.network, (call) => client.request(requestOf(call)), { list })
  })

  test(`twitter-api-sdk signs in and reads streams on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    await t.test('the SDK signs in, and refreshes and revokes its token', (subtest) =>
      signInAndOut(subtest, stage),
    )
    await t.test(
      'the SDK reads the filtered stream; the server refuses streams of other products',
      (subtest) => readStreams(subtest, stage),
    )
    await t.test('the SDK reads the sample stream', (subtest) => readSample(subtest, stage))
  })
}

async function signInAndOut(t: TestContext, stage: Stage): Promise<void> {
  const client = await start(t, stage)
  await signIn(client, stage)
  const me = { do: 'call', on: 'user.users', method: 'findMyUser' }
  assert.equal(pick(await client.request(me), 'data.id'), stage.network.ada.id)
  await client.request({ do: 'call', on: 'auth', method: 'refreshAccessToken' })
  assert.equal(pick(await client.request(me), 'data.id'), stage.network.ada.id)
  const revoked = await client.request({ do: 'call', on: 'auth', method: 'revokeAccessToken' })
  assert.deepEqual(revoked, { revoked: true })
  await assert.rejects(client.request(me), { type: '401' })
}

async function readStreams(t: TestContext, stage: Stage): Promise<void> {
  const client = await start(t, stage)
  const rules = { add: [{ value: 'cat', tag: 'cats' }] }
  await client.request({ do: 'call', on: 'app.tweets', method: 'addOrDeleteRules', args: [rules] })
  const { seen, texts } = await readOne(client, stage, 'searchStream', { expansions: ['author_id'] })
  assert.equal(pick(seen, 'data.text'), texts.get(String(pick(seen, 'data.id'))))
  assert.deepEqual(pick(seen, 'matching_rules.*.tag'), ['cats'])
  assert.deepEqual(pick(seen, 'includes.users.*.username'), [stage.network.bob.name])
  for (const name of REFUSED_STREAMS) {
    const [namespace, method] = name.split('.')
    const request = { do: 'call', on: `app.${namespace}`, method, args: [{ partition: 1 }], list: true }
    await assert.rejects(client.request(request), { type: '403' }, name)
  }
}

/** Compares a post of the sample stream with the post that was written. */
async function readSample(t: TestContext, stage: Stage): Promise<void> {
  const client = await start(t, stage)
  const { seen, texts } = await readOne(client, stage, 'sampleStream', { 'tweet.fields': ['author_id'] })
  const text = texts.get(String(pick(seen, 'data.id')))
  assert.deepEqual([pick(seen, 'data.text'), pick(seen, 'data.author_id')], [text, stage.network.bob.id])
}

/** Reads a stream until the first post. @returns the post, and the texts of the written posts */
async function readOne(client: ClientProcess, stage: Stage, method: string, options: object) {
  await client.request({ do: 'read', on: 'app.tweets', method, args: [options] })
  const { value, texts } = await writeUntil(stage, client.request({ do: 'take', count: 1 }))
  const [seen] = value as unknown[]
  return { seen, texts }
}
