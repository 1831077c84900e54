/** /console/api/apps/:app_id/token: spec/console.md#keys-and-tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertProblem,
  openAppConsole,
  signedStatus,
  versionErrors,
} from '../../../../../test/support/console/console-own-apps.ts'
import { sharedServer } from '../../../../../test/support/server.ts'

/** One server for all tests. */
const shared = sharedServer()

versionErrors('POST', '/token', shared)
versionErrors('DELETE', '/token', shared)

test('the access token has the permissions that the app had when the token was issued; the token can be replaced and revoked', async (t) => {
  const { client, path, app, context, url } = await openAppConsole(t, shared)
  const at = { url, clock: context.clock }
  const keys = { consumer_key: app.consumerKey, consumer_secret: app.consumerSecret }
  const shown = async () => (await client.get(`${path}/keys`)).body
  const version = async () => ({ version: (await shown()).access_token_version })
  const first = (await client.post(`${path}/token`, await version())).body
  await client.put(path, { permissions: 'read-write' })
  assert.equal((await shown()).access_token.permissions, 'read')
  const second = (await client.post(`${path}/token`, await version())).body
  assert.equal(second.permissions, 'read-write')
  assert.deepEqual([await signedStatus(at, keys, first), await signedStatus(at, keys, second)], [401, 200])
  assert.equal((await client.delete(`${path}/token`, await version())).status, 204)
  assert.equal(await signedStatus(at, keys, second), 401)
  await t.test('404/token-not-found for an app without an access token', async () => {
    assertProblem(await client.delete(`${path}/token`, await version()), 404, 'token-not-found')
  })
})
