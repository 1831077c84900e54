/** Makes the object that users of the test library get for a server. */
import { must } from '../../lib/assert.ts'
import type { Launched } from '../launch.ts'
import { nameKey } from '../world/read-seed.ts'
import type { Aviary } from './aviary.ts'
import type { TestApp, TestUser } from './builder-types.ts'
import { builders } from './builders.ts'
import { clockControl, faultControl, requestControl } from './controls.ts'

/** @param launched a server with test controls */
export function handleOf({ server, world, close }: Launched): Aviary {
  const controls = must(server.testControls, 'test controls')
  const { snapshots } = controls
  const { users, apps } = worldOf(world)
  return {
    url: server.url,
    streamUrl: server.urls.stream ?? server.url,
    urls: server.urls,
    adminUrl: server.opsUrl,
    testToken: controls.token,
    proxy: server.proxy,
    tls: server.ownTls,
    users,
    apps,
    get user() {
      return first(users, 'users')
    },
    get app() {
      return first(apps, 'apps')
    },
    get token() {
      return first(first(apps, 'apps').tokens, 'access tokens of the first app')
    },
    ...builders(server.runtime.context, controls.dates),
    clock: clockControl(controls.clock),
    faults: faultControl(controls.faults),
    requests: requestControl(controls),
    reset: () => snapshots.reset(),
    saveStart: () => snapshots.saveStart(),
    snapshot: (name) => snapshots.save(name),
    restore: (name) => snapshots.restore(name),
    stop: close,
    [Symbol.asyncDispose]: close,
  }
}

function first<T>(list: readonly T[], noun: string): T {
  const [one] = list
  if (one === undefined) throw new Error(`the seed has no ${noun}; add one, or create it with a builder`)
  return one
}

/** Converts users and apps of the default world or of a seed file to one format. */
function worldOf(world: Launched['world']): { users: readonly TestUser[]; apps: readonly TestApp[] } {
  if ('app' in world) {
    const users = [world.user, world.friend]
    const tokens = users.map(({ id, accessToken, accessTokenSecret }) => ({
      ...{ userId: id, accessToken, accessTokenSecret },
    }))
    return { users, apps: [{ ...world.app, tokens }] }
  }
  const users = world.users.map(({ id, screen_name }) => ({ id, screenName: screen_name }))
  const idOf = new Map(users.map(({ id, screenName }) => [nameKey(screenName), id]))
  const apps = world.apps.map((app) => ({
    id: app.id,
    consumerKey: app.consumer_key,
    consumerSecret: app.consumer_secret,
    bearerToken: app.bearer_token,
    clientId: app.client_id,
    tokens: app.tokens.map(({ user, access_token, access_token_secret }) => ({
      userId: must(idOf.get(nameKey(user)), 'a user of the seed'),
      accessToken: access_token,
      accessTokenSecret: access_token_secret,
    })),
  }))
  return { users, apps }
}
