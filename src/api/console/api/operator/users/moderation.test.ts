/** Moderation of users at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { TestClock } from '../../../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../../../domain/accounts/change-user-state.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users/:user_id/moderation on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('409/moderated-meanwhile for the second of two operators, with the action of the first', async () => {
      const { ann, ben, userPath: path, userVersion: version } = await joinDesk()
      const seen = await version()
      const body = { action: 'suspend', reason: 'spam', version: seen }
      const both = await Promise.all([
        ann.post(`${path}/moderation`, body),
        ben.post(`${path}/moderation`, { ...body, action: 'deactivate' }),
      ])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
      const refused = both.find(({ status }) => status === 409)
      assert.equal(refused?.body.reason, 'moderated-meanwhile')
      assert.match(refused?.body.message, /by (ann|ben)@example\.org at .*“spam”/)
    })

    test('409/state-already-so for the state that the user already has', async () => {
      const { ann, userPath: path, userVersion: version } = await joinDesk()
      const body = { action: 'unsuspend', reason: 'a mistake', version: await version() }
      const answer = await ann.post(`${path}/moderation`, body)
      assert.deepEqual([answer.status, answer.body.reason], [409, 'state-already-so'])
    })

    test('404/user-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      const body = { action: 'suspend', reason: 'spam', version: '' }
      assertProblem(await ann.post('/operator/users/1/moderation', body), '404/user-not-found')
    })

    test('404/user-gone for a user who was deactivated more than thirty days ago', async () => {
      const { ann, context, user, userPath, userVersion } = await joinDesk()
      const then = { ...context, clock: new TestClock(Date.now() - 31 * DAY_MS) }
      await changeUserState(then, { userId: user.id, action: 'deactivate' })
      const body = { action: 'reactivate', reason: 'came back', version: await userVersion() }
      assertProblem(await ann.post(`${userPath}/moderation`, body), '404/user-gone')
    })

    test('400/country-code-invalid without a country, and for an invalid country', async () => {
      const { ann, userPath, userVersion } = await joinDesk()
      const body = { action: 'withhold', reason: 'a law', version: await userVersion() }
      for (const countries of [[], ['d1']])
        assertProblem(
          await ann.post(`${userPath}/moderation`, { ...body, countries }),
          '400/country-code-invalid',
        )
    })

    test('400/field-invalid for a blank reason and an unknown action', async () => {
      const { ann, userPath, userVersion } = await joinDesk()
      const body = { action: 'suspend', reason: 'spam', version: await userVersion() }
      for (const wrong of [{ reason: '  ' }, { action: 'erase' }])
        assertProblem(await ann.post(`${userPath}/moderation`, { ...body, ...wrong }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, userPath, userVersion } = await joinDesk()
      const body = { action: 'suspend', reason: 'spam', version: await userVersion() }
      assertProblem(await developer.post(`${userPath}/moderation`, body), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, userPath, userVersion } = await joinDesk()
      const body = { action: 'suspend', reason: 'spam', version: await userVersion() }
      const headers = { origin: 'https://evil.example' }
      const foreign = await ann.call('POST', `${userPath}/moderation`, body, headers)
      assertProblem(foreign, '403/foreign-origin')
    })
  })
}
