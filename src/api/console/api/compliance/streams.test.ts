/** /console/api/compliance/streams: spec/console.md#enterprise-console. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { sharedServer } from '../../../../../test/support/server.ts'

const PATH = '/compliance/streams'
const PROD = { publisher: 'twitter', label: 'prod' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`streams of the account on ${engine}`, () => {
    const shared = sharedServer({ engine })

    test('an administrator adds a stream, sees its URLs and curl commands, and removes it', async () => {
      const server = await shared()
      const admin = await ConsoleClient.signedIn(server, { email: "o'hara@example.org" })
      const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
      assert.deepEqual((await admin.get(PATH)).body, { streams: [], can_change: true })
      const added = await admin.post(PATH, PROD)
      assert.equal(added.status, 201)
      const { partitions } = added.body
      const url = `${server.url}/stream/compliance/accounts/acme/publishers/twitter/prod.json?partition=8`
      assert.equal(partitions.length, 8)
      assert.deepEqual(partitions[7], {
        partition: 8,
        url,
        curl: `curl --compressed --no-buffer -u 'o'\\''hara@example.org' '${url}'`,
      })
      assert.deepEqual((await admin.get(PATH)).body.streams, [added.body])
      assert.deepEqual((await other.get(PATH)).body.streams, [])
      assert.equal((await admin.delete(`${PATH}/twitter/prod`)).status, 204)
      assert.deepEqual((await admin.get(PATH)).body.streams, [])
    })

    test('403/not-allowed for users of the account who are not administrators', async () => {
      const server = await shared()
      const user = await ConsoleClient.signedIn(server, { role: 'user' })
      assert.equal((await user.get(PATH)).body.can_change, false)
      for (const answer of [await user.post(PATH, PROD), await user.delete(`${PATH}/twitter/prod`)])
        assert.deepEqual([answer.status, answer.body.reason], [403, 'not-allowed'])
    })

    test('errors of streams', async (t) => {
      const server = await shared()
      // The first test needs the account acme without streams.
      const admin = await ConsoleClient.signedIn(server, { accountName: 'zoo' })
      const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
      await admin.post(PATH, PROD)
      await t.test('409/stream-exists for a second stream with the same name', () =>
        refused(admin.post(PATH, PROD), 409, 'stream-exists'),
      )
      await t.test(
        '404/stream-not-found for a stream of another account, and for invalid stream names',
        async () => {
          await refused(other.delete(`${PATH}/twitter/prod`), 404, 'stream-not-found')
          await refused(admin.delete(`${PATH}/twitter/a%00b`), 404, 'stream-not-found')
        },
      )
      await t.test('400/stream-name-invalid for a label with a space', () =>
        refused(admin.post(PATH, { ...PROD, label: 'a b' }), 400, 'stream-name-invalid'),
      )
      await t.test('400/field-invalid without a label', () =>
        refused(admin.post(PATH, { publisher: 'twitter' }), 400, 'field-invalid'),
      )
      await refusesForeignOrigins(t, admin, [['POST', PATH, PROD]])
    })
  })
}
