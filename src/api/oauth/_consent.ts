/**
 * The page on which a user lets an app act, or not, and the steps behind it: what /oauth/authorize and
 * /oauth/authenticate have in common (spec/common.md section 6, console.md section 1 "Authorize page").
 */
import { demandUser } from '../../domain/accounts/user.ts'
import { type App, demandApp } from '../../domain/apps/app.ts'
import { callbackWith, OUT_OF_BAND } from '../../domain/apps/callbacks.ts'
import {
  approveRequestToken,
  dropRequestToken,
  findRequestToken,
  type RequestToken,
} from '../../domain/apps/request-tokens.ts'
import { hasLiveToken } from '../../domain/apps/tokens.ts'
import type { Answer } from '../../http/endpoint.ts'
import { boolean, optionalText } from '../../http/params.ts'
import { PageError } from '../_pages/_errors.ts'
import type { PageCall } from '../_pages/family.ts'
import { demandOwnForm, FORM_TOKEN_FIELD, formTokenField } from '../_pages/form-token.ts'
import { type Html, html } from '../_pages/html.ts'
import { pageAnswer, redirectAnswer } from '../_pages/page.ts'
import {
  SIGN_IN_PARAMS,
  SignInRefused,
  signIn,
  signInFields,
  triesToSignIn,
  typedLogin,
} from '../_pages/sign-in.ts'
import { type Visitor, visitorOf } from '../_pages/visitor.ts'
import { permissionsList } from './_permissions.ts'

/** Which of the two it is. */
export type ConsentPath = '/oauth/authorize' | '/oauth/authenticate'

export const ASK_PARAMS = {
  oauth_token: optionalText('The request token.'),
  force_login: boolean({ default: false, description: 'Whether to ask for the password again.' }),
  screen_name: optionalText('Screen name that the form begins with.'),
}

export const DECIDE_PARAMS = {
  ...ASK_PARAMS,
  ...SIGN_IN_PARAMS,
  [FORM_TOKEN_FIELD]: optionalText('Proof that the form is Aviary’s own.'),
  cancel: optionalText('Sent when the user refuses.'),
}

type AskCall = PageCall<typeof ASK_PARAMS>
type DecideCall = PageCall<typeof DECIDE_PARAMS>

/** What is to be decided. */
interface Matter {
  readonly requestToken: RequestToken
  readonly app: App
}

/** Shows the page; /oauth/authenticate sends back at once who lets the app act already. */
export async function ask(path: ConsentPath, call: AskCall): Promise<Answer> {
  const { services, params } = call
  const matter = await matterOf(call)
  const visitor = await visitorOf(services, call)
  const { user } = visitor
  const isSilent = path === '/oauth/authenticate' && !params.force_login
  if (isSilent && user !== undefined && matter.requestToken.callback !== OUT_OF_BAND) {
    const { appId, permissions } = matter.requestToken
    const isGranted = await hasLiveToken(services.store, { appId, userId: user.id, permissions })
    if (isGranted) return approve(call, matter, visitor, user.id)
  }
  return consentPage(path, call, matter, visitor, params.screen_name ?? '')
}

/** Does what the user decided. */
export async function decide(path: ConsentPath, call: DecideCall): Promise<Answer> {
  const { services, params } = call
  const matter = await matterOf(call)
  let visitor = await visitorOf(services, call)
  demandOwnForm(services, call, visitor, actOf(matter), params[FORM_TOKEN_FIELD])
  if (params.cancel !== undefined) return refuse(call, matter, visitor)
  if (visitor.user === undefined || params.force_login || triesToSignIn(params)) {
    try {
      visitor = await signIn(services, call, visitor, params)
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      return consentPage(path, call, matter, visitor, typedLogin(params), error)
    }
  }
  if (visitor.user === undefined) throw new PageError('invalidRequestToken')
  return approve(call, matter, visitor, visitor.user.id)
}

async function matterOf({ services, params }: AskCall): Promise<Matter> {
  if (params.oauth_token === undefined) {
    throw new PageError('noRequestToken')
  }
  const requestToken = await findRequestToken(services, params.oauth_token)
  if (requestToken === undefined || requestToken.userId !== null) throw new PageError('invalidRequestToken')
  const app = await demandApp(services.store, requestToken.appId)
  if (app.suspendedAt !== null) {
    throw new PageError('suspendedApp')
  }
  return { requestToken, app }
}

