import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import { must } from '../../lib/assert.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Runtime } from '../../runtime.ts'
import type { RefusalReason } from '../context.ts'
import {
  bearerOf,
  consumerSecretOf,
  findApp,
  findAppByBearer,
  findAppByConsumerKey,
  findAppsOf,
} from './app.ts'
import { type CreateAppInput, createApp } from './create-app.ts'

const ELEVEN_CALLBACKS = Array.from({ length: 11 }, (_, index) => `https://example.org/${index}`)

/** Invalid inputs, and the reasons for which they are refused. */
const BAD: Record<string, [Partial<CreateAppInput>, RefusalReason]> = {
  'an empty name': [{ name: '' }, 'name-too-long'],
  'a name of 33': [{ name: 'n'.repeat(33) }, 'name-too-long'],
  'a name with a NUL': [{ name: 'App\0' }, 'name-invalid'],
  'a name with a line break': [{ name: 'App\r\n' }, 'name-invalid'],
  'a relative callback': [{ callbackUrls: ['/back'] }, 'callback-invalid'],
  'a callback that is no URL': [{ callbackUrls: ['https://'] }, 'callback-invalid'],
  'a valid callback with an invalid one': [
    { callbackUrls: ['https://example.org/', 'nowhere'] },
    'callback-invalid',
  ],
  'eleven callbacks': [{ callbackUrls: ELEVEN_CALLBACKS }, 'callback-invalid'],
  'an unknown owner': [{ ownerId: 1n }, 'user-not-found'],
}

const REFUSED_SCHEMES = ['javascript', 'data', 'file', 'ftp', 'mailto', 'telnet', 'vbscript', 'JavaScript']

for (const engine of ENGINES) {
  test(`creating apps on ${engine}`, async (t) => {
    const clock = new TestClock()
    const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
    const { id: ownerId } = await createOneUser(runtime.context)
    const good: CreateAppInput = { name: 'Test app', ownerId, permissions: 'read' }

    await whatIsMade(t, runtime, good, clock)
    await whatIsRefused(t, runtime, good)
  })
}

test('a bearer token is derived from the server key: the same for the same generation, different for another generation and for another app', async (t) => {
  const { context } = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const { vault } = context
  assert.equal(bearerOf(vault, 5n, 0), bearerOf(vault, 5n, 0))
  assert.notEqual(bearerOf(vault, 5n, 0), bearerOf(vault, 5n, 1))
  assert.notEqual(bearerOf(vault, 5n, 1), bearerOf(vault, 51n, 0))
})

async function whatIsMade(
  t: TestContext,
  runtime: Runtime,
  good: CreateAppInput,
  clock: Clock,
): Promise<void> {
  const { context, store } = runtime
  const { ownerId } = good
  await t.test('returns the keys, appends one event, and finds the app by each key', async () => {
    const callbackUrls = ['https://example.org/back?from=aviary', 'myapp://signed-in']
    let created = await createApp(context, good)
    const events = await eventsOf(runtime, async () => {
      created = await createApp(context, { ...good, permissions: 'read-write', callbackUrls })
    })
    const { appId, consumerKey, consumerSecret, bearerToken } = created
    assert.deepEqual(events.map(factsOf), [{ kind: 'app.changed', app_id: appId, change: 'created' }])
    assert.match(consumerKey, /^[A-Za-z0-9]{25}$/)
    assert.match(consumerSecret, /^[A-Za-z0-9]{50}$/)
    const app = must(await findApp(store, appId), 'the app')
    assert.deepEqual(await findAppByConsumerKey(store, consumerKey), app)
    assert.deepEqual(await findAppByBearer(store, bearerToken), {
      id: appId,
      permissions: 'read-write',
      suspendedAt: null,
    })
    assert.equal(consumerSecretOf(context.vault, app), consumerSecret)
    assert.deepEqual(
      { ...app, sealedConsumerSecret: '' },
      {
        id: appId,
        ownerId,
        name: 'Test app',
        url: '',
        description: '',
        permissions: 'read-write',
        callbackUrls,
        consumerKey,
        sealedConsumerSecret: '',
        bearerGeneration: 0,
        hasBearer: true,
        createdAt: clock.now(),
        suspendedAt: null,
        mayReadEmail: false,
        level: 'standard',
      },
    )
  })

  await t.test(
    'spec/oauth.md#bearer-token: a bearer token is long, contains percent escapes, and differs between apps',
    async () => {
      const [one, other] = [await createApp(context, good), await createApp(context, good)]
      assert.match(one.bearerToken, /^A{21}[A-Za-z0-9%]{60,}$/)
      assert.ok(one.bearerToken.includes('%3D'))
      assert.notEqual(one.bearerToken, other.bearerToken)
      assert.equal(await findAppByBearer(store, decodeURIComponent(one.bearerToken)), undefined)
    },
  )

  await t.test('the right to read e-mail addresses is set at creation', async () => {
    for (const mayReadEmail of [true, false]) {
      const { appId, consumerKey } = await createApp(context, { ...good, mayReadEmail })
      assert.equal((await findApp(store, appId))?.mayReadEmail, mayReadEmail)
      assert.equal((await findAppByConsumerKey(store, consumerKey))?.mayReadEmail, mayReadEmail)
    }
  })

  await t.test('no row has the consumer secret or the bearer token in plain text', async () => {
    const { appId, consumerSecret, bearerToken } = await createApp(context, good)
    const row = must(await store.first(appRow, { id: appId }), 'the row')
    const text = Object.values(row).map(String).join('\n')
    assert.ok(!text.includes(consumerSecret))
    assert.ok(!text.includes(bearerToken))
  })

  await t.test('the apps of a user are listed oldest first', async () => {
    const { id } = await createOneUser(context)
    const created = [1, 2, 3].map((n) => createApp(context, { ...good, ownerId: id, name: `App ${n}` }))
    const ids = (await Promise.all(created)).map(({ appId }) => appId)
    assert.deepEqual(
      (await findAppsOf(store, id)).map((app) => app.id),
      ids,
    )
  })
}

async function whatIsRefused(t: TestContext, runtime: Runtime, good: CreateAppInput): Promise<void> {
  const { context, store } = runtime
  for (const [label, [fault, reason]] of Object.entries(BAD)) {
    await t.test(`refused: ${reason}, ${label}`, async () => {
      const events = await eventsOf(runtime, () =>
        assert.rejects(createApp(context, { ...good, ...fault }), { name: 'Refusal', reason }),
      )
      assert.deepEqual(events, [])
    })
  }

  for (const scheme of REFUSED_SCHEMES) {
    await t.test(`spec/console.md#callback-match: refused: callback-invalid, ${scheme}:`, async () => {
      const callbackUrls = [`${scheme}://example.org/`]
      await assert.rejects(createApp(context, { ...good, callbackUrls }), { reason: 'callback-invalid' })
    })
  }

  for (const unknown of ['', '\0', 'no such key', '🔑', 'k'.repeat(10_000)]) {
    await t.test(`no app is found for ${JSON.stringify(unknown.slice(0, 20))}`, async () => {
      assert.equal(await findAppByConsumerKey(store, unknown), undefined)
      assert.equal(await findAppByBearer(store, unknown), undefined)
    })
  }
}

const appRow = query<{ id: bigint }>()((k, p) => k.selectFrom('apps').selectAll().where('id', '=', p('id')))
