import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import { must } from '../../lib/assert.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { SealBroken } from '../../lib/vault.ts'
import type { Runtime } from '../../runtime.ts'
import type { Permissions } from './app.ts'
import { createApp } from './create-app.ts'
import { findToken, issueToken, regenerateToken, revokeToken, tokenSecretOf } from './tokens.ts'

for (const engine of ENGINES) {
  test(`access tokens on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const clock = new TestClock()
    const runtime = await testRuntime(t, config, clock)
    await issuing(t, runtime, clock)
    await ending(t, runtime, clock)
    if (engine === 'sqlite') {
      await t.test(
        'the data directory contains no secret in plain text; the key is in a separate file',
        async () => {
          const issued = await issueToken(runtime.context, await appAndUser(runtime))
          const files = readdirSync(config.data).map((name) => readFileSync(join(config.data, name)))
          assert.ok(files.some((bytes) => bytes.includes(issued.accessToken)))
          assert.ok(!files.some((bytes) => bytes.includes(issued.accessTokenSecret)))
        },
      )
    }
  })
}

test('when two processes on postgres rotate the tokens of an app and user, one token stays live; when both revoke that token, one event is appended', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const processes = [await testRuntime(t, config), await testRuntime(t, config)] as const
  const [one] = processes
  for (let round = 0; round < 5; round++) {
    const pair = await appAndUser(one)
    const issued = await Promise.all(processes.map(({ context }) => regenerateToken(context, pair)))
    const live = await liveTokens(one, pair.appId)
    assert.equal(live.length, 1)
    const [token = ''] = live
    assert.ok(issued.some(({ accessToken }) => accessToken === token))
    const events = await eventsOf(one, async () => {
      const outcomes = await Promise.allSettled(processes.map(({ context }) => revokeToken(context, token)))
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    })
    assert.equal(events.length, 1)
  }
})

async function issuing(t: TestContext, runtime: Runtime, clock: Clock): Promise<void> {
  const { context, store } = runtime
  await t.test(
    'a token contains the user id, appends one event, and has a secret that can be decrypted',
    async () => {
      const pair = await appAndUser(runtime)
      let issued = await issueToken(context, pair)
      const events = await eventsOf(runtime, async () => {
        issued = await issueToken(context, pair)
      })
      const { accessToken: token, accessTokenSecret: secret } = issued
      assert.match(token, new RegExp(`^${pair.userId}-[A-Za-z0-9]{40}$`))
      assert.match(secret, /^[A-Za-z0-9]{45}$/)
      const created = { kind: 'token.created', user_id: pair.userId, app_id: pair.appId, token }
      assert.deepEqual(events.map(factsOf), [created])
      const found = must(await findToken(store, token), 'the token')
      assert.equal(tokenSecretOf(context.vault, found), secret)
      assert.deepEqual(
        { ...found, sealedSecret: '' },
        { ...pair, token, sealedSecret: '', permissions: 'read', createdAt: clock.now(), isRevoked: false },
      )
    },
  )

  await t.test(
    'no row has a secret in plain text, and a secret cannot be decrypted in another row',
    async () => {
      const pair = await appAndUser(runtime)
      const [one, other] = [await issueToken(context, pair), await issueToken(context, pair)]
      const rows = JSON.stringify(await store.rows(allTokens, {}), digits)
      for (const { accessTokenSecret } of [one, other]) assert.ok(!rows.includes(accessTokenSecret))
      const mine = must(await findToken(store, one.accessToken), 'the token')
      const theirs = must(await findToken(store, other.accessToken), 'the token')
      const swapped = { ...mine, sealedSecret: theirs.sealedSecret }
      assert.throws(() => tokenSecretOf(context.vault, swapped), SealBroken)
    },
  )

  await t.test('a token keeps the permission level with which it was issued', async () => {
    const pair = await appAndUser(runtime, 'read-write')
    const { accessToken: older } = await issueToken(context, pair)
    await store.write((tx) => tx.run(setPermissions, { app: pair.appId, permissions: 'read' }))
    const { accessToken: newer, permissions } = await issueToken(context, pair)
    assert.equal(permissions, 'read')
    assert.equal((await findToken(store, older))?.permissions, 'read-write')
    assert.equal((await findToken(store, newer))?.permissions, 'read')
  })
}

async function ending(t: TestContext, runtime: Runtime, clock: TestClock): Promise<void> {
  const { context, store } = runtime
  await t.test(
    'a regenerated token revokes all earlier tokens of the app and user, and no others',
    async () => {
      const pair = await appAndUser(runtime)
      const elsewhere = await issueToken(context, { ...pair, userId: (await createOneUser(context)).id })
      const before = [await issueToken(context, pair), await issueToken(context, pair)]
      let accessToken = ''
      const events = await eventsOf(runtime, async () => {
        accessToken = (await regenerateToken(context, pair)).accessToken
      })
      const ids = { user_id: pair.userId, app_id: pair.appId }
      const revoked = before.map(({ accessToken: token }) => ({ kind: 'token.revoked', ...ids, token }))
      const facts = events.map(factsOf)
      assert.deepEqual(facts.slice(0, -1).sort(byToken), revoked.sort(byToken))
      assert.deepEqual(facts.at(-1), { kind: 'token.created', ...ids, token: accessToken })
      assert.deepEqual(await liveTokens(runtime, pair.appId), [accessToken, elsewhere.accessToken].sort())
    },
  )

  await t.test('a token is revoked once: the second time is refused and appends no event', async () => {
    const { accessToken } = await issueToken(context, await appAndUser(runtime))
    await revokeToken(context, accessToken)
    const revokedAt = (await store.first(tokenRow, { token: accessToken }))?.revoked_at
    assert.equal(revokedAt, clock.now())
    clock.advance(1_000)
    const events = await eventsOf(runtime, () =>
      assert.rejects(revokeToken(context, accessToken), { name: 'Refusal', reason: 'token-not-found' }),
    )
    assert.deepEqual(events, [])
    assert.equal((await store.first(tokenRow, { token: accessToken }))?.revoked_at, revokedAt)
  })

  for (const unknown of ['', '1-abc', 'no token\0', '%', '🔑', 'x'.repeat(10_000)]) {
    await t.test(`no token is found for ${JSON.stringify(unknown.slice(0, 20))}`, async () => {
      assert.equal(await findToken(store, unknown), undefined)
      await assert.rejects(revokeToken(context, unknown), { reason: 'token-not-found' })
    })
  }

  for (const command of [issueToken, regenerateToken]) {
    await t.test(`${command.name} is refused for an unknown app or user, and changes nothing`, async () => {
      const pair = await appAndUser(runtime)
      const { accessToken } = await issueToken(context, pair)
      const events = await eventsOf(runtime, async () => {
        await assert.rejects(command(context, { ...pair, appId: 1n }), { reason: 'app-not-found' })
        await assert.rejects(command(context, { ...pair, userId: 1n }), { reason: 'user-not-found' })
      })
      assert.deepEqual(events, [])
      assert.deepEqual(await liveTokens(runtime, pair.appId), [accessToken])
    })
  }
}

async function appAndUser(
  { context }: Runtime,
  permissions: Permissions = 'read',
): Promise<{ appId: bigint; userId: bigint }> {
  const { id: userId } = await createOneUser(context)
  const { appId } = await createApp(context, { name: 'Some app', ownerId: userId, permissions })
  return { appId, userId }
}

async function liveTokens({ store }: Runtime, app: bigint): Promise<string[]> {
  const rows = await store.rows(allTokens, {})
  return rows
    .filter((row) => row.app_id === app && row.revoked_at === null)
    .map((row) => row.token)
    .sort()
}

function byToken(a: object, b: object): number {
  return JSON.stringify(a, digits) < JSON.stringify(b, digits) ? -1 : 1
}

function digits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

const allTokens = query()((k) => k.selectFrom('access_tokens').selectAll())

const tokenRow = query<{ token: string }>()((k, p) =>
  k.selectFrom('access_tokens').selectAll().where('token', '=', p('token')),
)

const setPermissions = query<{ app: bigint; permissions: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ permissions: p('permissions') })
    .where('id', '=', p('app')),
)
