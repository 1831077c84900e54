/** The form of a new user, with the reason of a refusal (spec/pages.md#sign-up). */
import type { Answer } from '../../../http/endpoint.ts'
import { optionalText, type ParamValues } from '../../../http/params.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import { html } from '../../../text/html.ts'
import { formTokenField } from '../../_pages/form-token.ts'
import type { Visitor } from '../../_pages/visitor.ts'
import type { Services } from '../../_services.ts'
import { networkAnswer } from '../page.ts'

/** The action for which the form token is valid. */
export const SIGN_UP_ACT = 'sign-up'

export const NEW_USER_FIELDS = {
  screen_name: optionalText('1 to 15 letters, digits and underscores.'),
  name: optionalText('1 to 50 characters; the screen name when left out.'),
  email: optionalText('E-mail address to sign in with.'),
  password: optionalText('At least 8 characters.'),
}

export interface SignUpPage {
  readonly services: Services
  readonly outer: RequestOrigin
  readonly visitor: Visitor
  readonly invitation: string | undefined
  /** The values of a refused form, without passwords. */
  readonly typed?: Partial<ParamValues<typeof NEW_USER_FIELDS>>
  readonly refused?: string
}

export function signUpAnswer({
  services,
  outer,
  visitor,
  invitation,
  typed = {},
  refused,
}: SignUpPage): Answer {
  const isAgain = refused !== undefined
  const main = html`<form class="card write" method="post" action="/signup">
${isAgain && html`<p class="alert" role="alert">${refused}</p>`}
${formTokenField(services, visitor, SIGN_UP_ACT)}
${invitation !== undefined && html`<input type="hidden" name="invitation" value="${invitation}">`}
<label for="screen_name">User name</label>
<input id="screen_name" name="screen_name" maxlength="15" pattern="[A-Za-z0-9_]{1,15}" value="${typed.screen_name ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required aria-describedby="about-name">
<p class="quiet" id="about-name">Letters, digits and underscores. Your page has this address.</p>
<label for="name">Name</label>
<input id="name" name="name" maxlength="50" value="${typed.name ?? ''}" autocomplete="name">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" maxlength="254" value="${typed.email ?? ''}" autocomplete="email" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" minlength="8" autocomplete="new-password" required aria-describedby="about-password">
<p class="quiet" id="about-password">At least 8 characters.</p>
<div class="actions"><button class="main">${services.signUp === 'approval' ? 'Ask to join' : 'Sign up'}</button></div>
</form>
<p class="quiet">You have an account? <a href="/login">Sign in</a></p>`
  const answer = networkAnswer(isAgain ? 403 : 200, { services, outer }, { title: 'Sign up', main })
  return { ...answer, headers: { ...answer.headers, ...visitor.headers } }
}
