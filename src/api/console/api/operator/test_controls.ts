/** GET /console/api/operator/test_controls: clock, faults and snapshots (spec/console.md#test-controls). */
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { CONTROLS_STATE, controlsOf } from '../../_operator/test-controls.ts'

export const showTestControls = operatorEndpoint({
  paths: ['/console/api/operator/test_controls'],
  summary: 'The state of the test controls.',
  params: {},
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls'],
  async handle({ services }) {
    return jsonAnswer(await controlsOf(services).state())
  },
})
