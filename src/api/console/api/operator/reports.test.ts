/** Reports by members at the desk (spec/console.md#reports). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'
import { createReport } from '../../../../domain/reports/create-report.ts'

const PATH = '/operator/reports'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200 reports, the newest first, with filters by state, kind, reason, user and post, in pages', async (t) => {
      const { ann, context, user, postId } = await startDesk(t, engine)
      const reporter = await createOneUser(context)
      const other = await createOneUser(context)
      const base = { reporterId: reporter.id }
      const ofPost = await createReport(context, {
        ...{ ...base, subject: { postId }, reason: 'harassment', comment: ' <b>rude</b> ' },
      })
      const ofUser = await createReport(context, {
        ...{ ...base, subject: { userId: user.id }, reason: 'spam' },
      })
      const ofOther = await createReport(context, {
        ...{ ...base, subject: { userId: other.id }, reason: 'spam' },
      })
      const ids = async (query: string) =>
        (await ann.get(`${PATH}${query}`)).body.reports.map(({ id }: { id: string }) => BigInt(id))
      assert.deepEqual(await ids(''), [ofOther.id, ofUser.id, ofPost.id])
      assert.deepEqual(await ids('?kind=post'), [ofPost.id])
      assert.deepEqual(await ids('?kind=user&reason=spam'), [ofOther.id, ofUser.id])
      assert.deepEqual(await ids(`?user=${user.id}`), [ofUser.id, ofPost.id])
      assert.deepEqual(await ids(`?post=${postId}`), [ofPost.id])
      const first = (await ann.get(`${PATH}?count=2`)).body
      assert.deepEqual([first.reports.length, first.next], [2, String(ofUser.id)])
      assert.deepEqual(await ids(`?count=2&after=${first.next}`), [ofPost.id])

      const close = { state: 'closed', note: 'a joke among friends' }
      assert.equal((await ann.put(`${PATH}/${ofPost.id}/state`, close)).status, 204)
      assert.deepEqual(await ids(''), [ofOther.id, ofUser.id])
      assert.deepEqual(await ids('?state=closed'), [ofPost.id])
      assert.deepEqual(await ids('?state=all'), [ofOther.id, ofUser.id, ofPost.id])
      const { report, history } = (await ann.get(`${PATH}/${ofPost.id}`)).body
      assert.deepEqual(
        [
          report.comment,
          report.reason,
          report.post.text,
          report.user.username,
          report.closed_by,
          report.note,
        ],
        ['<b>rude</b>', 'harassment', 'a <b>cat</b>', user.screenName, 'ann@example.org', close.note],
      )
      assert.deepEqual(
        [history.length, history[0].action, history[0].reason],
        [1, 'report.close', close.note],
      )
      await deletePost(context, { postId, actor: 'operator' })
      assert.equal((await ann.get(`${PATH}/${ofPost.id}`)).body.report.post.text, null)
    })

    test('400/field-invalid for unknown values of filters', async () => {
      const { ann } = await joinDesk()
      for (const query of ['?state=old', '?kind=list', '?reason=boring', '?user=x', '?after=x'])
        assertProblem(await ann.get(`${PATH}${query}`), '400/field-invalid')
    })

    test('404/report-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x']) assertProblem(await ann.get(`${PATH}/${id}`), '404/report-not-found')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      for (const path of [PATH, `${PATH}/1`]) assertProblem(await developer.get(path), '403/operators-only')
    })
  })
}