function actOf({ requestToken }: Matter): string {
  return `authorize:${requestToken.token}`
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
  return redirectAnswer(
    callbackWith(callback, { oauth_token: token, oauth_verifier: verifier }),
    visitor.headers,
  )
}

async function refuse(
  { services }: AskCall,
  { requestToken, app }: Matter,
  visitor: Visitor,
): Promise<Answer> {
  const { token, callback } = requestToken
  await dropRequestToken(services, token)
  if (callback !== OUT_OF_BAND)
    return redirectAnswer(callbackWith(callback, { denied: token }), visitor.headers)
  const main = html`<p>${nameOf(app)} may do nothing on your behalf. You can close this page.</p>`
  return pageAnswer(200, { title: 'You have refused', main }, visitor.headers)
}

function pinPage(app: App, pin: string, visitor: Visitor): Answer {
  const main = html`<p>Enter this PIN in ${nameOf(app)} to go on:</p>
<p><kbd><code class="pin">${pin}</code></kbd></p>
<p class="quiet">It is good for fifteen minutes at most and for one use. Give it to nobody else.</p>`
  return pageAnswer(200, { title: 'One more step', main }, visitor.headers)
}

async function consentPage(
  path: ConsentPath,
  { services, params }: AskCall,
  matter: Matter,
  visitor: Visitor,
  login: string,
  refused?: SignInRefused,
): Promise<Answer> {
  const { app, requestToken } = matter
  const owner = await demandUser(services.store, { id: app.ownerId })
  const isKnown = visitor.user !== undefined && !params.force_login && refused === undefined
  const who = isKnown
    ? signedInAs(visitor.user?.screenName ?? '', `${path}?${againQuery(requestToken.token)}`)
    : signInFields(login, refused)
  const main = html`<p><strong>${nameOf(app)}</strong> by @${owner.screenName} asks to act for you.</p>
${permissionsList(requestToken.permissions)}
<form method="post" action="${path}">
${formTokenField(services, visitor, actOf(matter))}
<input type="hidden" name="oauth_token" value="${requestToken.token}">
${params.force_login && html`<input type="hidden" name="force_login" value="true">`}
${who}
<div class="actions">
<button class="main" name="allow" value="true">${path === '/oauth/authorize' ? 'Authorize app' : 'Sign in'}</button>
<button name="cancel" value="true" formnovalidate>Cancel</button>
</div>
</form>
<p class="quiet">${whereTo(requestToken.callback)} You can take this back at any time under
<a href="/settings/connections">connected apps</a>.</p>`
  const page = { ...headingOf(path, app), main, ...targetOf(requestToken.callback) }
  return pageAnswer(refused?.entry.status ?? 200, page, { ...visitor.headers, ...refused?.headers })
}

function headingOf(path: ConsentPath, app: App): { title: string; heading: Html } {
  return path === '/oauth/authorize'
    ? { title: `Authorize ${app.name}`, heading: html`Let ${nameOf(app)} use your account?` }
    : { title: `Sign in to ${app.name}`, heading: html`Sign in to ${nameOf(app)}?` }
}

/** Isolated: the letters of a name may run from right to left, the sentence around it may not. */
function nameOf({ name }: App): Html {
  return html`<bdi>${name}</bdi>`
}

function againQuery(token: string): string {
  return new URLSearchParams({ oauth_token: token, force_login: 'true' }).toString()
}

function signedInAs(screenName: string, otherwise: string): Html {
  return html`<p>You are signed in as <strong>@${screenName}</strong>.
<a href="${otherwise}">Use another account</a></p>`
}

function whereTo(callback: string): string {
  if (callback === OUT_OF_BAND) return 'You will be shown a PIN for the app.'
  const { host, protocol } = new URL(callback)
  return `You will be sent back to ${host === '' ? protocol : host}.`
}

function targetOf(callback: string): { formTarget?: string } {
  return callback === OUT_OF_BAND ? {} : { formTarget: new URL(callback).protocol }
}
