import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../test/support/api-client.ts'
import type { Hooks } from '../../../../test/support/engines.ts'
import { testFamilies } from '../../../../test/support/http/test-family.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  type TestServerOptions,
} from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12) / 1000
const STATUS = '/1.1/application/rate_limit_status.json'

interface Status {
  readonly rate_limit_context: Record<string, string>
  readonly resources: Record<string, Record<string, { limit: number; remaining: number; reset: number }>>
}

/** One server for all tests that do not move the clock. */
const shared = sharedServer({ clock: new TestClock(NOON * 1000) })

async function begin(t: Hooks, source: TestServerOptions | SharedServer = shared) {
  const { url, context } = await serverFor(t, source)
  const app = await createTestApp(context)
  const user = await createOneUser(context)
  const asUser = await app.asUser(user.id)
  return {
    url,
    app,
    user,
    asUser,
    async status(credentials: typeof asUser, query = ''): Promise<Status> {
      const answer = await ask(`${url}${STATUS}${query}`, credentials)
      assert.equal(answer.status, 200, answer.text)
      return JSON.parse(answer.text) as Status
    },
  }
}

test('spec/limits.md#rate-limit-status: a resource has every window of its endpoints, and the response has the context of the caller', async (t) => {
  const clock = new TestClock(NOON * 1000)
  const { url, asUser, app, user, status } = await begin(t, { clock })
  await ask(`${url}/1.1/followers/ids.json`, asUser)
  clock.set((NOON + 10) * 1000)
  const byUser = await status(asUser, '?resources=followers,application')
  assert.ok(byUser.rate_limit_context['access_token']?.startsWith(`${user.id}-`))
  assert.deepEqual(byUser.resources, {
    application: {
      '/application/rate_limit_status': { limit: 180, remaining: 179, reset: NOON + 910 },
    },
    followers: {
      '/followers/ids': { limit: 15, remaining: 14, reset: NOON + 900 },
      '/followers/list': { limit: 15, remaining: 15, reset: NOON + 910 },
    },
  })
  const byApp = await status(app.asApp, '?resources=followers')
  assert.equal(typeof byApp.rate_limit_context['application'], 'string')
  assert.deepEqual(byApp.resources, {
    followers: {
      '/followers/ids': { limit: 15, remaining: 15, reset: NOON + 910 },
      '/followers/list': { limit: 15, remaining: 15, reset: NOON + 910 },
    },
  })
})

test('spec/limits.md#rate-limit-status: the documented limits of 2020 for users and apps', async (t) => {
  const { asUser, app, status } = await begin(t)
  const limits = async (credentials: typeof asUser) => {
    const { resources } = await status(credentials)
    const windows = Object.values(resources).flatMap((windows) => Object.entries(windows))
    return Object.fromEntries(windows.map(([path, { limit }]) => [path, limit]))
  }
  const user = await limits(asUser)
  const bearer = await limits(app.asApp)
  for (const [path, byUser, byApp] of [
    ['/followers/ids', 15, 15],
    ['/friends/ids', 15, 15],
    ['/followers/list', 15, 15],
    ['/friends/list', 15, 15],
    ['/users/show/:id', 900, 900],
    ['/statuses/show/:id', 900, 900],
    ['/users/lookup', 900, 300],
    ['/users/search', 900, 0],
    ['/account/update_profile&POST', 15, 0],
    ['/account/verify_credentials', 75, 0],
    ['/account/settings', 15, 0],
    ['/application/rate_limit_status', 180, 180],
  ] as const) {
    assert.deepEqual([user[path], bearer[path]], [byUser, byApp], path)
  }
})

test('spec/limits.md#rate-limit-status: a path with GET and POST has one window, listed under one key', async (t) => {
  const { url, asUser, app, user, status } = await begin(t)
  for (const credentials of [asUser, app.asApp]) {
    for (const [path, posted] of [
      ['/users/lookup', `user_id=${user.id}`],
      ['/statuses/lookup', 'id=1'],
    ] as const) {
      const target = `${url}/1.1${path}.json?${posted}`
      const lefts: number[] = []
      for (const method of ['GET', 'POST', 'GET']) {
        const answer = await fetch(target, {
          method,
          headers: { authorization: credentials(method, target) },
        })
        assert.equal(answer.status, 200)
        lefts.push(Number(answer.headers.get('x-rate-limit-remaining')))
      }
      const [first = 0] = lefts
      assert.deepEqual(lefts, [first, first - 1, first - 2])
      const { resources } = await status(credentials, `?resources=${path.split('/')[1]}`)
      const keys = Object.entries(Object.values(resources)[0] ?? {})
      assert.deepEqual(
        keys.filter(([key]) => key.includes('lookup')).map(([key, { remaining }]) => [key, remaining]),
        [[path, first - 2]],
      )
    }
  }
})

test('a call counts against its own window only; unknown resources are left out', async (t) => {
  const { asUser, status } = await begin(t)
  await status(asUser)
  const { resources } = await status(asUser, '?resources=application,nothing')
  assert.deepEqual(Object.keys(resources), ['application'])
  assert.equal(resources['application']?.['/application/rate_limit_status']?.remaining, 178)
})

test('spec/limits.md#rate-limit-status: the keys of Labs are in one family; a key has :version for the version, ends in a slash for a stream, and names a method other than GET', async (t) => {
  const clock = new TestClock(NOON * 1000)
  const { asUser, status, url, app } = await begin(t, { clock, families: testFamilies() })
  await ask(`${url}/labs/2/tweets`, app.asApp)
  const { resources } = await status(asUser, '?resources=labs,test')
  assert.deepEqual(resources['labs'], {
    '/labs/:version/tweets/stream/filter/': { limit: 2, remaining: 2, reset: NOON + 900 },
    // The app has one budget for all its callers.
    '/labs/:version/tweets': { limit: 2, remaining: 1, reset: NOON + 900 },
    '/labs/:version/tweets/:id/hidden&PUT': { limit: 2, remaining: 2, reset: NOON + 900 },
    '/labs/:version/test/fail': { limit: 2, remaining: 2, reset: NOON + 900 },
  })
  assert.deepEqual(resources['test']?.['/test/write&POST'], {
    limit: 2,
    remaining: 2,
    reset: NOON + 10_800,
  })
})
