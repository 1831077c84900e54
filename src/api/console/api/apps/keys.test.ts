/** /console/api/apps/:app_id/keys: spec/console.md#keys-and-tokens. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import {
  openAppConsole,
  signedStatus,
  versionErrors,
} from '../../../../../test/support/console/console-own-apps.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer } from '../../../../../test/support/server.ts'

/** One server for each engine. */
const shared = { sqlite: sharedServer({ engine: 'sqlite' }), postgres: sharedServer({ engine: 'postgres' }) }

versionErrors('POST', '/keys', shared.sqlite)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`keys in the console on ${engine}`, () => {
    test('a new key pair signs requests, and the old pair stops working immediately', async (t) => {
      const { client, path, app, owner, context, url } = await openAppConsole(t, shared[engine])
      const at = { url, clock: context.clock }
      const before = (await client.get(`${path}/keys`)).body
      assert.deepEqual(before.consumer_key, app.consumerKey)
      assert.deepEqual([before.access_token, before.client, before.has_bearer_token], [null, null, true])
      const token = await client.post(`${path}/token`, { version: before.access_token_version })
      assert.deepEqual([token.status, token.body.screen_name], [201, owner.screenName])
      const old = { consumer_key: app.consumerKey, consumer_secret: app.consumerSecret }
      assert.equal(await signedStatus(at, old, token.body), 200)
      const made = await client.post(`${path}/keys`, { version: before.keys_version })
      assert.equal(made.status, 201)
      assert.equal(await signedStatus(at, old, token.body), 401)
      assert.equal(await signedStatus(at, made.body, token.body), 200)
      const after = await client.get(`${path}/keys`)
      assert.equal(after.body.consumer_key, made.body.consumer_key)
      assert.equal(after.body.access_token.permissions, 'read')
      const text = JSON.stringify(after.body)
      for (const secret of [made.body.consumer_secret, token.body.access_token_secret, app.bearerToken])
        assert.ok(!text.includes(secret))
    })
  })
}
