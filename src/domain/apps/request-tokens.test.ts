import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Runtime } from '../../runtime.ts'
import { type Permissions, requireApp } from './app.ts'
import { changeAppState } from './change-app-state.ts'
import { createApp } from './create-app.ts'
import {
  approveRequestToken,
  createRequestToken,
  dropRequestToken,
  exchangeRequestToken,
  findRequestToken,
  requestTokenSecretOf,
} from './request-tokens.ts'

const GONE = { name: 'Refusal', reason: 'token-not-found' }
const WRONG = { name: 'Refusal', reason: 'verifier-wrong' }
const LIFE_MS = 15 * 60_000

for (const engine of ENGINES) {
  test(`request tokens on ${engine}`, async (t) => {
    const clock = new TestClock()
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config, clock)
    const { context, store } = runtime
    const app = await makeApp(runtime)
    const user = await createOneUser(context)
    const make = (callback = 'https://app.example/cb', permissions: Permissions = 'read') =>
      createRequestToken(context, { app, callback, permissions })

    await t.test(
      'spec/oauth.md#token-shapes: a request token has 27 characters, and a secret that only the vault decrypts',
      async () => {
        const { token, secret } = await make()
        assert.match(token, /^[A-Za-z0-9]{27}$/)
        assert.match(secret, /^[A-Za-z0-9]{32}$/)
        const found = await findRequestToken(context, token)
        assert.ok(found !== undefined)
        assert.equal(requestTokenSecretOf(context.vault, found), secret)
        const rows = await store.rows(everyToken, {})
        assert.ok(!rows.some((row) => row.secret.includes(secret)))
      },
    )

    await t.test(
      'spec/oauth.md#request-token: a token is approved once, and exchanged once for an access token with the requested level',
      async () => {
        const { token } = await make()
        const verifier = await approveRequestToken(context, token, user.id)
        assert.match(verifier, /^[A-Za-z0-9]{32}$/)
        await assert.rejects(approveRequestToken(context, token, user.id), GONE)
        const events = await eventsOf(runtime, async () => {
          const issued = await exchangeRequestToken(context, { token, verifier })
          assert.equal(issued.userId, user.id)
          assert.equal(issued.screenName, user.screenName)
          assert.equal(issued.permissions, 'read')
        })
        assert.equal(events.length, 1)
        assert.equal((events.map(factsOf)[0] as { kind: string }).kind, 'token.created')
        await assert.rejects(exchangeRequestToken(context, { token, verifier }), GONE)
        assert.equal(await findRequestToken(context, token), undefined)
      },
    )

    await t.test('of two concurrent exchanges, one gets the access token', async () => {
      const { token } = await make()
      const verifier = await approveRequestToken(context, token, user.id)
      const elsewhere = await testRuntime(t, config, clock)
      const outcomes = await Promise.allSettled(
        [context, elsewhere.context].map((each) => exchangeRequestToken(each, { token, verifier })),
      )
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    })

    await t.test(
      'an out-of-band approval returns a PIN of seven digits, of which only a keyed hash is stored',
      async () => {
        const { token } = await make('oob')
        const pin = await approveRequestToken(context, token, user.id)
        assert.match(pin, /^\d{7}$/)
        const row = (await store.rows(everyToken, {})).find((each) => each.token === token)
        assert.ok(row?.verifier_hash)
        for (const guessable of [pin, `${token}:${pin}`])
          assert.notEqual(row.verifier_hash, hashSecret(guessable))
        await exchangeRequestToken(context, { token, verifier: pin })
      },
    )

    await t.test(
      'the verifier of another request token, an empty verifier, and other characters than digits are wrong',
      async () => {
        const [one, two] = [await make('oob'), await make('oob')]
        await approveRequestToken(context, one.token, user.id)
        const verifier = await approveRequestToken(context, two.token, user.id)
        for (const wrong of [verifier, '', '\0', 'é']) {
          await assert.rejects(exchangeRequestToken(context, { token: one.token, verifier: wrong }), WRONG)
        }
        await exchangeRequestToken(context, { token: two.token, verifier })
      },
    )

    await t.test('the fifth wrong verifier deletes the request token', async () => {
      const { token } = await make()
      const verifier = await approveRequestToken(context, token, user.id)
      for (let tries = 1; tries <= 4; tries += 1) {
        await assert.rejects(exchangeRequestToken(context, { token, verifier: 'wrong' }), WRONG)
      }
      assert.ok((await findRequestToken(context, token)) !== undefined)
      await assert.rejects(exchangeRequestToken(context, { token, verifier: 'wrong' }), WRONG)
      await assert.rejects(exchangeRequestToken(context, { token, verifier }), GONE)
    })

    await t.test('concurrent attempts of two processes are limited to five in total', async () => {
      const { token } = await make('oob')
      await approveRequestToken(context, token, user.id)
      const elsewhere = await testRuntime(t, config, clock)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          exchangeRequestToken((index % 2 === 0 ? runtime : elsewhere).context, { token, verifier: 'wrong' }),
        ),
      )
      const reasons = outcomes.map((each) => (each.status === 'rejected' ? each.reason.reason : 'issued'))
      assert.equal(reasons.filter((reason) => reason === 'verifier-wrong').length, 5, String(reasons))
      assert.equal(reasons.filter((reason) => reason === 'token-not-found').length, 15, String(reasons))
    })

    await t.test('no token is issued before the user approves, or after the user denies', async () => {
      const { token } = await make()
      await assert.rejects(exchangeRequestToken(context, { token, verifier: '' }), GONE)
      await dropRequestToken(context, token)
      await assert.rejects(approveRequestToken(context, token, user.id), GONE)
    })

    await t.test(
      'spec/oauth.md#request-token: a request token is valid for fifteen minutes, whether approved or not',
      async () => {
        const [waiting, approved] = [await make(), await make()]
        const verifier = await approveRequestToken(context, approved.token, user.id)
        clock.advance(LIFE_MS - 1)
        assert.ok((await findRequestToken(context, waiting.token)) !== undefined)
        clock.advance(1)
        assert.equal(await findRequestToken(context, waiting.token), undefined)
        await assert.rejects(approveRequestToken(context, waiting.token, user.id), GONE)
        await assert.rejects(exchangeRequestToken(context, { token: approved.token, verifier }), GONE)
      },
    )

    await t.test('creating a request token removes expired ones', async () => {
      for (let count = 0; count < 60; count += 1) await make()
      clock.advance(LIFE_MS)
      await make()
      await make()
      assert.equal((await store.rows(everyToken, {})).length, 2)
    })

    await t.test('a suspended app gets no access token, and the approval stays valid', async () => {
      const { token } = await make()
      const verifier = await approveRequestToken(context, token, user.id)
      await changeAppState(context, app.id, 'suspend')
      await assert.rejects(exchangeRequestToken(context, { token, verifier }), { reason: 'app-suspended' })
      await changeAppState(context, app.id, 'unsuspend')
      await exchangeRequestToken(context, { token, verifier })
    })

    await t.test(
      'the access token has the lower of the requested level and the current level of the app',
      async () => {
        const { token } = await make('oob', 'read-write')
        const verifier = await approveRequestToken(context, token, user.id)
        await store.write((tx) => tx.run(setPermissions, { id: app.id, permissions: 'read' }))
        assert.equal((await exchangeRequestToken(context, { token, verifier })).permissions, 'read')
      },
    )

    await t.test('texts of another form match no request token', async () => {
      for (const text of [
        '',
        'x',
        '\0'.repeat(27),
        'é'.repeat(27),
        `${'a'.repeat(26)}-`,
        'a'.repeat(100_000),
      ]) {
        assert.equal(await findRequestToken(context, text), undefined)
        await assert.rejects(approveRequestToken(context, text, user.id), GONE)
        await assert.rejects(exchangeRequestToken(context, { token: text, verifier: '' }), GONE)
      }
    })
  })
}

async function makeApp({ context, store }: Runtime) {
  const owner = await createOneUser(context)
  const { appId } = await createApp(context, { name: 'app', ownerId: owner.id, permissions: 'read-write' })
  return requireApp(store, appId)
}

const everyToken = query()((k) => k.selectFrom('request_tokens').selectAll())

const setPermissions = query<{ id: bigint; permissions: string }>()((k, p) =>
  k
    .updateTable('apps')
    .set({ permissions: p('permissions') })
    .where('id', '=', p('id')),
)
