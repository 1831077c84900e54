/** What makes the reference different: it asks nobody who they are, and its page runs scripts of its own. */
import type { Caller, Nobody } from '../../auth/caller.ts'
import type { Answer, Call, Endpoint, Family } from '../../http/endpoint.ts'
import { PAGE_DESCRIPTION, renderPageError } from '../_pages/family.ts'
import type { Services } from '../_services.ts'

/** A call of the reference. */
export type ReferenceCall = Call<Nobody, Services, Record<never, never>>

interface ReferenceDeclaration
  extends Pick<Endpoint<Caller, Services>, 'method' | 'paths' | 'summary' | 'answers'> {
  handle(call: ReferenceCall): Promise<Answer>
}

/** Declares a part of the reference: the document, the page, or a file that the page loads. */
export function referenceEndpoint(declaration: ReferenceDeclaration): Endpoint<Caller, Services> {
  // Everybody is let through as nobody, so the handler is given what it asks for.
  return {
    auth: ['none'],
    writes: false,
    window: undefined,
    params: {},
    errors: [],
    ...declaration,
  } as unknown as Endpoint<Caller, Services>
}

export function referenceFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'reference',
    owns: (path) => /^\/(docs(\/.*)?|openapi\.json)$/.test(path),
    endpoints,
    headers: REFERENCE_HEADERS,
    windowBy: 'token',
    renderError: (error) => {
      const answer = renderPageError(error)
      return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html;charset=utf-8' } }
    },
    description: { ...PAGE_DESCRIPTION, text: 'This document, and the page that shows it.' },
  }
}

/** Nothing comes from elsewhere, and nothing that is written inside the page runs. */
const REFERENCE_HEADERS = {
  'content-type': 'application/json;charset=utf-8',
  'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}

/** Of the scripts that the page loads. */
export const JAVASCRIPT = { 'content-type': 'text/javascript;charset=utf-8' }
