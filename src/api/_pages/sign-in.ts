/** Signs in on a page: the form, and the check of its values. */
import { openSession } from '../../domain/accounts/sessions.ts'
import { canonicalLogin, findUserByPassword } from '../../domain/accounts/sign-in.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import { optionalText } from '../../http/params.ts'
import { type Html, html } from '../../text/html.ts'
import { TooManyTries } from '../_password-checks.ts'
import type { Services } from '../_services.ts'
import { PageError } from './_errors.ts'
import { signedIn, type Visit, type Visitor } from './visitor.ts'

/** Names of the fields. They must not change, because public clients fill in the form. */
const LOGIN_FIELD = 'session[username_or_email]'
const PASSWORD_FIELD = 'session[password]'

/** The parameters of a page with the form. */
export const SIGN_IN_PARAMS = {
  [LOGIN_FIELD]: optionalText('Screen name or e-mail address.'),
  [PASSWORD_FIELD]: optionalText('Password.'),
}

export interface SignInValues {
  readonly [LOGIN_FIELD]: string | undefined
  readonly [PASSWORD_FIELD]: string | undefined
}

/** Thrown when the sign-in failed; the page shows the form again with the reason. */
export class SignInRefused extends PageError {}

/** The fields of the form, with the sent name and the reason of a failed attempt. */
export function signInFields(login: string, refused: SignInRefused | undefined): Html {
  const isAgain = refused !== undefined
  const alert = isAgain && html`<p class="alert" role="alert" id="refused">${refused.entry.advice}</p>`
  const described = isAgain && html` aria-invalid="true" aria-describedby="refused"`
  // The password field has the focus only after a failed attempt. Otherwise the page would scroll past the text
  // above the form.
  const focus = isAgain && html` autofocus`
  return html`${alert}
<label for="login">Screen name or e-mail address</label>
<input id="login" name="${LOGIN_FIELD}" value="${login}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required${described}>
<label for="password">Password</label>
<input id="password" name="${PASSWORD_FIELD}" type="password" autocomplete="current-password" required${described}${focus}>`
}

/** The sent name, which the form shows again. A password is never shown again. */
export function typedLogin(values: SignInValues): string {
  return values[LOGIN_FIELD] ?? ''
}

/** True when the form contains a sign-in attempt. */
export function triesToSignIn(values: SignInValues): boolean {
  return values[LOGIN_FIELD] !== undefined || values[PASSWORD_FIELD] !== undefined
}

/**
 * Signs in with the sent values, and opens a new session.
 * @throws {SignInRefused} `wrongPassword`, also for an unknown name, which takes the same time; `tooManyTries`;
 * `accountClosed`, only with the correct password
 * @throws {SemaphoreFull} when too many sign-ins are waiting
 */
export async function signIn(
  services: Services,
  visit: Visit,
  visitor: Visitor,
  values: SignInValues,
): Promise<Visitor> {
  const login = canonicalLogin(typedLogin(values))
  const attempt = { door: 'page', login, address: visit.outer.address } as const
  const user = await services.passwordChecks
    .check(attempt, () => findUserByPassword(services.store, login, values[PASSWORD_FIELD] ?? ''))
    .catch((error: unknown) => {
      throw error instanceof TooManyTries ? tooManyTries(error) : error
    })
  if (user === undefined) throw new SignInRefused('wrongPassword')
  if (isHidden(user)) throw new SignInRefused('accountClosed')
  return signedIn(visit, await openSession(services, user.id, visitor.id), user)
}

/**
 * The visitor who sends a form with a decision. The form also signs in the visitor if there is no session, if
 * `force_login` is set, or if it has sign-in values.
 * @returns the reason of a failed sign-in
 */
export async function signedInByForm(
  services: Services,
  visit: Visit,
  visitor: Visitor,
  values: SignInValues & { readonly force_login: boolean },
): Promise<Visitor | SignInRefused> {
  if (visitor.user !== undefined && !values.force_login && !triesToSignIn(values)) return visitor
  try {
    return await signIn(services, visit, visitor, values)
  } catch (error) {
    if (error instanceof SignInRefused) return error
    throw error
  }
}

function tooManyTries({ retryAfter }: TooManyTries): SignInRefused {
  return new SignInRefused('tooManyTries', { 'retry-after': String(retryAfter) })
}
