/** Signs in with the handlers of the unmodified tweepy: OAuth 1.0a, OAuth 2.0 with PKCE, and app tokens. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { pick } from '../support/cases.ts'
import { allow } from '../support/consent.ts'
import { needing } from '../support/installs.ts'
import { CALLBACK } from '../support/network.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tweepy } from './tweepy.ts'

for (const engine of CLIENT_ENGINES) {
  test(`tweepy signs in with its handlers and reads all pages on ${engine}`, needing('tweepy'), async (t) => {
    const stage = await setStage(t, engine)
    await signIn(t, stage)
    await t.test('tweepy.Paginator and tweepy.Cursor read all pages', (subtest) => readPages(subtest, stage))
  })
}

async function signIn(t: TestContext, stage: Stage): Promise<void> {
  const { app, ada, bob } = stage.network
  const tweepy = await Tweepy.start(t, stage)
  const keys = { consumer_key: app.consumer_key, consumer_secret: app.consumer_secret }

  await t.test('OAuth1UserHandler gets a token, and a call with the token works', async () => {
    const kwargs = { ...keys, callback: CALLBACK }
    await tweepy.request({ do: 'create', as: 'auth', class: 'tweepy.OAuth1UserHandler', kwargs })
    const url = await tweepy.request({ do: 'call', on: 'auth', method: 'get_authorization_url' })
    const back = new URL(await allow(stage, String(url), bob))
    const verifier = back.searchParams.get('oauth_verifier')
    await tweepy.request({ do: 'call', on: 'auth', method: 'get_access_token', args: [verifier] })
    await tweepy.request({ do: 'create', as: 'api', class: 'tweepy.API', args: [{ $: 'auth' }] })
    const me = await tweepy.request({ do: 'call', on: 'api', method: 'verify_credentials' })
    assert.equal(pick(me, 'screen_name'), bob.name)
  })

  await t.test('OAuth2AppHandler gets an app token, and a call with the token works', async () => {
    await tweepy.request({ do: 'create', as: 'app', class: 'tweepy.OAuth2AppHandler', kwargs: keys })
    await tweepy.request({ do: 'create', as: 'api', class: 'tweepy.API', args: [{ $: 'app' }] })
    const kwargs = { screen_name: ada.name }
    const user = await tweepy.request({ do: 'call', on: 'api', method: 'get_user', kwargs })
    assert.equal(pick(user, 'id_str'), ada.id)
  })

  await t.test('OAuth2UserHandler gets a token with PKCE, and a call with the token works', async () => {
    const kwargs = { bearer_token: await tweepy.oauth2Token() }
    await tweepy.request({ do: 'create', as: 'client', class: 'tweepy.Client', kwargs })
    const me = { do: 'call', on: 'client', method: 'get_me', kwargs: { user_auth: false } }
    assert.equal(pick(await tweepy.request(me), 'data.id'), ada.id)
  })

  await t.test('OAuth2UserHandler.refresh_token gets a new token, and the old token is invalid', async () => {
    const token = await tweepy.request({ do: 'get', on: 'handler', name: 'token' })
    const { client_id, client_secret } = await stage.oauth2App()
    const old = { bearer_token: pick(token, 'access_token') }
    await tweepy.request({
      do: 'create',
      as: 'basic',
      class: 'requests.auth.HTTPBasicAuth',
      args: [client_id, client_secret],
    })
    const refreshed = await tweepy.request({
      do: 'call',
      ...{ on: 'handler', method: 'refresh_token', args: ['https://api.twitter.com/2/oauth2/token'] },
      kwargs: { auth: { $: 'basic' } },
    })
    const me = { do: 'call', method: 'get_me', kwargs: { user_auth: false } }
    for (const [as, bearer] of [
      ['new', { bearer_token: pick(refreshed, 'access_token') }],
      ['old', old],
    ] as const) {
      await tweepy.request({ do: 'create', as, class: 'tweepy.Client', kwargs: bearer })
    }
    assert.equal(pick(await tweepy.request({ ...me, on: 'new' }), 'data.id'), ada.id)
    await assert.rejects(tweepy.request({ ...me, on: 'old' }), { type: 'Unauthorized' })
  })
}

async function readPages(t: TestContext, stage: Stage): Promise<void> {
  const { star, starFollowers, authors, week } = stage.network
  const tweepy = await Tweepy.start(t, stage)
  await tweepy.createClients()
  await tweepy.createApis()
  const byFirst = week.filter(({ author }) => author.id === authors[0]?.id).map(({ id }) => id)

  for (const [name, className, method, args, kwargs, expected] of [
    [
      'followers of v2',
      'Paginator',
      ['client', 'get_users_followers'],
      [star.id],
      { max_results: 1_000 },
      starFollowers,
    ],
    [
      'a timeline of v2',
      'Paginator',
      ['client', 'get_users_tweets'],
      [authors[0]?.id],
      { max_results: 5 },
      byFirst,
    ],
    [
      'a search of v2',
      'Paginator',
      ['client', 'search_recent_tweets'],
      [`from:${authors[0]?.name}`],
      { max_results: 10 },
      byFirst,
    ],
    [
      'follower ids of v1.1',
      'Cursor',
      ['api', 'get_follower_ids'],
      [],
      { user_id: star.id, count: 500 },
      starFollowers,
    ],
    [
      'followers of v1.1',
      'Cursor',
      ['api', 'get_followers'],
      [],
      { user_id: star.id, count: 200 },
      starFollowers,
    ],
    [
      'a timeline of v1.1',
      'Cursor',
      ['api', 'user_timeline'],
      [],
      { user_id: authors[0]?.id, count: 9 },
      byFirst,
    ],
  ] as const) {
    await t.test(`${className}: ${name}`, async () => {
      const all = [{ $method: method }, ...args]
      await tweepy.request({ do: 'create', as: 'pages', class: `tweepy.${className}`, args: all, kwargs })
      const on = className === 'Cursor' ? 'items' : 'flatten'
      const items = await tweepy.request({ do: 'call', on: 'pages', method: on, list: true })
      const ids = (items as unknown[]).map((item) => String(pick(item, 'id_str') ?? pick(item, 'id') ?? item))
      assert.deepEqual(ids, expected)
    })
  }
}
