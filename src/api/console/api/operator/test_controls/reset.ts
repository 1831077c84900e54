/**
 * POST /console/api/operator/test_controls/reset: restores the data that the server had at its start
 * (spec/console.md#test-controls).
 */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { snapshotSubject } from '../../../_operator/snapshot.ts'
import { controlsOf } from '../../../_operator/test-controls.ts'

export const resetTestData = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/test_controls/reset'],
  summary:
    'Begins to restore the state, the clock and the faults of the start. Later requests wait for the end of the restore. The session may not exist afterwards.',
  params: {},
  answers: [{ status: 202, schema: Type.Object({ name: Type.String() }) }],
  errors: ['no-test-controls', 'control-conflict'],
  async handle({ services }) {
    // The audit entry is written after the reset, because the reset would delete an earlier entry.
    await controlsOf(services).reset(() =>
      noteAction(services, { action: 'test.reset', subject: snapshotSubject('start') }),
    )
    return jsonAnswer({ name: 'start' }, { status: 202 })
  },
})
