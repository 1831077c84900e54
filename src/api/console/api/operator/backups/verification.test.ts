/** Verifying the data at the desk (spec/console.md#backups-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../../../../../test/support/part.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'

const PATH = '/operator/backups/verification'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/backups/verification on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('202: verifies the data with the same output as the command', async (t) => {
      const { ann } = await startDesk(t, engine)
      assert.equal((await ann.post(PATH)).status, 202)
      assertProblem(await ann.post(PATH), '409/task-running')
      const task = async () => (await ann.get('/operator/backups')).body.tasks[0]
      await waitUntil(async () => (await task()).state !== 'running')
      const { state, lines } = await task()
      assert.equal(state, 'complete')
      assert.match(lines[0], /^The data is intact/)
    })

    // This test runs in the slow part only, because the first test checks the error too.
    test('409/task-running while another verification is running', slow, async (t) => {
      const { ann } = await startDesk(t, engine)
      await ann.post(PATH)
      assertProblem(await ann.post(PATH), '409/task-running')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.post(PATH), '403/operators-only')
    })

    test('403/foreign-origin from another site', async () => {
      const { ann } = await joinDesk()
      const site = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, undefined, site), '403/foreign-origin')
    })
  })
}
