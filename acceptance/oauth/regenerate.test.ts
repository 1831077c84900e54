/**
 * INVARIANTS.md 7: a replaced secret stops working. Commands change keys and tokens in processes of their own
 * while a server runs, and the next request after a command must see the change.
 */
import assert from 'node:assert/strict'
import { type Credential, signedFetch } from '../../test/support/http/signed-request.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, serve } from '../support/aviary.ts'
import { ENGINES, newInstallation } from '../support/installation.ts'

for (const engine of ENGINES) {
  test(`a running server refuses secrets that a command has replaced on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const run = async (...words: string[]) => {
      const value = await aviary(place, ...words)
      return (field: string) => String(value[field])
    }
    await run('user', 'create', 'ada')
    const app = await run('app', 'create', 'Keys', '--owner', 'ada')
    const id = app('app_id')
    const { url } = await serve(t, place, '--limits', 'off')

    const keysOf = (value: (field: string) => string) => ({
      key: value('consumer_key'),
      secret: value('consumer_secret'),
    })
    const tokenOf = (value: (field: string) => string) => ({
      key: value('access_token'),
      secret: value('access_token_secret'),
    })
    const outcome = async (response: Response) => {
      const body = (await response.json()) as { errors?: { code: number }[] }
      return [response.status, body.errors?.[0]?.code]
    }
    const asUser = async (consumer: Credential, token: Credential) =>
      outcome(
        await signedFetch(`${url}/1.1/account/verify_credentials.json`, { method: 'GET', consumer, token }),
      )
    const asApp = async (bearer: string) =>
      outcome(
        await fetch(`${url}/1.1/application/rate_limit_status.json`, {
          headers: { authorization: `Bearer ${bearer}` },
        }),
      )
    const GOOD = [200, undefined]

    const keys = keysOf(app)
    const token = tokenOf(await run('token', 'create', '--app', id, '--user', 'ada'))
    assert.deepEqual(await asUser(keys, token), GOOD)
    assert.deepEqual(await asApp(app('bearer_token')), GOOD)

    // Operators may run commands concurrently. The subtests below check the effect of each command on the
    // next request.
    const [newKeys, newBearer, newToken] = await Promise.all([
      run('app', 'regenerate-keys', id).then(async (made) => {
        await t.test('401/32 with the old keys', async () => {
          assert.deepEqual(await asUser(keys, token), [401, 32])
        })
        return keysOf(made)
      }),
      run('app', 'regenerate-bearer', id).then(async (made) => {
        await t.test('401/89 with the old bearer token', async () => {
          assert.deepEqual(await asApp(app('bearer_token')), [401, 89])
          assert.deepEqual(await asApp(made('bearer_token')), GOOD)
        })
        return made('bearer_token')
      }),
      run('token', 'create', '--app', id, '--user', 'ada', '--regenerate').then(tokenOf),
    ])
    await t.test('401/89 with the old access token; the new one works with the new keys', async () => {
      assert.deepEqual(await asUser(newKeys, token), [401, 89])
      assert.deepEqual(await asUser(newKeys, newToken), GOOD)
    })
    if (engine === 'postgres') return

    assert.equal((await run('app', 'suspend', id))('suspended'), 'true')
    await t.test('401/89 with every token of a suspended app, until the app is active again', async () => {
      assert.deepEqual(await asUser(newKeys, newToken), [401, 89])
      assert.deepEqual(await asApp(newBearer), [401, 89])
      assert.equal((await run('app', 'unsuspend', id))('suspended'), 'false')
      assert.deepEqual(await asUser(newKeys, newToken), GOOD)
      assert.deepEqual(await asApp(newBearer), GOOD)
    })
  })
}
