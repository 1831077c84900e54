/** The family of the landing page `/`. Browsers get a page. For other clients, `/` is an unknown path of v1.1. */
import type { Caller } from '../../auth/caller.ts'
import type { Endpoint, Family } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import { v11Family } from '../1.1/_family.ts'

export function landingFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  const { headers, renderError, description, windowBy } = v11Family([])
  return {
    name: 'landing',
    owns: (path) => path === '/',
    endpoints,
    // The headers of v1.1 would make a browser save the page.
    headers: {},
    windowBy,
    renderError(error, call) {
      const answer = renderError(error, call)
      return { ...answer, headers: { ...headers, ...answer.headers } }
    },
    description: { ...description, text: 'The page at the address of the server.' },
  }
}
