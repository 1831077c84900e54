/** GET 2/openapi.json: this family for programs (spec/v2.md section 9). */
import type { Caller } from '../../auth/caller.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { DOCUMENT, documentAnswer } from '../_openapi/answer.ts'
import type { Services } from '../_services.ts'

export const v2OpenApi: Endpoint<Caller, Services> = {
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
}
