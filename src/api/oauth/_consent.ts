/**
 * The handlers of oauth/authorize and oauth/authenticate (spec/oauth.md#authorize). The two endpoints differ
 * only in details.
 */
import { requireUser } from '../../domain/accounts/user.ts'
import { findApp } from '../../domain/apps/app.ts'
import { callbackWith, OUT_OF_BAND } from '../../domain/apps/callbacks.ts'
import { approveRequestToken, dropRequestToken, findRequestToken } from '../../domain/apps/request-tokens.ts'
import { maySignInAgain } from '../../domain/apps/sign-in.ts'
import type { Answer } from '../../http/endpoint.ts'
import { boolean, optionalText } from '../../http/params.ts'
import { must } from '../../lib/assert.ts'
import { PageError } from '../_pages/_errors.ts'
import type { PageCall } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { SIGN_IN_PARAMS, SignInRefused, signedInByForm, typedLogin } from '../_pages/sign-in.ts'
import { type Visitor, visitorOf } from '../_pages/visitor.ts'
import {
  type ConsentPath,
  consentAct,
  type Matter,
  matterPage,
  pinPage,
  refusedPage,
} from './_consent-page.ts'

export const ASK_PARAMS = {
  oauth_token: optionalText('The request token.'),
  force_login: boolean({ default: false, description: 'Ask for the password again.' }),
  screen_name: optionalText('Initial screen name in the form.'),
}

export const DECIDE_PARAMS = {
  ...ASK_PARAMS,
  ...SIGN_IN_PARAMS,
  [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  cancel: optionalText('Sent when the user refuses.'),
}

type AskCall = PageCall<typeof ASK_PARAMS>
type DecideCall = PageCall<typeof DECIDE_PARAMS>

/** Shows the page. /oauth/authenticate immediately redirects a user who has already authorized the app. */
export async function ask(path: ConsentPath, call: AskCall): Promise<Answer> {
  const { services, params } = call
  const matter = await matterOf(call)
  const visitor = await visitorOf(services, call)
  if (path === '/oauth/authenticate' && !params.force_login) {
    const userId = await grantedBy(call, matter, visitor)
    if (userId !== undefined) return approve(call, matter, visitor, userId)
  }
  const form = { forceLogin: params.force_login, login: params.screen_name ?? '', refused: undefined }
  return matterPage(services, path, matter, visitor, form)
}

/** Approves or denies the request, as the user has decided. */
export async function decide(path: ConsentPath, call: DecideCall): Promise<Answer> {
  const { services, params } = call
  const matter = await matterOf(call)
  const before = await visitorOf(services, call)
  requireOwnForm(services, call, before, consentAct(matter), params[FORM_TOKEN_FIELD])
  if (params.cancel !== undefined) return refuse(call, matter, before)
  const visitor = await signedInByForm(services, call, before, params)
  if (visitor instanceof SignInRefused) {
    const form = { forceLogin: params.force_login, login: typedLogin(params), refused: visitor }
    return matterPage(services, path, matter, before, form)
  }
  return approve(call, matter, visitor, must(visitor.user, 'the signed-in user').id)
}

async function matterOf({ services, params }: AskCall): Promise<Matter> {
  const { store } = services
  if (params.oauth_token === undefined) throw new PageError('noRequestToken')
  const requestToken = await findRequestToken(services, params.oauth_token)
  if (requestToken === undefined || requestToken.userId !== null) throw new PageError('invalidRequestToken')
  const app = await findApp(store, requestToken.appId)
  if (app === undefined) throw new PageError('invalidRequestToken')
  if (app.suspendedAt !== null) throw new PageError('suspendedApp')
  const { screenName: owner } = await requireUser(store, { id: app.ownerId })
  return { requestToken, app, owner }
}

/** The signed-in user, if the user has already granted this permission level to the app and there is a callback URL. */
async function grantedBy(
  { services }: AskCall,
  { requestToken }: Matter,
  { user }: Visitor,
): Promise<bigint | undefined> {
  const { appId, callback, permissions } = requestToken
  if (user === undefined || callback === OUT_OF_BAND) return undefined
  return (await maySignInAgain(services.store, { appId, userId: user.id, permissions })) ? user.id : undefined
}

async function approve(
  { services }: AskCall,
  { requestToken, app }: Matter,
  visitor: Visitor,
  userId: bigint,
): Promise<Answer> {
  const { token, callback } = requestToken
  const verifier = await approveRequestToken(services, token, userId)
  if (callback === OUT_OF_BAND) return pinPage(app, verifier, visitor)
  const location = callbackWith(callback, { oauth_token: token, oauth_verifier: verifier })
  return redirectAnswer(location, visitor.headers)
}

async function refuse(
  { services }: AskCall,
  { requestToken, app }: Matter,
  visitor: Visitor,
): Promise<Answer> {
  const { token, callback } = requestToken
  await dropRequestToken(services, token)
  if (callback === OUT_OF_BAND) return refusedPage(app, visitor)
  return redirectAnswer(callbackWith(callback, { denied: token }), visitor.headers)
}
