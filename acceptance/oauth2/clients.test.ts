/** Unmodified client libraries that use their built-in host names sign in by OAuth 2.0 with PKCE. */
import assert from 'node:assert/strict'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { CLIENT_ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'
import type { World } from './clients/world.ts'

const CALLBACK = 'https://app.example/signed-in'
const PASSWORD = 'correct horse battery'

async function createWorld(place: Installation, userId: string, type: string): Promise<World> {
  const options = ['--owner', 'ada', '--permissions', 'read-write', '--callback', CALLBACK, '--oauth2', type]
  const app = await aviary(place, 'app', 'create', `A ${type} client`, ...options)
  const secret = app['client_secret']
  return {
    clientId: String(app['client_id']),
    ...(secret === undefined ? {} : { clientSecret: String(secret) }),
    callback: CALLBACK,
    login: 'ada',
    password: PASSWORD,
    userId,
  }
}

for (const engine of CLIENT_ENGINES) {
  test(`unmodified clients sign in with OAuth 2.0 on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const sign = ['--email', 'ada@example.org', '--password', PASSWORD]
    const userId = String((await aviary(place, 'user', 'create', 'ada', ...sign))['id'])
    const worlds = [
      await createWorld(place, userId, 'public'),
      await createWorld(place, userId, 'confidential'),
    ] as const
    const environment = await servePublicly(t, place)
    const run = (name: string, world: World) =>
      runClient(new URL(`./clients/${name}.ts`, import.meta.url), environment, world)

    for (const [index, type] of ['public', 'confidential'].entries()) {
      const world = worlds[index] ?? worlds[0]
      await t.test(`twitter-api-v2 signs in as a ${type} client`, async () => {
        assert.deepEqual(await run('twitter-api-v2', world), {
          isItsState: true,
          expiresIn: 7200,
          scope: ['tweet.read', 'tweet.write', 'users.read', 'offline.access'],
          isRead: true,
          userId,
          oldToken: 401,
          replayed: 400,
          revoked: 401,
        })
      })

      await t.test(`oauth4webapi signs in as a ${type} client`, async () => {
        assert.deepEqual(await run('oauth4webapi', world), {
          scope: 'tweet.read users.read offline.access',
          userId,
          revoked: 401,
        })
      })
    }
  })
}
