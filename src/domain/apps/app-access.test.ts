/** Changes of an app's access: states, keys, bearer tokens, and revocation by users. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import type { Runtime } from '../../runtime.ts'
import { requireUser } from '../accounts/user.ts'
import {
  type App,
  consumerSecretOf,
  findAppByBearer,
  findAppByConsumerKey,
  type Permissions,
  requireApp,
} from './app.ts'
import { changeAppState } from './change-app-state.ts'
import { connectedApps } from './connected-apps.ts'
import { createApp } from './create-app.ts'
import { invalidateBearer } from './invalidate-bearer.ts'
import { obtainBearer } from './obtain-bearer.ts'
import { regenerateBearer } from './regenerate-bearer.ts'
import { regenerateKeys } from './regenerate-keys.ts'
import { approveRequestToken, createRequestToken, exchangeRequestToken } from './request-tokens.ts'
import { revokeAppOfUser } from './revoke-app-of-user.ts'
import { findToken, hasLiveToken, issueToken, revokeToken } from './tokens.ts'

const refused = (reason: string) => ({ name: 'Refusal', reason })

for (const engine of ENGINES) {
  test(`access of apps on ${engine}`, async (t) => {
    const clock = new TestClock()
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config, clock)
    const { context, store } = runtime
    const make = (name: string, permissions?: Permissions) => makeApp(runtime, name, permissions)

    await t.test(
      'suspend and unsuspend each append an event, and are refused if nothing changes',
      async () => {
        const { app } = await make('states')
        const facts = { kind: 'app.changed', app_id: app.id }
        const events = await eventsOf(runtime, async () => {
          assert.equal((await changeAppState(context, app.id, 'suspend')).suspendedAt, clock.now())
          await assert.rejects(changeAppState(context, app.id, 'suspend'), refused('state-already-so'))
          assert.equal((await requireApp(store, app.id)).suspendedAt, clock.now())
          assert.equal((await changeAppState(context, app.id, 'unsuspend')).suspendedAt, null)
          await assert.rejects(changeAppState(context, app.id, 'unsuspend'), refused('state-already-so'))
        })
        assert.deepEqual(events.map(factsOf), [
          { ...facts, change: 'suspended' },
          { ...facts, change: 'unsuspended' },
        ])
        assert.deepEqual(await requireApp(store, app.id), app)
        await assert.rejects(changeAppState(context, 1n, 'suspend'), refused('app-not-found'))
      },
    )

    await t.test('regenerated keys replace the old pair; tokens stay valid', async () => {
      const { app, created } = await make('keys')
      const { accessToken } = await issueToken(context, { appId: app.id, userId: app.ownerId })
      let pair = { consumerKey: '', consumerSecret: '' }
      const events = await eventsOf(runtime, async () => {
        pair = await regenerateKeys(context, app.id)
      })
      assert.deepEqual(events.map(factsOf), [
        { kind: 'app.changed', app_id: app.id, change: 'keys_regenerated' },
      ])
      assert.match(pair.consumerKey, /^[A-Za-z0-9]{25}$/)
      assert.match(pair.consumerSecret, /^[A-Za-z0-9]{50}$/)
      assert.equal(await findAppByConsumerKey(store, created.consumerKey), undefined)
      const found = await findAppByConsumerKey(store, pair.consumerKey)
      assert.equal(found?.id, app.id)
      assert.equal(consumerSecretOf(context.vault, found as App), pair.consumerSecret)
      assert.equal((await findToken(store, accessToken))?.isRevoked, false)
      assert.equal((await findAppByBearer(store, created.bearerToken))?.id, app.id)
      await assert.rejects(regenerateKeys(context, 1n), refused('app-not-found'))
    })

    await t.test(
      'spec/oauth.md#bearer-token: a request returns the same bearer token until it is invalidated, then a new one',
      async () => {
        const { app, created } = await make('bearer')
        assert.equal(await obtainBearer(context, app), created.bearerToken)
        let next = ''
        const events = await eventsOf(runtime, async () => {
          assert.equal(await invalidateBearer(context, app.id, created.bearerToken), created.bearerToken)
          assert.equal(await findAppByBearer(store, created.bearerToken), undefined)
          const [one, two] = await Promise.all([
            obtainBearer(context, await requireApp(store, app.id)),
            obtainBearer(context, await requireApp(store, app.id)),
          ])
          assert.equal(one, two)
          next = one
        })
        const facts = { kind: 'app.changed', app_id: app.id }
        assert.deepEqual(events.map(factsOf), [
          { ...facts, change: 'bearer_invalidated' },
          { ...facts, change: 'bearer_regenerated' },
        ])
        assert.notEqual(next, created.bearerToken)
        assert.equal((await findAppByBearer(store, next))?.id, app.id)
        // An app object that was read after the invalidation and before the new token: the stored token is returned, and
        // no third one is issued.
        assert.equal(await obtainBearer(context, { ...app, hasBearer: false }), next)
      },
    )

    await t.test(
      'a bearer token is invalidated once, only by its own app, also with decoded percent escapes',
      async () => {
        const [{ app, created }, other] = [await make('mine'), await make('other')]
        const events = await eventsOf(runtime, async () => {
          for (const wrong of [
            '',
            'x',
            created.bearerToken.slice(0, -1),
            other.created.bearerToken,
            '\ud800\0',
          ]) {
            await assert.rejects(invalidateBearer(context, app.id, wrong), refused('token-not-found'))
          }
          await assert.rejects(invalidateBearer(context, 1n, created.bearerToken), refused('app-not-found'))
        })
        assert.deepEqual(events, [])
        const decoded = decodeURIComponent(created.bearerToken)
        assert.equal(await invalidateBearer(context, app.id, decoded), created.bearerToken)
        await assert.rejects(invalidateBearer(context, app.id, decoded), refused('token-not-found'))
        const revived = await regenerateBearer(context, app.id)
        assert.notEqual(revived, created.bearerToken)
        assert.equal((await findAppByBearer(store, revived))?.id, app.id)
      },
    )

    await t.test('a suspended app gets no bearer token', async () => {
      const { app } = await make('no bearer')
      const suspended = await changeAppState(context, app.id, 'suspend')
      await assert.rejects(obtainBearer(context, suspended), refused('app-suspended'))
      await assert.rejects(obtainBearer(context, { ...app, hasBearer: false }), refused('app-suspended'))
    })

    await t.test(
      'spec/oauth.md#revocation: revocation by the user revokes all tokens of this app and user, and no others',
      async () => {
        const [{ app }, { app: other }] = [await make('revoked'), await make('kept')]
        const [user, bystander] = [await createOneUser(context), await createOneUser(context)]
        const pair = { appId: app.id, userId: user.id }
        const issued = [await issueToken(context, pair), await issueToken(context, pair)]
        const kept = [
          await issueToken(context, { ...pair, userId: bystander.id }),
          await issueToken(context, { ...pair, appId: other.id }),
        ]
        const events = await eventsOf(runtime, () => revokeAppOfUser(context, pair))
        const facts = { kind: 'token.revoked', user_id: user.id, app_id: app.id }
        const expected = issued.map(({ accessToken: token }) => ({ ...facts, token }))
        assert.deepEqual(new Set(events.map(factsOf)), new Set(expected))
        for (const { accessToken } of issued)
          assert.equal((await findToken(store, accessToken))?.isRevoked, true)
        for (const { accessToken } of kept)
          assert.equal((await findToken(store, accessToken))?.isRevoked, false)
        await assert.rejects(revokeAppOfUser(context, pair), refused('token-not-found'))
        await assert.rejects(revokeAppOfUser(context, { ...pair, appId: 1n }), refused('app-not-found'))
      },
    )

    await t.test('revocation also ends an approval that the app has not used yet', async () => {
      const { app } = await make('approved')
      const user = await createOneUser(context)
      const { token } = await createRequestToken(context, { app, callback: 'oob', permissions: 'read' })
      const verifier = await approveRequestToken(context, token, user.id)
      await revokeAppOfUser(context, { appId: app.id, userId: user.id })
      await assert.rejects(exchangeRequestToken(context, { token, verifier }), refused('token-not-found'))
    })

    await t.test(
      'a connected app has the highest level of its live tokens, and the creation time of the oldest live token',
      async () => {
        const user = await createOneUser(context)
        const [{ app: one }, { app: two }] = [await make('one', 'read'), await make('two', 'read-write')]
        const first = clock.now()
        const gone = await issueToken(context, { appId: two.id, userId: user.id })
        clock.advance(1_000)
        await issueToken(context, { appId: one.id, userId: user.id })
        clock.advance(1_000)
        await issueToken(context, { appId: two.id, userId: user.id })
        await revokeToken(context, gone.accessToken)
        clock.advance(1_000)
        await issueToken(context, { appId: one.id, userId: user.id })
        const { screenName: owner } = await requireUser(store, { id: one.ownerId })
        const apps = await connectedApps(store, user.id, context.clock.now())
        assert.deepEqual(apps[0], {
          id: one.id,
          name: 'one',
          owner,
          permissions: 'read',
          scopes: [],
          since: first + 1_000,
        })
        const { id, permissions, since } = apps[1] ?? {}
        assert.deepEqual(
          { id, permissions, since },
          { id: two.id, permissions: 'read-write', since: first + 2_000 },
        )
        assert.equal(apps.length, 2)
        assert.deepEqual(await connectedApps(store, 1n, context.clock.now()), [])
      },
    )

    await t.test('a live token grants its level and lower ones', async () => {
      const { app } = await make('levels', 'read-write')
      const pair = { appId: app.id, userId: app.ownerId }
      const has = (permissions: Permissions) => hasLiveToken(store, { ...pair, permissions })
      assert.equal(await has('read'), false)
      const { accessToken } = await issueToken(context, pair)
      assert.deepEqual(
        [await has('read'), await has('read-write'), await has('read-write-directmessages')],
        [true, true, false],
      )
      await revokeToken(context, accessToken)
      assert.equal(await has('read'), false)
    })

    await t.test('a lookup through the store of another process finds no replaced credentials', async () => {
      const elsewhere = await testRuntime(t, config, clock)
      const { app, created } = await make('processes')
      assert.equal((await findAppByBearer(elsewhere.store, created.bearerToken))?.id, app.id)
      await regenerateKeys(context, app.id)
      assert.equal(await findAppByConsumerKey(elsewhere.store, created.consumerKey), undefined)
      await invalidateBearer(context, app.id, created.bearerToken)
      assert.equal(await findAppByBearer(elsewhere.store, created.bearerToken), undefined)
    })
  })
}

async function makeApp({ context, store }: Runtime, name: string, permissions: Permissions = 'read') {
  const owner = await createOneUser(context)
  const created = await createApp(context, { name, ownerId: owner.id, permissions })
  return { created, app: await requireApp(store, created.appId) }
}
