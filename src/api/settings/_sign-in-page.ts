/** The page on which users sign in to the pages of Aviary. */
import type { Answer } from '../../http/endpoint.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { html } from '../../text/html.ts'
import { formTokenField } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import { type SignInRefused, signInFields } from '../_pages/sign-in.ts'
import type { Visitor } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { consoleLink } from '../console/_compliance/stream-base.ts'

export const CONNECTIONS_PATH = '/settings/connections'
export const SIGN_IN_PATH = '/settings/sign_in'
export const FORGOT_PATH = '/settings/forgot_password'

/** The action for which the form token is valid. */
export const SIGN_IN_ACT = 'sign-in'

interface SignInCall {
  readonly services: Services
  readonly outer: RequestOrigin
}

/**
 * The page with the form.
 * @param login the name from a failed attempt, which the form shows again
 * @param refused the error of the failed attempt
 */
export function signInPage(
  { services, outer }: SignInCall,
  visitor: Visitor,
  login = '',
  refused?: SignInRefused | undefined,
): Answer {
  const main = html`<form method="post" action="${SIGN_IN_PATH}">
${formTokenField(services, visitor, SIGN_IN_ACT)}
${signInFields(login, refused)}
<div class="actions"><button class="main">Sign in</button></div>
</form>
<p class="quiet"><a href="${FORGOT_PATH}">Forgot your password?</a></p>
<p class="quiet">This is for people of the network. Developers sign in to the <a href="${consoleLink(services.consoleAddress, outer)}">console</a>.</p>`
  const headers = { ...visitor.headers, ...refused?.headers }
  return pageAnswer(refused?.entry.status ?? 200, { title: 'Sign in', main }, headers)
}
