/**
 * GET /console/api/operator/exports: the latest exports of this server process (spec/console.md#exports-at-the-desk).
 */
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { EXPORT_LIST } from '../../_transfers/exports.ts'

export const listExports = operatorEndpoint({
  paths: ['/console/api/operator/exports'],
  summary: 'Running and ended exports of this node, and the formats.',
  params: {},
  answers: [{ schema: EXPORT_LIST }],
  async handle({ services }) {
    return jsonAnswer(await services.transfers.exports.list())
  },
})
