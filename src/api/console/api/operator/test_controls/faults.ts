/** /console/api/operator/test_controls/faults: the plan of faults (spec/console.md#test-controls). */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { CONTROLS_STATE, controlsOf } from '../../../_operator/test-controls.ts'

const FAULTS = '/console/api/operator/test_controls/faults'
const SUBJECT = { kind: 'test-controls', key: 'faults' } as const

/** Maximum characters of a plan, and maximum bytes of a request with a plan. */
const MAX_PLAN_LENGTH = 200_000
const MAX_BODY_BYTES = 1_000_000

const BODY = consoleBody(
  Type.Object({ plan: Type.String({ maxLength: MAX_PLAN_LENGTH, description: 'JSON or YAML.' }) }),
  MAX_BODY_BYTES,
)

export const loadTestFaults = operatorEndpoint({
  method: 'PUT',
  paths: [FAULTS],
  summary: 'Replaces the plan of faults; all counts begin at 0.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls', 'field-invalid', 'control-invalid'],
  async handle({ services, json }) {
    const controls = controlsOf(services)
    controls.loadFaults(BODY.read(json).plan)
    const state = await controls.state()
    const faults = state.faults.counts.map(({ name }) => name)
    await noteAction(services, { action: 'test.load_faults', subject: SUBJECT, details: { faults } })
    return jsonAnswer(state)
  },
})

export const clearTestFaults = operatorEndpoint({
  method: 'DELETE',
  paths: [FAULTS],
  summary: 'Removes the plan of faults.',
  params: {},
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls'],
  async handle({ services }) {
    const controls = controlsOf(services)
    controls.clearFaults()
    await noteAction(services, { action: 'test.clear_faults', subject: SUBJECT })
    return jsonAnswer(await controls.state())
  },
})
