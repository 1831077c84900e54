/** Undoing actions of the audit log (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { TestClock } from '../../../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../../../domain/accounts/change-user-state.ts'
import { deletePost } from '../../../../../domain/posts/write/delete-post.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/audit/:entry_id/undo on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('204: the undo restores the previous list of countries; 409/moderated-meanwhile for an earlier entry', async () => {
      const { ann, ben, userPath, userVersion } = await joinDesk()
      const withhold = {
        action: 'withhold',
        countries: ['DE', 'FR'],
        reason: 'a law',
        version: await userVersion(),
      }
      await ann.post(`${userPath}/moderation`, withhold)
      const wider = { ...withhold, countries: ['XX'], version: await userVersion() }
      assert.equal((await ben.post(`${userPath}/moderation`, wider)).status, 200)
      const [second, first] = (await ann.get(userPath)).body.history
      const undo = (id: string) => ann.post(`/operator/audit/${id}/undo`, { reason: 'a mistake' })
      const early = await undo(first.id)
      assertProblem(early, '409/moderated-meanwhile')
      assert.match(early.body.message, /user\.withhold by ben@example\.org/)
      assert.equal((await undo(second.id)).status, 204)
      const after = (await ann.get(userPath)).body
      assert.deepEqual(after.user.withheld_in_countries, ['DE', 'FR'])
      assert.equal(after.history[0].details.undoes, second.id)
    })

    test('404/user-gone for an undo more than thirty days after the user was deactivated', async () => {
      const { ann, context, user, userPath: path } = await joinDesk()
      const then = {
        ...context,
        clock: new TestClock(Date.now() - 31 * DAY_MS),
        operator: { actor: 'command line' },
      }
      await changeUserState(then, { userId: user.id, action: 'deactivate', reason: 'asked for it' })
      const { body } = await ann.get(path)
      assert.equal(body.user.erased_at, body.user.deactivated_at + 30 * DAY_MS)
      assert.equal(body.user.is_gone, true)
      const answer = await ann.post(`/operator/audit/${body.history[0].id}/undo`, { reason: 'came back' })
      assertProblem(answer, '404/user-gone')
    })

    test('404/post-not-found for a post that its author has deleted', async () => {
      const { ann, context, postId, postPath, postVersion } = await joinDesk()
      const drop = { action: 'drop', reason: 'spam', version: await postVersion() }
      await ann.post(`${postPath}/moderation`, drop)
      const [entry] = (await ann.get(postPath)).body.history
      await deletePost(context, { postId })
      const answer = await ann.post(`/operator/audit/${entry.id}/undo`, { reason: 'a mistake' })
      assertProblem(answer, '404/post-not-found')
    })

    test('409/undo-impossible for a deletion', async () => {
      const { ann, postPath, postVersion } = await joinDesk()
      const body = { action: 'delete', reason: 'a law', version: await postVersion() }
      await ann.post(`${postPath}/moderation`, body)
      const [entry] = (await ann.get(postPath)).body.history
      assertProblem(
        await ann.post(`/operator/audit/${entry.id}/undo`, { reason: 'x' }),
        '409/undo-impossible',
      )
    })

    test('409/state-already-so when the user is in the earlier state again', async () => {
      const { ann, context, user, userPath, userVersion } = await joinDesk()
      const protect = { action: 'protect', reason: 'asked for it', version: await userVersion() }
      await ann.post(`${userPath}/moderation`, protect)
      const [entry] = (await ann.get(userPath)).body.history
      await changeUserState(context, { userId: user.id, action: 'unprotect' })
      assertProblem(
        await ann.post(`/operator/audit/${entry.id}/undo`, { reason: 'x' }),
        '409/state-already-so',
      )
    })

    test('409/moderated-meanwhile for an entry that is undone already', async () => {
      const { ann, userPath, userVersion } = await joinDesk()
      const suspend = { action: 'suspend', reason: 'spam', version: await userVersion() }
      await ann.post(`${userPath}/moderation`, suspend)
      const [entry] = (await ann.get(userPath)).body.history
      const undo = () => ann.post(`/operator/audit/${entry.id}/undo`, { reason: 'a mistake' })
      assert.equal((await undo()).status, 204)
      assertProblem(await undo(), '409/moderated-meanwhile')
    })

    test('404/entry-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post('/operator/audit/1/undo', { reason: 'x' }), '404/entry-not-found')
    })

    test('400/field-invalid for a missing reason', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post('/operator/audit/1/undo', {}), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      const body = { reason: 'x' }
      assertProblem(await developer.post('/operator/audit/1/undo', body), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const body = { reason: 'x' }
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', '/operator/audit/1/undo', body, headers), '403/foreign-origin')
    })
  })
}
