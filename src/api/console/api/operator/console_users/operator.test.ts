/**
 * Operators grant the role of an operator to console users, and revoke it
 * (spec/console.md#console-users-at-the-desk).
 */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

const PATH = '/operator/console_users/operator'
const BEN = { email: 'ben@example.org', is_operator: false }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('409/state-already-so for the second of two simultaneous requests for the same change; 204 the access of a user is revoked and granted again', async () => {
      const { ann, ben } = await joinDesk()
      const both = await Promise.all([ann.put(PATH, BEN), ann.put(PATH, BEN)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409])
      assert.equal(both.find(({ status }) => status === 409)?.body.reason, 'state-already-so')
      assertProblem(await ben.get('/operator/users'), '403/operators-only')
      assert.equal((await ann.put(PATH, { ...BEN, is_operator: true })).status, 204)
      assert.equal((await ben.get('/operator/users')).status, 200)
      const { entries } = (await ann.get('/operator/audit?subject=ben@example.org')).body
      assert.deepEqual(
        entries.map(({ action }: Record<string, string>) => action),
        ['console-user.grant_operator', 'console-user.revoke_operator'],
      )
    })

    test('404/console-user-not-found for an unknown address', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.put(PATH, { ...BEN, email: 'x@example.org' }), '404/console-user-not-found')
    })

    test('400/field-invalid without the member `is_operator`', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.put(PATH, { email: BEN.email }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.put(PATH, BEN), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('PUT', PATH, BEN, headers), '403/foreign-origin')
    })
  })
}
