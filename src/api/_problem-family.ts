/** What Labs and the second generation share: problem objects, their headers, unknown parameters refused. */
import type { Caller } from '../auth/caller.ts'
import type { Endpoint, Family } from '../http/endpoint.ts'
import { type ProblemBase, renderProblem } from './_problems.ts'
import type { Services } from './_services.ts'

/** common.md section 8. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename=json.json',
  'cache-control': 'no-cache, no-store, max-age=0',
  pragma: 'no-cache',
  expires: 'Tue, 31 Mar 1981 05:00:00 GMT',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
}

interface ProblemFamily {
  readonly name: string
  /** `/labs/1/` */
  readonly prefix: string
  readonly base: ProblemBase
  readonly windowBy: 'token' | 'app'
  readonly endpoints: readonly Endpoint<Caller, Services>[]
}

export function problemFamily({ prefix, base, ...rest }: ProblemFamily): Family<Caller, Services> {
  return {
    ...rest,
    owns: (path) => path.startsWith(prefix) || `${path}/` === prefix,
    headers: HEADERS,
    renderError: (error) => renderProblem(base, error),
  }
}

/** Labs, whose windows are per app whatever the authentication, and the second generation (common.md section 1). */
export function previewFamilies(): Family<Caller, Services>[] {
  return [
    problemFamily({
      name: 'labs/1',
      prefix: '/labs/1/',
      base: 'https://api.twitter.com/labs/1/problems/',
      windowBy: 'app',
      endpoints: [],
    }),
    problemFamily({
      name: 'labs/2',
      prefix: '/labs/2/',
      base: 'https://api.twitter.com/labs/2/problems/',
      windowBy: 'app',
      endpoints: [],
    }),
    problemFamily({
      name: '2',
      prefix: '/2/',
      base: 'https://api.twitter.com/2/problems/',
      windowBy: 'token',
      endpoints: [],
    }),
  ]
}
