/** GET labs/2/openapi.json: the OpenAPI document of Labs v2 (spec/labs-lookup.md#endpoints). */
import { defineEndpoint } from '../../_endpoint.ts'
import { DOCUMENT, documentAnswer } from '../../_openapi/answer.ts'

export const labs2OpenApi = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/openapi.json'],
  summary: 'Every endpoint of this family (OpenAPI 3.1).',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ schema: DOCUMENT }, { status: 304 }],
  errors: [],
  handle: (call) => documentAnswer(call, 'labs/2'),
})
