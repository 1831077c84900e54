/** Invitations at the desk (spec/console.md#sign-ups). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { isInvited } from '../../../../domain/accounts/sign-up/invitations.ts'

const PATH = '/operator/invitations'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('201 the link is shown once; 204 the invitation is revoked; the audit log does not have the token', async (t) => {
      const { ann, context, url: base } = await startDesk(t, engine)
      const made = await ann.post(PATH, { note: ' for Carol ', days: 7 })
      assert.equal(made.status, 201)
      const { invitation, url } = made.body
      assert.ok(url.startsWith(`${base}/signup?invitation=`), url)
      assert.deepEqual([invitation.note, invitation.created_by], ['for Carol', 'ann@example.org'])
      assert.equal(invitation.expires_at - invitation.created_at, 7 * 86_400_000)
      const token = url.split('=').at(-1)
      assert.equal(await isInvited(context, token), true)
      const second = (await ann.post(PATH, { days: 1 })).body.invitation
      const first = (await ann.get(`${PATH}?count=1`)).body
      assert.deepEqual([first.invitations[0].id, first.next, first.sign_up], [second.id, second.id, 'closed'])
      const rest = await ann.get(`${PATH}?after=${first.next}`)
      assert.deepEqual([rest.body.invitations, rest.body.next], [[invitation], null])
      assert.equal((await ann.call('DELETE', `${PATH}/${invitation.id}`)).status, 204)
      assert.equal(await isInvited(context, token), false)
      const { entries } = (await ann.get('/operator/audit?subject_kind=invitation')).body
      assert.deepEqual(
        entries.map(({ action, subject }: { action: string; subject: { name: string } }) => [
          action,
          subject.name,
        ]),
        [
          ['invitation.revoke', 'for Carol'],
          ['invitation.create', ''],
          ['invitation.create', 'for Carol'],
        ],
      )
      assert.ok(!JSON.stringify(entries).includes(token))
    })

    test('404/invitation-invalid for an unknown id, and for a second revocation', async () => {
      const { ann, ben } = await joinDesk()
      const { id } = (await ann.post(PATH, { days: 1 })).body.invitation
      const both = await Promise.all([ann, ben].map((each) => each.call('DELETE', `${PATH}/${id}`)))
      assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404])
      for (const wrong of ['1', 'x'])
        assertProblem(await ann.call('DELETE', `${PATH}/${wrong}`), '404/invitation-invalid')
    })

    test('400/field-invalid for an invalid number of days, a note that is too long, and an invalid cursor', async () => {
      const { ann } = await joinDesk()
      for (const body of [{}, { days: 0 }, { days: 366 }, { days: 1, note: 'x'.repeat(201) }])
        assertProblem(await ann.post(PATH, body), '400/field-invalid')
      assertProblem(await ann.get(`${PATH}?after=x`), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
      assertProblem(await developer.post(PATH, { days: 1 }), '403/operators-only')
      assertProblem(await developer.call('DELETE', `${PATH}/1`), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, { days: 1 }, headers), '403/foreign-origin')
      assertProblem(await ann.call('DELETE', `${PATH}/1`, undefined, headers), '403/foreign-origin')
    })
  })
}
