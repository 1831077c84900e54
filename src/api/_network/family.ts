/**
 * The family of the public pages of the network (spec/pages.md#addresses): pages for browsers. For other clients its paths
 * are unknown paths of v1.1, as they are without the setting `public_pages`.
 */
import type { Caller } from '../../auth/caller.ts'
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import {
  type Answer,
  EdgeError,
  type Endpoint,
  type Family,
  type SuccessResponse,
} from '../../http/endpoint.ts'
import { BadParameter, type ParamSpec } from '../../http/params.ts'
import { defineEndpoint, type EndpointCall, type EndpointDeclaration } from '../_endpoint.ts'
import { acceptsHtml } from '../_pages/accepts-html.ts'
import { renderPageError } from '../_pages/family.ts'
import { PAGE_HEADERS } from '../_pages/page.ts'
import type { Services } from '../_services.ts'
import { V11_ERRORS } from '../1.1/_errors.ts'
import { v11Family } from '../1.1/_family.ts'

/** A call of a public page. */
export type NetworkCall<Spec extends ParamSpec = ParamSpec> = EndpointCall<'none', Spec>

type NetworkDeclaration<Spec extends ParamSpec> = Pick<
  EndpointDeclaration<'none', Spec, never, never>,
  'paths' | 'summary' | 'params' | 'handle'
> & { readonly answers?: readonly SuccessResponse[] }

/** Declares a public page. */
export function networkEndpoint<Spec extends ParamSpec>(
  declaration: NetworkDeclaration<Spec>,
): Endpoint<Caller, Services> {
  return defineEndpoint({
    method: 'GET',
    auth: ['none'],
    writes: false,
    window: undefined,
    answers: [{ type: 'text/html' }],
    ...declaration,
    // For clients that accept no HTML.
    errors: [V11_ERRORS.pageDoesNotExist],
    async handle(call) {
      if (!acceptsHtml(call.header('accept'))) throw new EdgeError('unknown-path', 'no HTML is accepted')
      return declaration.handle(call)
    },
  })
}

export function networkFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  const { headers, renderError, description, windowBy } = v11Family([])
  return {
    name: 'network',
    owns: isNetworkPath,
    endpoints,
    headers: {},
    windowBy,
    renderError: (error, call) =>
      inOneOf({ error, isForApi: isOfApi(error) }, headers, () => renderError(error, call)),
    description: {
      ...description,
      text: 'Public pages of the network, with the setting `public_pages`; for clients that accept text/html.',
    },
  }
}

/** Errors before the handler may be of clients of the API, which never see a page. */
function isOfApi(error: unknown): boolean {
  const isMalformed = error instanceof Error && error.name === 'MalformedEncoding'
  return isMalformed || error instanceof EdgeError || error instanceof BadParameter
}

function inOneOf(
  { error, isForApi }: { readonly error: unknown; readonly isForApi: boolean },
  apiHeaders: Readonly<Record<string, string>>,
  ofApi: () => Answer,
): Answer {
  const answer = isForApi ? ofApi() : renderPageError(error)
  return { ...answer, headers: { ...(isForApi ? apiHeaders : PAGE_HEADERS), ...answer.headers } }
}

const BELOW =
  /^\/(?:([A-Za-z0-9_]+)(?:\/(?:with_replies|status\/[^/]*))?|hashtag\/[^/]*|search|i\/web\/status\/[^/]*|robots\.txt)$/

function isNetworkPath(path: string): boolean {
  const found = BELOW.exec(path)
  return found !== null && (found[1] === undefined || SCREEN_NAME_PATTERN.test(found[1]))
}
