/**
 * Declares the page on which a user approves the scopes that a client requests, and its form
 * (spec/oauth2.md#authorization).
 */
import { callbackWith } from '../../domain/apps/callbacks.ts'
import { issueCode } from '../../domain/apps/oauth2/codes.ts'
import type { Answer } from '../../http/endpoint.ts'
import { boolean, optionalText } from '../../http/params.ts'
import { must } from '../../lib/assert.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import { type PageCall, pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { SIGN_IN_PARAMS, SignInRefused, signedInByForm, typedLogin } from '../_pages/sign-in.ts'
import { type Visitor, visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { actOf, showPage } from './authorization-page.ts'
import {
  AUTHORIZATION_PARAMS,
  type Authorization,
  errorLocation,
  readAuthorization,
} from './authorization-request.ts'

const ASK_PARAMS = {
  ...AUTHORIZATION_PARAMS,
  force_login: boolean({ default: false, description: 'Ask for the password again.' }),
}

const DECIDE_PARAMS = {
  ...ASK_PARAMS,
  ...SIGN_IN_PARAMS,
  [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  cancel: optionalText('Sent when the user refuses.'),
}

/** Declares the page at a path. */
export function authorizePage(path: string): ApiEndpoint {
  return pageEndpoint({
    method: 'GET',
    paths: [path],
    summary: 'The page on which a user authorizes an app by OAuth 2.0.',
    params: ASK_PARAMS,
    answers: SHOWS_OR_SENDS_ON,
    handle: (call) => ask(path, call),
  })
}

/** Declares the target of the page's form at a path. */
export function authorizeDecision(path: string): ApiEndpoint {
  return pageEndpoint({
    method: 'POST',
    paths: [path],
    summary: 'Receives the form of the page.',
    params: DECIDE_PARAMS,
    answers: SHOWS_OR_SENDS_ON,
    handle: (call) => decide(path, call),
  })
}

async function ask(path: string, call: PageCall<typeof ASK_PARAMS>): Promise<Answer> {
  const { services, sent, params } = call
  const request = await readAuthorization(services, sent)
  if ('location' in request) return redirectAnswer(request.location)
  const visitor = await visitorOf(services, call)
  const form = { forceLogin: params.force_login, login: '', refused: undefined }
  return showPage(services, path, request, visitor, form)
}

async function decide(path: string, call: PageCall<typeof DECIDE_PARAMS>): Promise<Answer> {
  const { services, sent, params } = call
  const request = await readAuthorization(services, sent)
  if ('location' in request) return redirectAnswer(request.location)
  const { redirectUri, state } = request
  const before = await visitorOf(services, call)
  requireOwnForm(services, call, before, actOf(request), params[FORM_TOKEN_FIELD])
  if (params.cancel !== undefined) {
    return redirectAnswer(errorLocation(redirectUri, 'access_denied', state), before.headers)
  }
  const visitor = await signedInByForm(services, call, before, params)
  if (visitor instanceof SignInRefused) {
    const form = { forceLogin: params.force_login, login: typedLogin(params), refused: visitor }
    return showPage(services, path, request, before, form)
  }
  return approve(services, request, visitor)
}

async function approve(services: Services, request: Authorization, visitor: Visitor): Promise<Answer> {
  const { app, redirectUri, scopes, state, challenge } = request
  const code = await issueCode(services, {
    appId: app.id,
    userId: must(visitor.user, 'the signed-in user').id,
    redirectUri,
    scope: scopes.join(' '),
    challenge,
  })
  const location = callbackWith(redirectUri, { ...(state === undefined ? {} : { state }), code })
  return redirectAnswer(location, visitor.headers)
}
