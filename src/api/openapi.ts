/** GET openapi.json: the OpenAPI document of all public endpoints. */
import { DOCUMENT, documentAnswer } from './_openapi/answer.ts'
import { referenceEndpoint } from './_reference/family.ts'

export const openApi = referenceEndpoint({
  method: 'GET',
  paths: ['/openapi.json'],
  summary: 'This document: every endpoint of every family (OpenAPI 3.1).',
  answers: [{ schema: DOCUMENT }, { status: 304 }],
  handle: (call) => documentAnswer(call),
})
