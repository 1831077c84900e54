/**
 * /console/api/operator/test_controls/snapshots/:name: saves and deletes snapshots of the data
 * (spec/console.md#test-controls).
 */
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { SNAPSHOT_PARAMS, snapshotSubject } from '../../../_operator/snapshot.ts'
import { CONTROLS_STATE, controlsOf } from '../../../_operator/test-controls.ts'

const SNAPSHOT = '/console/api/operator/test_controls/snapshots/:name'

export const saveTestSnapshot = operatorEndpoint({
  method: 'PUT',
  paths: [SNAPSHOT],
  summary: 'Saves the present state of the data under a name, in place of an earlier snapshot.',
  params: SNAPSHOT_PARAMS,
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls', 'control-invalid', 'control-conflict'],
  async handle({ services, params: { name = '' } }) {
    const controls = controlsOf(services)
    await controls.saveSnapshot(name)
    await noteAction(services, { action: 'test.save_snapshot', subject: snapshotSubject(name) })
    return jsonAnswer(await controls.state())
  },
})

export const deleteTestSnapshot = operatorEndpoint({
  method: 'DELETE',
  paths: [SNAPSHOT],
  summary: 'Deletes a snapshot.',
  params: SNAPSHOT_PARAMS,
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls', 'snapshot-not-found'],
  async handle({ services, params: { name = '' } }) {
    const controls = controlsOf(services)
    await controls.removeSnapshot(name)
    await noteAction(services, { action: 'test.delete_snapshot', subject: snapshotSubject(name) })
    return jsonAnswer(await controls.state())
  },
})
