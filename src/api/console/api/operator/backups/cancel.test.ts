/** Cancelling backups at the desk (spec/console.md#backups-at-the-desk). */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'

const PATH = '/operator/backups/cancel'

suite('/console/api/operator/backups/cancel', () => {
  const joinDesk = shareDesk('sqlite')

  test('200: cancels a backup and a verification, and removes their files', async (t) => {
    const { ann, config } = await startDesk(t, 'sqlite')
    for (const [kind, path] of [
      ['backup', '/operator/backups'],
      ['verification', '/operator/backups/verification'],
    ] as const) {
      await ann.post(path)
      const { status, body } = await ann.post(PATH, { kind })
      const task = body.tasks.find((one: { kind: string }) => one.kind === kind)
      assert.deepEqual([status, task.state, task.failure], [200, 'cancelled', null])
    }
    assert.deepEqual(await readdir(join(config.data, 'backups')), [])
  })

  test('409/task-ended when no task is running', async () => {
    const { ann } = await joinDesk()
    assertProblem(await ann.post(PATH, { kind: 'backup' }), '409/task-ended')
  })

  test('400/field-invalid for an unknown kind of task', async () => {
    const { ann } = await joinDesk()
    assertProblem(await ann.post(PATH, { kind: 'cat' }), '400/field-invalid')
  })

  test('403/operators-only for other console users', async () => {
    const { developer } = await joinDesk()
    assertProblem(await developer.post(PATH, { kind: 'backup' }), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const { ann } = await joinDesk()
    const site = { origin: 'https://evil.example' }
    assertProblem(await ann.call('POST', PATH, { kind: 'backup' }, site), '403/foreign-origin')
  })
})
