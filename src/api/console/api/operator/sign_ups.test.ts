/** Waiting sign-ups at the desk (spec/console.md#sign-ups). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { requestSignUp } from '../../../../domain/accounts/sign-up/sign-up.ts'

const PATH = '/operator/sign_ups'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200 waiting sign-ups, the oldest first, in pages', async (t) => {
      const { ann, context } = await startDesk(t, engine)
      for (const screenName of ['carol', 'dan', 'erin'])
        await requestSignUp(context, {
          ...{ screenName, email: `${screenName}@example.org`, password: 'a good password' },
        })
      const first = (await ann.get(`${PATH}?count=2`)).body
      const names = ({ sign_ups }: { sign_ups: { username: string }[] }) =>
        sign_ups.map(({ username }) => username)
      assert.deepEqual([names(first), first.sign_up], [['carol', 'dan'], 'closed'])
      const rest = (await ann.get(`${PATH}?count=2&after=${first.next}`)).body
      assert.deepEqual([names(rest), rest.next], [['erin'], null])
      assert.equal(rest.sign_ups[0].email, 'erin@example.org')
    })

    test('400/field-invalid for an invalid cursor', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.get(`${PATH}?after=x`), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
    })
  })
}
