/** Refuses requests that other sites make with the session cookie of a visitor (spec/console.md#console-sessions). */
import type { RequestOrigin } from '../../http/request-origin.ts'
import { ConsoleProblem } from './_problems.ts'

interface Browsed {
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/**
 * Requires that a page of this server made the request. Browsers send `sec-fetch-site` to HTTPS and localhost URLs, and
 * `origin` with each POST, PUT and DELETE request.
 * @throws {ConsoleProblem} `foreign-origin` for another site, and for a request with neither header
 */
export function requireOwnOrigin({ outer, header }: Browsed): void {
  const site = header('sec-fetch-site')
  const origin = header('origin')?.toLowerCase()
  const isOwn =
    site === undefined ? origin === `${outer.scheme}://${outer.host}`.toLowerCase() : site === 'same-origin'
  if (!isOwn) throw new ConsoleProblem('foreign-origin')
}
