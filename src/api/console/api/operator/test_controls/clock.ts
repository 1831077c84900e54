/**
 * PUT /console/api/operator/test_controls/clock: sets, advances, stops and runs the clock
 * (spec/console.md#test-controls).
 */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { CONTROLS_STATE, controlsOf } from '../../../_operator/test-controls.ts'

const BODY = consoleBody(
  Type.Object({
    now: Type.Optional(Type.String({ maxLength: 100, description: 'A time, such as 2020-09-01T12:00:00Z.' })),
    step: Type.Optional(
      Type.String({ maxLength: 100, description: 'A duration, such as 15m; may be negative.' }),
    ),
    speed: Type.Optional(
      Type.Number({ description: 'Speed as a multiple of real time; 0 stops the clock.' }),
    ),
  }),
)

export const changeTestClock = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/test_controls/clock'],
  summary: 'Changes the clock of the server.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: CONTROLS_STATE }],
  errors: ['no-test-controls', 'field-invalid', 'control-invalid'],
  async handle({ services, json }) {
    const controls = controlsOf(services)
    const change = BODY.read(json)
    await controls.changeClock(change)
    const subject = { kind: 'test-controls', key: 'clock' } as const
    await noteAction(services, { action: 'test.change_clock', subject, details: { ...change } })
    return jsonAnswer(await controls.state())
  },
})
