import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import type { SignedOptions } from '../../../test/support/http/signed-request.ts'
import { makeApp, OAuthFlow } from '../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { requireApp } from '../../domain/apps/app.ts'
import { changeAppState } from '../../domain/apps/change-app-state.ts'
import type { CreatedApp } from '../../domain/apps/create-app.ts'
import { issueToken } from '../../domain/apps/tokens.ts'

const PATH = '/oauth2/invalidate_token'

const REFUSED = {
  errors: [{ code: 99, label: 'authenticity_token_error', message: 'Unable to verify your credentials' }],
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`oauth2/invalidate_token on ${engine}`, async (t) => {
    const dance = await OAuthFlow.begin(t, { engine })
    const { url, context } = dance.server

    const basic = ({ consumerKey, consumerSecret }: CreatedApp) =>
      `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
    const byBasic = (app: CreatedApp, token: string) =>
      fetch(`${url}${PATH}`, {
        method: 'POST',
        headers: { authorization: basic(app) },
        body: new URLSearchParams({ access_token: token }),
      })
    const bySignature = (app: CreatedApp, token: string, options: Partial<SignedOptions> = {}) =>
      dance.signed(PATH, {
        consumer: { key: app.consumerKey, secret: app.consumerSecret },
        form: { access_token: token },
        ...options,
      })
    const tokenOf = async (app: CreatedApp, userId: bigint) => {
      const issued = await issueToken(context, { appId: app.appId, userId })
      return { key: issued.accessToken, secret: issued.accessTokenSecret }
    }
    const ownersToken = async (app: CreatedApp) =>
      tokenOf(app, (await requireApp(context.store, app.appId)).ownerId)
    const next = async (app: CreatedApp) => {
      const response = await fetch(`${url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: basic(app) },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
      return ((await response.json()) as { access_token: string }).access_token
    }
    const isLive = async (bearer: string) => {
      const response = await fetch(`${url}/1.1/application/rate_limit_status.json`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      if (response.status === 200) return true
      const { errors } = (await response.json()) as { errors: { code: number }[] }
      assert.deepEqual([response.status, errors[0]?.code], [401, 89])
      return false
    }
    const requireRefused = async (response: Response) => {
      assert.equal(response.status, 403)
      assert.deepEqual(await response.json(), REFUSED)
    }

    const ways: Record<string, (app: CreatedApp, token: string) => Promise<Response>> = {
      'by Basic': byBasic,
      'by the app’s signature': bySignature,
      'by the signature of the app’s owner': async (app, token) =>
        bySignature(app, token, { token: await ownersToken(app) }),
      'in the query': async (app, token) => {
        const consumer = { key: app.consumerKey, secret: app.consumerSecret }
        return dance.signed(`${PATH}?${new URLSearchParams({ access_token: token })}`, { consumer })
      },
      'as sent by clients that do not encode it again': (app, token) =>
        bySignature(app, decodeURIComponent(token)),
    }
    for (const [name, invalidate] of Object.entries(ways)) {
      await t.test(
        `spec/oauth.md#invalidate-bearer: ends the bearer token, ${name}; the next token is different`,
        async () => {
          const app = await makeApp(dance.server)
          assert.equal(await isLive(app.bearerToken), true)
          const response = await invalidate(app, app.bearerToken)
          assert.equal(response.status, 200)
          assert.deepEqual(await response.json(), { access_token: app.bearerToken })
          assert.equal(await isLive(app.bearerToken), false)
          const fresh = await next(app)
          assert.notEqual(fresh, app.bearerToken)
          assert.equal(await isLive(fresh), true)
          await requireRefused(await invalidate(app, app.bearerToken))
          assert.equal(await isLive(fresh), true)
        },
      )
    }

    await t.test('403/99 the token is missing, unknown, or of another app', async () => {
      const [app, other] = [await makeApp(dance.server), await makeApp(dance.server)]
      for (const token of ['', 'x', 'AAAA\0', other.bearerToken]) {
        await requireRefused(await byBasic(app, token))
        await requireRefused(await bySignature(app, token))
      }
      await requireRefused(await bySignature(app, '', { form: {} }))
      assert.deepEqual([await isLive(app.bearerToken), await isLive(other.bearerToken)], [true, true])
    })

    await t.test('403/99 the caller is not the owner of the app, is suspended, or is missing', async () => {
      const app = await makeApp(dance.server)
      const strangers = await tokenOf(app, dance.user.id)
      await requireRefused(await bySignature(app, app.bearerToken, { token: strangers }))
      const owners = await ownersToken(app)
      const { ownerId } = await requireApp(context.store, app.appId)
      await changeUserState(context, { userId: ownerId, action: 'suspend' })
      await requireRefused(await bySignature(app, app.bearerToken, { token: owners }))
      const form = new URLSearchParams({ access_token: app.bearerToken })
      await requireRefused(await fetch(`${url}${PATH}`, { method: 'POST', body: form }))
      const headers = { authorization: `Bearer ${app.bearerToken}` }
      await requireRefused(await fetch(`${url}${PATH}`, { method: 'POST', body: form, headers }))
      assert.equal(await isLive(app.bearerToken), true)
    })

    await t.test('403/99 the app is suspended', async () => {
      const app = await makeApp(dance.server)
      await changeAppState(context, app.appId, 'suspend')
      await requireRefused(await byBasic(app, app.bearerToken))
      await requireRefused(await bySignature(app, app.bearerToken))
      await changeAppState(context, app.appId, 'unsuspend')
      assert.equal(await isLive(app.bearerToken), true)
    })
  })
}
