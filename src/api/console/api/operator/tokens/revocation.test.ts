/** Revocation of access tokens at the desk (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { findToken, issueToken } from '../../../../../domain/apps/tokens.ts'

const PATH = '/operator/tokens/revocation'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('404/token-not-found for a revoked token; the audit log has the revocation without the token', async () => {
      const { ann, context, user } = await joinDesk()
      const { appId } = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
      const { accessToken: token } = await issueToken(context, { appId, userId: user.id })
      const body = { token, reason: 'leaked' }
      assert.equal((await ann.post(PATH, body)).status, 204)
      assert.equal((await findToken(context.store, token))?.isRevoked, true)
      assertProblem(await ann.post(PATH, body), '404/token-not-found')
      const [entry] = (await ann.get('/operator/audit?action=token.revoke')).body.entries
      assert.deepEqual(
        [entry.reason, entry.subject.name, entry.details.user_id],
        ['leaked', 'Bird', String(user.id)],
      )
      assert.ok(!JSON.stringify(entry).includes(token))
    })

    test('400/field-invalid without a reason', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { token: '1-x' }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.post(PATH, { token: '1-x', reason: 'leaked' }), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      const body = { token: '1-x', reason: 'leaked' }
      assertProblem(await ann.call('POST', PATH, body, headers), '403/foreign-origin')
    })
  })
}
