/** /console/api/apps/:app_id/oauth2: spec/oauth2.md#clients. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAppConsole, versionErrors } from '../../../../../test/support/console/console-own-apps.ts'
import { sharedServer } from '../../../../../test/support/server.ts'

/** One server for all tests. */
const shared = sharedServer()

versionErrors('PUT', '/oauth2', shared, { client_type: 'public' })

test('an app becomes an OAuth 2.0 client; the secret of a confidential client is shown once', async (t) => {
  const { client, path } = await openAppConsole(t, shared)
  const set = async (client_type: string) => {
    const { client_version: version } = (await client.get(`${path}/keys`)).body
    return (await client.put(`${path}/oauth2`, { version, client_type })).body
  }
  const made = await set('public')
  assert.deepEqual({ ...made, client_id: '' }, { client_id: '', client_type: 'public', client_secret: null })
  const confidential = await set('confidential')
  assert.equal(confidential.client_id, made.client_id)
  assert.match(confidential.client_secret, /^\w{50}$/)
  assert.equal((await set('confidential')).client_secret, null)
})
