/** The family of the API reference: public pages that load scripts from this server. */
import type { Caller } from '../../auth/caller.ts'
import type { Endpoint, Family } from '../../http/endpoint.ts'
import { defineEndpoint, type EndpointDeclaration } from '../_endpoint.ts'
import { PAGE_DESCRIPTION, renderPageError } from '../_pages/family.ts'
import type { Services } from '../_services.ts'

type ReferenceDeclaration = Pick<
  EndpointDeclaration<'none', Record<never, never>, never, never>,
  'method' | 'paths' | 'summary' | 'answers' | 'handle'
>

/** Declares a part of the reference: the document, the page, or a file that the page loads. */
export function referenceEndpoint(declaration: ReferenceDeclaration): Endpoint<Caller, Services> {
  return defineEndpoint({
    auth: ['none'],
    writes: false,
    window: undefined,
    params: {},
    errors: [],
    ...declaration,
  })
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
    description: { ...PAGE_DESCRIPTION, text: 'This document, and its reference page.' },
  }
}

/** Headers of the reference. The content security policy allows no files of other hosts and no inline scripts. */
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

/** Content type of the page's scripts. */
export const JAVASCRIPT = { 'content-type': 'text/javascript;charset=utf-8' }
