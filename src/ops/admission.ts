/** Decides which requests the admin listener accepts. This listener is only for operators. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { TestControls } from '../testing/controls.ts'
import { hasToken } from './operator-token.ts'
import { isTestPath } from './test-controls/routes.ts'

/** Paths that any host name may request without a token, because their responses contain no data of users. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const SAFE_METHODS = new Set(['GET', 'HEAD'])

export interface Refused {
  readonly status: number
  readonly error: string
}

interface Admission {
  /** The host name that the listener accepts in addition to localhost. */
  readonly host: string
  /** The operator token. */
  readonly token: string
  readonly testControls: Pick<TestControls, 'token'> | undefined
}

/** The refusal of a request with a wrong host name, origin or token; undefined for a request that is accepted. */
export function whyRefused(
  { method, url, headers, routeOptions }: FastifyRequest,
  { host, token, testControls }: Admission,
): Refused | undefined {
  const [path = ''] = url.split('?', 1)
  const isProbe = SAFE_METHODS.has(method) && PROBES.has(path)
  if (isProbe) return undefined
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (!isAddress && name !== 'localhost' && name !== host.toLowerCase()) {
    return { status: 421, error: `This listener accepts the host names localhost and ${host}, not ${name}.` }
  }
  if (!SAFE_METHODS.has(method) && headers.origin !== undefined) {
    return { status: 403, error: 'Web pages may not change anything here.' }
  }
  // The check uses the matched route, because the router also accepts other spellings of its path, such as percent
  // escapes.
  if (isTestPath(routeOptions.url ?? path)) return whyNotTested(headers.authorization, testControls)
  if (!hasToken(headers.authorization, token)) {
    return {
      status: 401,
      error: 'Send the token from the file operator.token: "authorization: Bearer …".',
    }
  }
  return undefined
}

/**
 * The refusal of a request to the test controls. The operator token is not sufficient for them, because they can remove
 * all data.
 */
function whyNotTested(
  authorization: string | undefined,
  controls: Admission['testControls'],
): Refused | undefined {
  if (controls === undefined) {
    return { status: 404, error: 'The test controls are off; start the server with --test-controls on.' }
  }
  if (hasToken(authorization, controls.token)) return undefined
  return {
    status: 401,
    error: 'Send the token of the setting test_token or of the file test.token: "authorization: Bearer …".',
  }
}
