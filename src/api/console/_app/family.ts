/**
 * The family of endpoints for the console’s page and its static files. The console’s API is another family, with errors
 * in JSON.
 */
import type { Caller } from '../../../auth/caller.ts'
import type { Endpoint, Family } from '../../../http/endpoint.ts'
import { PAGE_DESCRIPTION, renderPageError } from '../../_pages/family.ts'
import { PAGE_HEADERS } from '../../_pages/page.ts'
import type { Services } from '../../_services.ts'

type Render = Family<Caller, Services>['renderError']

/**
 * @param renderApiError a function for errors of API paths that have no endpoint; the routes of pages match
 * those paths too
 */
export function consolePageFamily(
  endpoints: readonly Endpoint<Caller, Services>[],
  renderApiError: Render,
): Family<Caller, Services> {
  return {
    name: 'console-pages',
    owns: (path) => /^\/console(\/.*)?$/.test(path) && !isApi(path),
    endpoints,
    headers: PAGE_HEADERS,
    windowBy: 'token',
    renderError: (error, call) => (isApi(call.path) ? renderApiError(error, call) : renderPageError(error)),
    description: { ...PAGE_DESCRIPTION, text: 'The developer console: one page that loads the others.' },
  }
}

/** True for paths of the console’s API. */
export function isApi(path: string): boolean {
  return /^\/console\/api(\/.*)?$/.test(path)
}
