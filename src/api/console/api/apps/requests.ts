/** /console/api/apps/:app_id/requests: the last requests of the caller’s app (docs/console.md#requests). */
import { optionalText } from '../../../../http/params.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { numberIn, OF_APP } from '../../_traffic/params.ts'
import { REQUEST_DETAILS, REQUESTS, requestDetails, requestsJson } from '../../_traffic/request-schemas.ts'

const PATH = '/console/api/apps/:app_id/requests'

export const listRequests = consoleEndpoint({
  paths: [PATH],
  summary: 'The last requests of an app, the newest first.',
  params: OF_APP,
  answers: [{ schema: REQUESTS }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const { requests } = services.traffic
    return jsonAnswer(requestsJson(requests.entries(id), requests.recordedUntil(id)))
  },
})

export const clearRequests = consoleEndpoint({
  method: 'DELETE',
  paths: [PATH],
  summary: 'Removes all requests of an app from the list.',
  params: OF_APP,
  answers: [DONE],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    services.traffic.requests.clear(id)
    return doneAnswer()
  },
})

export const showRequest = consoleEndpoint({
  paths: [`${PATH}/:request_id`],
  summary: 'A request with its headers and bodies, if they were recorded.',
  params: { ...OF_APP, request_id: optionalText('The id of a request.') },
  answers: [{ schema: REQUEST_DETAILS }],
  errors: ['app-not-found', 'request-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const number = numberIn(params.request_id)
    const entry = number === undefined ? undefined : services.traffic.requests.find(id, number)
    if (entry === undefined) throw new ConsoleProblem('request-not-found')
    return jsonAnswer(requestDetails(entry))
  },
})
