/**
 * Pages of oauth/authorize and oauth/authenticate (spec/console.md#authorize-page).
 */
import type { App } from '../../domain/apps/app.ts'
import { OUT_OF_BAND } from '../../domain/apps/callbacks.ts'
import type { RequestToken } from '../../domain/apps/request-tokens.ts'
import type { Context } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { type ConsentForm, consentPage, nameOf } from '../_pages/consent.ts'
import { pageAnswer } from '../_pages/page.ts'
import type { Visitor } from '../_pages/visitor.ts'
import { permissionsList } from './_permissions.ts'

/** The path of the page: `authorize` or `authenticate`. */
export type ConsentPath = '/oauth/authorize' | '/oauth/authenticate'

/** The request about which the user decides. */
export interface Matter {
  readonly requestToken: RequestToken
  readonly app: App
  /** Screen name of the app's owner. */
  readonly owner: string
}

/** The action for which the form token is valid. */
export function consentAct({ requestToken }: Matter): string {
  return `authorize:${requestToken.token}`
}

/** The page on which the user decides. */
export function matterPage(
  context: Context,
  path: ConsentPath,
  matter: Matter,
  visitor: Visitor,
  form: ConsentForm,
): Promise<Answer> {
  const { app, owner, requestToken } = matter
  const consent = {
    path,
    ...headingOf(path, app),
    app,
    owner,
    actions: permissionsList(requestToken.permissions),
    act: consentAct(matter),
    parameters: { oauth_token: requestToken.token },
    approval: path === '/oauth/authorize' ? 'Authorize app' : 'Sign in',
    target: requestToken.callback === OUT_OF_BAND ? undefined : requestToken.callback,
  }
  return consentPage(context, consent, visitor, form)
}

/** The page after an approval, for an app without a callback URL. It shows the PIN. */
export function pinPage(app: App, pin: string, visitor: Visitor): Answer {
  const main = html`<p>Enter this PIN in ${nameOf(app)} to go on:</p>
<p><kbd><code class="pin">${pin}</code></kbd></p>
<p class="quiet">It is good for fifteen minutes at most and for one use. Give it to nobody else.</p>`
  return pageAnswer(200, { title: 'One more step', main }, visitor.headers)
}

/** The page after a refusal, for an app without a callback URL. */
export function refusedPage(app: App, visitor: Visitor): Answer {
  const main = html`<p>${nameOf(app)} may do nothing on your behalf. You can close this page.</p>`
  return pageAnswer(200, { title: 'You have refused', main }, visitor.headers)
}

function headingOf(path: ConsentPath, app: App): { title: string; heading: Html } {
  return path === '/oauth/authorize'
    ? { title: `Authorize ${app.name}`, heading: html`Let ${nameOf(app)} use your account?` }
    : { title: `Sign in to ${app.name}`, heading: html`Sign in to ${nameOf(app)}?` }
}
