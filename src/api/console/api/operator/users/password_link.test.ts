/** Links for new passwords at the desk (spec/console.md#password-links-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createUser } from '../../../../../domain/accounts/create-user.ts'
import { setPasswordByLink } from '../../../../../domain/accounts/passwords/password-links.ts'

const SIGN_IN = { email: 'dora@example.org', password: 'horse battery' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users/:user_id/password_link on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('201 a link sets a new password once; the audit log does not have its token', async () => {
      const { ann, context, url: base } = await joinDesk()
      const { id } = await createUser(context, { screenName: 'dora', ...SIGN_IN })
      const path = `/operator/users/${id}`
      assert.equal((await ann.get(path)).body.can_sign_in, true)
      const before = Date.now()
      const made = await ann.post(`${path}/password_link`, { hours: 2 })
      assert.equal(made.status, 201)
      const { url, expires_at } = made.body
      assert.ok(url.startsWith(`${base}/settings/reset_password?token=`), url)
      assert.ok(expires_at >= before + 2 * 3_600_000 && expires_at <= Date.now() + 2 * 3_600_000)
      const token = url.split('=').at(-1)
      const { history } = (await ann.get(path)).body
      assert.deepEqual(
        history.map(({ action, actor }: Record<string, string>) => [action, actor]),
        [['user.password_link', 'ann@example.org']],
      )
      assert.ok(!JSON.stringify(history).includes(token))
      await setPasswordByLink(context, { token, password: 'battery staple' })
      await assert.rejects(setPasswordByLink(context, { token, password: 'battery staple' }), {
        reason: 'link-invalid',
      })
    })

    test('409/user-without-email for a user without an e-mail address, who cannot sign in', async () => {
      const { ann, userPath } = await joinDesk()
      assert.equal((await ann.get(userPath)).body.can_sign_in, false)
      assertProblem(await ann.post(`${userPath}/password_link`, { hours: 24 }), '409/user-without-email')
    })

    test('404/user-not-found for unknown ids', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(
          await ann.post(`/operator/users/${id}/password_link`, { hours: 24 }),
          '404/user-not-found',
        )
    })

    test('400/field-invalid for an invalid number of hours', async () => {
      const { ann, userPath } = await joinDesk()
      for (const body of [{}, { hours: 0 }, { hours: 169 }, { hours: 1.5 }])
        assertProblem(await ann.post(`${userPath}/password_link`, body), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, userPath } = await joinDesk()
      assertProblem(await developer.post(`${userPath}/password_link`, { hours: 24 }), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, userPath } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      const foreign = await ann.call('POST', `${userPath}/password_link`, { hours: 24 }, headers)
      assertProblem(foreign, '403/foreign-origin')
    })
  })
}
