/**
 * Pages of oauth/authorize and oauth/authenticate (spec/console.md#authorize-page).
 */
import type { App } from '../../domain/apps/app.ts'
import { OUT_OF_BAND } from '../../domain/apps/callbacks.ts'
import type { RequestToken } from '../../domain/apps/request-tokens.ts'
import type { Context } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { formTokenField } from '../_pages/form-token.ts'
import { type Html, html } from '../_pages/html.ts'
import { pageAnswer } from '../_pages/page.ts'
import { type SignInRefused, signInFields } from '../_pages/sign-in.ts'
import type { Visitor } from '../_pages/visitor.ts'
import { permissionsList } from './_permissions.ts'

/** Which of the two it is. */
export type ConsentPath = '/oauth/authorize' | '/oauth/authenticate'

/** The decision to make. */
export interface Matter {
  readonly requestToken: RequestToken
  readonly app: App
  /** Screen name of the app's owner. */
  readonly owner: string
}

export interface ConsentForm {
  /** True when a signed-in user must enter the password again. */
  readonly forceLogin: boolean
  /** Initial value of the name field. */
  readonly login: string
  /** Why what was typed before was not enough. */
  readonly refused: SignInRefused | undefined
}

/** Purpose of the form token. */
export function consentAct({ requestToken }: Matter): string {
  return `authorize:${requestToken.token}`
}

/** The page on which the user decides. */
export function consentPage(
  context: Context,
  path: ConsentPath,
  matter: Matter,
  visitor: Visitor,
  form: ConsentForm,
): Answer {
  const { app, owner, requestToken } = matter
  const { forceLogin, refused } = form
  const isKnown = visitor.user !== undefined && !forceLogin && refused === undefined
  const who = isKnown
    ? signedInAs(visitor.user?.screenName ?? '', `${path}?${againQuery(requestToken.token)}`)
    : signInFields(form.login, refused)
  const main = html`<p><strong>${nameOf(app)}</strong> by @${owner} asks to act for you.${homeLink(app)}</p>
${permissionsList(requestToken.permissions)}
<form method="post" action="${path}">
${formTokenField(context, visitor, consentAct(matter))}
<input type="hidden" name="oauth_token" value="${requestToken.token}">
${forceLogin && html`<input type="hidden" name="force_login" value="true">`}
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

/** The end of an approval out of band. */
export function pinPage(app: App, pin: string, visitor: Visitor): Answer {
  const main = html`<p>Enter this PIN in ${nameOf(app)} to go on:</p>
<p><kbd><code class="pin">${pin}</code></kbd></p>
<p class="quiet">It is good for fifteen minutes at most and for one use. Give it to nobody else.</p>`
  return pageAnswer(200, { title: 'One more step', main }, visitor.headers)
}

/** The end of a refusal out of band. */
export function refusedPage(app: App, visitor: Visitor): Answer {
  const main = html`<p>${nameOf(app)} may do nothing on your behalf. You can close this page.</p>`
  return pageAnswer(200, { title: 'You have refused', main }, visitor.headers)
}

function headingOf(path: ConsentPath, app: App): { title: string; heading: Html } {
  return path === '/oauth/authorize'
    ? { title: `Authorize ${app.name}`, heading: html`Let ${nameOf(app)} use your account?` }
    : { title: `Sign in to ${app.name}`, heading: html`Sign in to ${nameOf(app)}?` }
}

/** Names the address itself: a link by another name could claim to lead elsewhere. */
function homeLink({ url }: App): Html {
  return url === '' ? html`` : html` Its home page is <a href="${url}" rel="nofollow noreferrer">${url}</a>.`
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
