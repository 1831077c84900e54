/**
 * POST /console/api/operator/test_controls/snapshots/:name/restore: restores a snapshot
 * (spec/console.md#test-controls).
 */
import { Type } from 'typebox'
import { noteAction } from '../../../../../../domain/audit/note-action.ts'
import { jsonAnswer } from '../../../../_family.ts'
import { operatorEndpoint } from '../../../../_operator/endpoint.ts'
import { SNAPSHOT_PARAMS, snapshotSubject } from '../../../../_operator/snapshot.ts'
import { controlsOf } from '../../../../_operator/test-controls.ts'

export const restoreTestSnapshot = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/test_controls/snapshots/:name/restore'],
  summary:
    'Begins to restore a snapshot. Later requests wait for the end of the restore. The session may not exist afterwards.',
  params: SNAPSHOT_PARAMS,
  answers: [{ status: 202, schema: Type.Object({ name: Type.String() }) }],
  errors: ['no-test-controls', 'snapshot-not-found', 'control-conflict'],
  async handle({ services, params: { name = '' } }) {
    // The audit entry is written after the restore, because the restore would delete an earlier entry.
    await controlsOf(services).restoreSnapshot(name, () =>
      noteAction(services, { action: 'test.restore_snapshot', subject: snapshotSubject(name) }),
    )
    return jsonAnswer({ name }, { status: 202 })
  },
})
