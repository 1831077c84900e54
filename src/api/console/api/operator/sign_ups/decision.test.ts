/** Decisions about sign-ups at the desk (spec/console.md#sign-ups). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import {
  assertProblem,
  type Desk,
  shareDesk,
  startDesk,
} from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createUser } from '../../../../../domain/accounts/create-user.ts'
import { listSignUpRequests } from '../../../../../domain/accounts/sign-up/requests.ts'
import { requestSignUp } from '../../../../../domain/accounts/sign-up/sign-up.ts'
import { findUser } from '../../../../../domain/accounts/user.ts'
import { must } from '../../../../../lib/assert.ts'

const APPROVE = { decision: 'approve' }
const PASSWORD = 'a good password'

let made = 0

/** Adds a sign-up with a new name, because the tests of an engine share a server. */
async function withSignUp(desk: Desk) {
  made += 1
  const screenName = `carol${made}`
  const email = `${screenName}@example.org`
  const { context } = desk
  await requestSignUp(context, { screenName, email, password: PASSWORD })
  const waiting = await listSignUpRequests(context.store, { count: 100 })
  const { id } = must(
    waiting.find((one) => one.screenName === screenName),
    'a sign-up',
  )
  return { ...desk, screenName, email, path: `/operator/sign_ups/${id}/decision` }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/sign_ups/:sign_up_id/decision on ${engine}`, () => {
    const joinDesk = shareDesk(engine)
    const joinWaiting = async () => withSignUp(await joinDesk())

    test('200 an approval returns the new user; 404/sign-up-not-found for the second of two operators', async () => {
      const { ann, ben, context, screenName, path } = await joinWaiting()
      const both = await Promise.all([ann.post(path, APPROVE), ben.post(path, APPROVE)])
      assert.deepEqual(both.map(({ status }) => status === 200).sort(), [false, true])
      const user = await findUser(context.store, { screenName })
      const done = both.find(({ status }) => status === 200)
      assert.equal(done?.body.user_id, String(user?.id))
      assertProblem(await ann.post(path, APPROVE), '404/sign-up-not-found')
      const [entry] = (await ann.get('/operator/audit?subject_kind=sign-up')).body.entries
      assert.deepEqual(
        [entry.action, entry.subject.name, entry.details.user_id],
        ['sign-up.approve', screenName, String(user?.id)],
      )
    })

    test('200 a rejection deletes the sign-up; the audit log has the reason', async (t) => {
      const { ann, context, screenName, path } = await withSignUp(await startDesk(t, engine))
      const rejected = await ann.post(path, { decision: 'reject', reason: 'not from here' })
      assert.deepEqual([rejected.status, rejected.body], [200, { user_id: null }])
      assert.deepEqual(await listSignUpRequests(context.store, { count: 1 }), [])
      const [entry] = (await ann.get('/operator/audit?action=sign-up.reject')).body.entries
      assert.deepEqual([entry.reason, entry.subject.name], ['not from here', screenName])
    })

    test('409/screen-name-taken for a name that another user has taken since the sign-up', async () => {
      const { ann, context, screenName, path } = await joinWaiting()
      await createUser(context, { screenName: screenName.toUpperCase() })
      assertProblem(await ann.post(path, APPROVE), '409/screen-name-taken')
    })

    test('409/email-taken for an address that a user has', async () => {
      const { ann, context, email, path } = await joinWaiting()
      await createUser(context, { screenName: 'other', email, password: PASSWORD })
      assertProblem(await ann.post(path, APPROVE), '409/email-taken')
    })

    test('404/sign-up-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(await ann.post(`/operator/sign_ups/${id}/decision`, APPROVE), '404/sign-up-not-found')
    })

    test('400/field-invalid for an unknown decision and a blank reason', async () => {
      const { ann, path } = await joinWaiting()
      for (const body of [{ decision: 'wait' }, { decision: 'reject', reason: ' ' }])
        assertProblem(await ann.post(path, body), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, path } = await joinWaiting()
      assertProblem(await developer.post(path, APPROVE), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, path } = await joinWaiting()
      const foreign = await ann.call('POST', path, APPROVE, { origin: 'https://evil.example' })
      assertProblem(foreign, '403/foreign-origin')
    })
  })
}
