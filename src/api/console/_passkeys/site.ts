/** The site for which passkeys are made and checked (spec/console.md#passkeys). */
import { isIP } from 'node:net'
import type { PasskeySite } from '../../../domain/console/passkeys/webauthn.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'

interface Browsed {
  readonly services: Pick<Services, 'consoleOrigins'>
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/**
 * The origin and host of the console in the browser, from {@link browsedOrigin}.
 * @throws {ConsoleProblem} `passkeys-unavailable` where browsers have no passkeys: at IP addresses, and without TLS
 * except at localhost
 */
export function passkeySite(call: Browsed): PasskeySite {
  const url = browsedOrigin(call)
  if (!URL.canParse(url)) throw new ConsoleProblem('passkeys-unavailable')
  const { origin, hostname, protocol } = new URL(url)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isAddress || (protocol !== 'https:' && !isLocal)) throw new ConsoleProblem('passkeys-unavailable')
  return { origin, host: hostname }
}

/**
 * The origin of the console in the browser: the header `origin` if the settings contain its value, otherwise the
 * origin of the request. The two differ behind a proxy that does not forward the host name.
 */
export function browsedOrigin({ services, outer, header }: Browsed): string {
  const page = header('origin')?.toLowerCase()
  return services.consoleOrigins.find((each) => each === page) ?? `${outer.scheme}://${outer.host}`
}

/** The origins of the console that the settings name; none without a base URL. */
export function consoleOriginsOf(baseUrl: string, consolePort: number | undefined): readonly string[] {
  if (baseUrl === '') return []
  const { protocol, hostname, origin } = new URL(baseUrl)
  return consolePort === undefined
    ? [origin]
    : [new URL(`${protocol}//${hostname}:${consolePort}`).origin, origin]
}
