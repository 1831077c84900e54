/** Closing and reopening reports at the desk (spec/console.md#reports). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createOneUser } from '../../../../../../test/support/users.ts'
import { createReport } from '../../../../../domain/reports/create-report.ts'

const CLOSE = { state: 'closed', note: 'dealt with' }

async function withReport(desk: Awaited<ReturnType<typeof startDesk>>) {
  const reporter = await createOneUser(desk.context)
  const subject = { postId: desk.postId }
  const { id } = await createReport(desk.context, { reporterId: reporter.id, subject, reason: 'spam' })
  return { ...desk, path: `/operator/reports/${id}/state` }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/reports/:report_id/state on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('409/state-already-so for the second of two operators who close a report; 204 when a report is opened again', async (t) => {
      const { ann, ben, path } = await withReport(await startDesk(t, engine))
      const both = await Promise.all([ann.put(path, CLOSE), ben.put(path, CLOSE)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409])
      const refused = both.find(({ status }) => status === 409)
      assert.equal(refused?.body.reason, 'state-already-so')
      const open = { state: 'open', note: 'too early' }
      assert.equal((await ann.put(path, open)).status, 204)
      assertProblem(await ann.put(path, open), '409/state-already-so')
      const { entries } = (await ann.get('/operator/audit?subject_kind=report')).body
      assert.deepEqual(
        entries.map(({ action }: { action: string }) => action),
        ['report.reopen', 'report.close'],
      )
    })

    test('404/report-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      for (const id of ['1', 'x'])
        assertProblem(await ann.put(`/operator/reports/${id}/state`, CLOSE), '404/report-not-found')
    })

    test('400/field-invalid for a blank note and an unknown state', async () => {
      const { ann, path } = await withReport(await joinDesk())
      for (const wrong of [{ note: ' ' }, { state: 'gone' }, { note: 'x'.repeat(1_001) }])
        assertProblem(await ann.put(path, { ...CLOSE, ...wrong }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer, path } = await withReport(await joinDesk())
      assertProblem(await developer.put(path, CLOSE), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, path } = await withReport(await joinDesk())
      const foreign = await ann.call('PUT', path, CLOSE, { origin: 'https://evil.example' })
      assertProblem(foreign, '403/foreign-origin')
    })
  })
}
