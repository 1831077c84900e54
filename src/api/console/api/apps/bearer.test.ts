/** /console/api/apps/:app_id/bearer: spec/console.md#keys-and-tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertProblem,
  bearerStatus,
  openAppConsole,
  versionErrors,
} from '../../../../../test/support/console/console-own-apps.ts'
import { sharedServer } from '../../../../../test/support/server.ts'

/** One server for all tests. */
const shared = sharedServer()

versionErrors('POST', '/bearer', shared)
versionErrors('DELETE', '/bearer', shared)

test('a new bearer token replaces the old token, and a revocation ends the new token', async (t) => {
  const { client, path, app, url } = await openAppConsole(t, shared)
  const version = async () => ({ version: (await client.get(`${path}/keys`)).body.bearer_version })
  assert.equal(await bearerStatus(url, app.bearerToken), 200)
  const made = await client.post(`${path}/bearer`, await version())
  assert.deepEqual([made.status, await bearerStatus(url, app.bearerToken)], [201, 401])
  assert.equal(await bearerStatus(url, made.body.bearer_token), 200)
  assert.equal((await client.delete(`${path}/bearer`, await version())).status, 204)
  assert.equal(await bearerStatus(url, made.body.bearer_token), 401)
  assert.equal((await client.get(`${path}/keys`)).body.has_bearer_token, false)
  await t.test('404/token-not-found for an app without a bearer token', async () => {
    assertProblem(await client.delete(`${path}/bearer`, await version()), 404, 'token-not-found')
  })
})
