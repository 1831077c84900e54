/**
 * /console/api/apps/:app_id/requests/recording: records headers and bodies for an hour, even while no page is open
 * (docs/console.md#requests).
 */
import { Type } from 'typebox'
import { isoTime } from '../../../../../lib/time/iso-time.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { OF_APP } from '../../../_traffic/params.ts'

const PATH = '/console/api/apps/:app_id/requests/recording'

const RECORDING_MS = 3_600_000

const NOTHING = consoleBody(Type.Object({}))

const RECORDING = Type.Object(
  { recorded_until: Type.String({ format: 'date-time' }) },
  { title: 'ConsoleRecording' },
)

export const startRecording = consoleEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Records headers and bodies of the requests of an app for an hour.',
  params: OF_APP,
  body: NOTHING.spec,
  answers: [{ status: 201, schema: RECORDING }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const until = services.clock.now() + RECORDING_MS
    services.traffic.requests.record(id, until)
    return jsonAnswer({ recorded_until: isoTime(until) }, { status: 201 })
  },
})

export const stopRecording = consoleEndpoint({
  method: 'DELETE',
  paths: [PATH],
  summary: 'Ends the recording of headers and bodies.',
  params: OF_APP,
  answers: [DONE],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    services.traffic.requests.record(id, undefined)
    return doneAnswer()
  },
})
