/**
 * The family of the public pages of the network (spec/pages.md#addresses). It also handles all paths that belong to
 * no other family. Its responses are pages for browsers. Other clients get the v1.1 response for unknown paths. If
 * the setting `public_pages` is off, browsers get that response too.
 */
import type { Caller } from '../../auth/caller.ts'
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
    // The error for clients that accept no HTML.
    errors: [V11_ERRORS.pageDoesNotExist],
    async handle(call) {
      if (!acceptsHtml(call.header('accept'))) throw new EdgeError('unknown-path', 'no HTML is accepted')
      return declaration.handle(call)
    },
  })
}

/** This family must be the last, because it accepts every path. */
export function networkFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  const { headers, renderError, description, windowBy } = v11Family([])
  return {
    name: 'network',
    owns: () => true,
    endpoints,
    headers: {},
    windowBy,
    renderError: (error, call) =>
      inOneOf({ error, isForApi: isOfApi(error, call.accept) }, headers, () => renderError(error, call)),
    description: {
      ...description,
      text: 'Public pages of the network, with the setting `public_pages`; for clients that accept text/html.',
    },
  }
}

/**
 * True if the error must have the format of the API. Clients of the API cause errors here by unknown paths, and by
 * requests that fail before the handler. Such clients must not get a page.
 */
function isOfApi(error: unknown, accept: string | undefined): boolean {
  const isMalformed = error instanceof Error && error.name === 'MalformedEncoding'
  const isOfBoth = isMalformed || error instanceof EdgeError || error instanceof BadParameter
  return isOfBoth && !acceptsHtml(accept)
}

function inOneOf(
  { error, isForApi }: { readonly error: unknown; readonly isForApi: boolean },
  apiHeaders: Readonly<Record<string, string>>,
  ofApi: () => Answer,
): Answer {
  const answer = isForApi ? ofApi() : renderPageError(error)
  return { ...answer, headers: { ...(isForApi ? apiHeaders : PAGE_HEADERS), ...answer.headers } }
}
