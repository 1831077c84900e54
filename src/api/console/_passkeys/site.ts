/** The address for which passkeys are made and checked (spec/console.md#passkeys). */
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
 * The address of the console in the browser: the address of the request, or the address of the settings if a proxy does
 * not forward names.
 * @throws {ConsoleProblem} `passkeys-unavailable` where browsers have no passkeys: at IP addresses, and without TLS
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

/** The origin of the console in the browser: of the settings if a page of it sends the request, else of the request. */
export function browsedOrigin({ services, outer, header }: Browsed): string {
  const page = header('origin')?.toLowerCase()
  return services.consoleOrigins.find((each) => each === page) ?? `${outer.scheme}://${outer.host}`
}

/** Origins of the console by the settings; none when the base URL is not set. */
export function consoleOriginsOf(baseUrl: string, consolePort: number | undefined): readonly string[] {
  if (baseUrl === '') return []
  const { protocol, hostname, origin } = new URL(baseUrl)
  return consolePort === undefined
    ? [origin]
    : [new URL(`${protocol}//${hostname}:${consolePort}`).origin, origin]
}
