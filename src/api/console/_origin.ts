/** Protects the console against requests that other sites make with the cookie of a visitor (spec/console.md#console-sessions). */
import type { RequestOrigin } from '../../http/request-origin.ts'
import { ConsoleProblem } from './_problems.ts'

interface Browsed {
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/**
 * Requires that a page of this server made the request. Browsers send `sec-fetch-site` to HTTPS and to this machine, and
 * `origin` with each writing request.
 * @throws {ConsoleProblem} `foreign-origin`, also without both headers
 */
export function requireOwnOrigin({ outer, header }: Browsed): void {
  const site = header('sec-fetch-site')
  const origin = header('origin')?.toLowerCase()
  const isOwn =
    site === undefined ? origin === `${outer.scheme}://${outer.host}`.toLowerCase() : site === 'same-origin'
  if (!isOwn) throw new ConsoleProblem('foreign-origin')
}
