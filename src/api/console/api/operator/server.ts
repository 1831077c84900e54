/**
 * GET /console/api/operator/server: health, traffic, storage, queues, nodes and settings (spec/console.md#server-page).
 */
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { SERVER_STATE } from '../../_operator/server-state.ts'

export const showServer = operatorEndpoint({
  paths: ['/console/api/operator/server'],
  summary: 'The state of the server.',
  params: {},
  answers: [{ schema: SERVER_STATE }],
  async handle({ services }) {
    return jsonAnswer(await services.serverState())
  },
})
