/** /console/api/apps/:app_id/oauth2/secret: spec/oauth2.md#clients. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertProblem,
  openAppConsole,
  versionErrors,
} from '../../../../../../test/support/console/console-own-apps.ts'
import { sharedServer } from '../../../../../../test/support/server.ts'
import { findClient, isClientSecret } from '../../../../../domain/apps/oauth2/client.ts'

/** One server for all tests. */
const shared = sharedServer()

versionErrors('POST', '/oauth2/secret', shared)

test('the client secret is regenerated', async (t) => {
  const { client, path, context } = await openAppConsole(t, shared)
  const version = async () => (await client.get(`${path}/keys`)).body.client_version
  await t.test('409/client-not-confidential for an app without a confidential client', async () => {
    const answer = await client.post(`${path}/oauth2/secret`, { version: await version() })
    assertProblem(answer, 409, 'client-not-confidential')
  })
  const body = { version: await version(), client_type: 'confidential' }
  const first = (await client.put(`${path}/oauth2`, body)).body
  const second = (await client.post(`${path}/oauth2/secret`, { version: await version() })).body
  const found = await findClient(context.store, first.client_id)
  assert.ok(found !== undefined)
  const works = [first, second].map(({ client_secret }) => isClientSecret(found.client, client_secret))
  assert.deepEqual(works, [false, true])
})
