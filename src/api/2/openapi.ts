/** GET 2/openapi.json: the OpenAPI document of API v2 (spec/v2.md#openapi-document). */
import { defineEndpoint } from '../_endpoint.ts'
import { DOCUMENT, documentAnswer } from '../_openapi/answer.ts'

export const v2OpenApi = defineEndpoint({
  method: 'GET',
  paths: ['/2/openapi.json'],
  summary: 'Every endpoint of this family (OpenAPI 3.1).',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ schema: DOCUMENT }, { status: 304 }],
  errors: [],
  handle: (call) => documentAnswer(call, '2'),
})
