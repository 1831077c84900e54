/** The family of HTML pages. Its error responses are also pages. */
import { Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import { isBlobFailure } from '../../blobs/store.ts'
import { isStoreFailure } from '../../db/errors.ts'
import { Refusal } from '../../domain/context.ts'
import {
  type Answer,
  documentedErrors,
  EdgeError,
  type EdgeReason,
  type Endpoint,
  type Family,
  type FamilyDescription,
  type SuccessResponse,
} from '../../http/endpoint.ts'
import { BadParameter, type ParamSpec } from '../../http/params.ts'
import { SemaphoreFull } from '../../lib/async/semaphore.ts'
import { isDiskFailure } from '../../lib/files/disk-failure.ts'
import { html } from '../../text/html.ts'
import { defineEndpoint, type EndpointCall, type EndpointDeclaration } from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import { PAGE_ERRORS, PageError, type PageErrorEntry, type PageErrorName } from './_errors.ts'
import { PAGE_HEADERS, pageAnswer } from './page.ts'

/** A call of a page. It has no API authentication; the cookie identifies the signed-in user. */
export type PageCall<Spec extends ParamSpec = ParamSpec> = EndpointCall<'none', Spec>

type PageDeclaration<Spec extends ParamSpec> = Pick<
  EndpointDeclaration<'none', Spec, never, never>,
  'method' | 'paths' | 'summary' | 'answers' | 'params' | 'handle'
>

/** Declares a page, or the target of a form. */
export function pageEndpoint<Spec extends ParamSpec>(
  declaration: PageDeclaration<Spec>,
): Endpoint<Caller, Services> {
  return defineEndpoint({ auth: ['none'], writes: false, window: undefined, ...declaration, errors: [] })
}

export function pageFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'pages',
    owns: (path) =>
      /^\/(oauth\/(authorize|authenticate)|(i|2)\/oauth2\/authorize|settings(\/.*)?|versioning)$/.test(path),
    endpoints,
    headers: PAGE_HEADERS,
    windowBy: 'token',
    renderError: renderPageError,
    description: PAGE_DESCRIPTION,
  }
}

/** Renders an error as a page. */
export function renderPageError(error: unknown): Answer {
  const { entry, headers } = asPageError(error)
  return errorPage(entry, headers)
}

function errorPage(
  { status, title, advice }: PageErrorEntry,
  headers?: Readonly<Record<string, string>>,
): Answer {
  return pageAnswer(status, { title, main: html`<p>${advice}</p>` }, headers)
}

/** Responses of forms, for the API document. */
export const SENDS_ON: SuccessResponse = { status: 303, description: 'URL to continue with, by GET.' }

/** Responses of pages that may redirect. */
export const SHOWS_OR_SENDS_ON: readonly SuccessResponse[] = [{ description: 'A page.' }, SENDS_ON]

/** The description of the family in the API document. */
export const PAGE_DESCRIPTION: FamilyDescription = {
  text: 'HTML pages and the targets of their forms. Errors are HTML pages too.',
  errorBody: Type.String(),
  renderEntry: ({ status, message }) => errorPage({ status, title: message, advice: '' }),
  errors: documentedErrors(PAGE_ERRORS, (name) => new PageError(name), 'without codes'),
}

const EDGE_ERRORS: Record<EdgeReason, PageErrorName> = {
  'unknown-path': 'unknownPage',
  'version-inactive': 'unknownPage',
  'endpoint-retired': 'unknownPage',
  'api-date-invalid': 'badApiDate',
  'bad-request': 'badRequest',
  'unacceptable-format': 'badRequest',
  'body-too-large': 'tooLarge',
  'request-timeout': 'tooSlow',
  'headers-too-large': 'headersTooLarge',
  'tls-required': 'insecure',
  'rate-limited': 'tooManyRequests',
  'over-capacity': 'overCapacity',
  'user-context-only': 'notAllowed',
  'app-context-only': 'notAllowed',
  'no-write-permission': 'notAllowed',
  'no-message-permission': 'notAllowed',
  'no-scope': 'notAllowed',
}

function asPageError(error: unknown): PageError {
  if (error instanceof PageError) return error
  if (error instanceof EdgeError) return new PageError(EDGE_ERRORS[error.reason])
  if (error instanceof Refusal && error.reason === 'token-not-found')
    return new PageError('invalidRequestToken')
  if (error instanceof Refusal && error.reason === 'app-suspended') return new PageError('suspendedApp')
  const isMalformed = error instanceof Error && error.name === 'MalformedEncoding'
  if (isMalformed || error instanceof BadParameter) return new PageError('badRequest')
  if (isStoreFailure(error) || isBlobFailure(error) || isDiskFailure(error) || error instanceof SemaphoreFull)
    return new PageError('overCapacity')
  return new PageError('internal')
}
