/** /console/api/operator/test_controls/traffic: simulated traffic (spec/console.md#test-controls). */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { CONTROLS_STATE, controlsOf } from '../../../_operator/test-controls.ts'

const PATH = '/console/api/operator/test_controls/traffic'

const SUBJECT = { kind: 'test-controls', key: 'traffic' } as const

const BODY = consoleBody(
  Type.Object({
    seed: Type.Integer({ description: 'Equal seeds make equal traffic.' }),
    rate: Type.Number({ description: 'Mean number of posts per second.' }),
    seconds: Type.Integer({ description: 'Length of the traffic by the clock of the server.' }),
    users: Type.Integer({ description: 'Users who post.' }),
    storm: Type.Boolean({ description: 'True to add a storm of posts in the middle.' }),
  }),
)

export const simulateTestTraffic = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Starts simulated traffic. One simulation or replay runs at a time.',
  params: {},
  body: BODY.spec,
  answers: [{ status: 201, schema: CONTROLS_STATE }],
  errors: ['no-test-controls', 'field-invalid', 'control-invalid', 'control-conflict'],
  async handle({ services, json }) {
    const controls = controlsOf(services)
    const traffic = BODY.read(json)
    await controls.simulate(traffic)
    await noteAction(services, { action: 'test.start_traffic', subject: SUBJECT, details: { ...traffic } })
    return jsonAnswer(await controls.state(), { status: 201 })
  },
})

export const stopTestTraffic = operatorEndpoint({
  method: 'DELETE',
  paths: [PATH],
  summary: 'Ends the traffic, if there is any.',
  params: {},
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls'],
  async handle({ services }) {
    const controls = controlsOf(services)
    await controls.stopTraffic()
    await noteAction(services, { action: 'test.stop_traffic', subject: SUBJECT })
    return jsonAnswer(await controls.state())
  },
})
