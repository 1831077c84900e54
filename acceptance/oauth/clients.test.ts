/**
 * Takes all three steps of OAuth 1.0a with unmodified client libraries that use their built-in host names.
 */
import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { CLIENT_ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'
import type { World } from './clients/world.ts'

const CALLBACK = 'https://app.example/signed-in'
const PASSWORD = 'correct horse battery'

/** An empty page of ids. */
const EMPTY_PAGE = {
  ids: [],
  next_cursor: 0,
  next_cursor_str: '0',
  previous_cursor: 0,
  previous_cursor_str: '0',
}

async function createWorld(place: Installation): Promise<World> {
  const sign = ['--email', 'ada@example.org', '--password', PASSWORD]
  const user = await aviary(place, 'user', 'create', 'ada', ...sign)
  const options = ['--owner', 'ada', '--permissions', 'read-write', '--callback', CALLBACK]
  const app = await aviary(place, 'app', 'create', 'Acceptance', ...options)
  return {
    key: String(app['consumer_key']),
    secret: String(app['consumer_secret']),
    bearer: String(app['bearer_token']),
    callback: CALLBACK,
    login: 'ada',
    password: PASSWORD,
    userId: String(user['id']),
    appId: String(app['app_id']),
    ...(await createToken(place, String(app['app_id']))),
  }
}

async function createToken(place: Installation, appId: string) {
  const token = await aviary(place, 'token', 'create', '--app', appId, '--user', 'ada')
  return { accessToken: String(token['access_token']), accessSecret: String(token['access_token_secret']) }
}

for (const engine of CLIENT_ENGINES) {
  test(`unmodified clients sign in with OAuth 1.0a on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const world = await createWorld(place)
    const environment = await servePublicly(t, place)
    const run = (name: string, input = world) =>
      runClient(new URL(`./clients/${name}.ts`, import.meta.url), environment, input)

    await t.test('twitter-api-v2 signs in by callback and PIN, and invalidates its token', async () => {
      const { back, ...found } = await run('twitter-api-v2')
      const { to, next, oauth_verifier: verifier } = back as Record<string, string>
      assert.deepEqual([to, next, /^\w{32}$/.test(verifier ?? '')], [CALLBACK, '/', true])
      const { denied, ...rest } = found
      assert.deepEqual({ ...(denied as object), denied: '' }, { to: CALLBACK, denied: '', isItsToken: true })
      assert.deepEqual(rest, {
        user: [world.userId, 'ada', world.userId],
        followers: EMPTY_PAGE,
        replayed: [401, 89],
        wrongPin: [401, 89],
        pinUser: 'ada',
        notRegistered: [403, 415],
        friends: EMPTY_PAGE,
        isEnded: true,
        afterwards: [401, 89],
        otherStillWorks: world.userId,
      })
    })

    await t.test('twit calls as the user and as the app, and invalidates its token', async () => {
      assert.deepEqual(await run('twit'), {
        user: world.userId,
        followers: EMPTY_PAGE,
        friends: EMPTY_PAGE,
        isEnded: true,
        afterwards: [401, 89],
      })
    })

    await t.test('twitter calls as the user and as the app, and invalidates its token', async () => {
      const input = { ...world, ...(await createToken(place, world.appId)) }
      assert.deepEqual(await run('twitter', input), {
        user: world.userId,
        followers: EMPTY_PAGE,
        friends: EMPTY_PAGE,
        isEnded: true,
        afterwards: [89],
      })
    })

    await t.test('oauth-1.0a and undici sign in, and invalidate a bearer token', async () => {
      assert.deepEqual(await run('oauth-1.0a'), {
        names: ['ada', 'ada'],
        refused: [401, 89],
        me: world.userId,
        bearer: [200, true],
      })
    })
  })
}
