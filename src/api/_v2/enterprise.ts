/** Declares calls that the service offers only to enterprises (spec/v2.md#problem-bodies). */
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { Problem, problemEntry } from '../_problems.ts'

const DETAIL =
  'This request must be made using an approved developer account that is enrolled in the requested endpoint. Learn more by visiting our documentation.'

interface EnterpriseCall {
  readonly path: string
  readonly summary: string
  readonly auth: readonly ('app' | 'user')[]
}

/** Declares a call that is always refused, because Aviary has no enterprise apps. */
export function enterpriseOnly({ path, summary, auth }: EnterpriseCall): ApiEndpoint {
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary: `${summary} Refused: no app is enrolled.`,
    auth,
    scopes: [],
    writes: false,
    window: undefined,
    params: {},
    answers: [],
    errors: [problemEntry('clientForbidden')],
    handle({ caller }) {
      const refusal = new Problem('clientForbidden', DETAIL, undefined, {
        client_id: String(caller.app.id),
        reason: 'client-not-enrolled',
        required_enrollment: 'Appropriate Level of API Access',
        registration_url:
          'https://developer.twitter.com/en/docs/twitter-api/getting-started/about-twitter-api',
      })
      return Promise.reject(refusal)
    },
  })
}
