/** Backups at the desk (spec/console.md#backups-at-the-desk). */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../../../../test/support/part.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'

const PATH = '/operator/backups'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/backups on ${engine}`, () => {
    test('202, 200: makes a backup with the same output as the command, and removes it', async (t) => {
      const { ann, config } = await startDesk(t, engine)
      assert.deepEqual((await ann.get(PATH)).body, {
        folder: join(config.data, 'backups'),
        files: [],
        tasks: [],
      })
      const begun = await ann.post(PATH)
      assert.deepEqual([begun.status, begun.body.tasks[0].state], [202, 'running'])
      await waitUntil(async () => (await ann.get(PATH)).body.tasks[0].state !== 'running')
      const { files, tasks } = (await ann.get(PATH)).body
      assert.deepEqual([tasks[0].state, tasks[0].failure], ['complete', null])
      assert.match(tasks[0].lines[0], /^Wrote .*aviary-.*\.tar\.gz/)
      assert.ok(tasks[0].done > 0 && tasks[0].done === tasks[0].of)
      assert.ok(files.length === 1 && files[0].bytes > 0)
      await writeFile(join(config.data, 'backups', 'notes.txt'), 'not a backup')
      assert.equal((await ann.get(PATH)).body.files.length, 1)
      const removed = await ann.delete(`${PATH}/${files[0].name}`)
      assert.deepEqual([removed.status, removed.body.files], [200, []])
      const { entries } = (await ann.get('/operator/audit?subject_kind=backup')).body
      assert.deepEqual(
        entries.map(({ action }: { action: string }) => action),
        ['backup.remove', 'backup.make'],
      )
    })
  })
}

suite('/console/api/operator/backups', () => {
  const joinDesk = shareDesk('sqlite')
  const test = slowOnPostgres('sqlite')
  test('409/task-running while another backup is running', slow, async (t) => {
    const { ann } = await startDesk(t, 'sqlite')
    await ann.post(PATH)
    assertProblem(await ann.post(PATH), '409/task-running')
  })

  test('404/backup-not-found for unknown names, and for files that are not backups', async () => {
    const { ann } = await joinDesk()
    for (const name of ['a', 'aviary-1.tar.gz', '..%2faviary.db'])
      assertProblem(await ann.delete(`${PATH}/${name}`), '404/backup-not-found')
  })

  test('403/operators-only for other console users', async () => {
    const { developer } = await joinDesk()
    assertProblem(await developer.post(PATH), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { ann } = await joinDesk()
    const site = { origin: 'https://evil.example' }
    assertProblem(await ann.call('POST', PATH, undefined, site), '403/foreign-origin')
    assertProblem(await ann.call('DELETE', `${PATH}/a`, undefined, site), '403/foreign-origin')
  })
})
