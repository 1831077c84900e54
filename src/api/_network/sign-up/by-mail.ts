/** The steps of a sign-up with a link in an e-mail (spec/pages.md#mails-about-sign-ups). */
import {
  confirmSignUp,
  openSignUpToken,
  requestSignUpMail,
} from '../../../domain/accounts/sign-up/by-mail.ts'
import type { SignUpInput } from '../../../domain/accounts/sign-up/sign-up.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { Refusal } from '../../../domain/context.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { html } from '../../../text/html.ts'
import { PageError } from '../../_pages/_errors.ts'
import { formTokenField } from '../../_pages/form-token.ts'
import type { Services } from '../../_services.ts'
import { networkAnswer } from '../page.ts'
import { SIGN_UP_ACT, type SignUpPage } from './form.ts'
import { requireSignUpMailLeft } from './rules.ts'

/** True if a sign-up needs a link in an e-mail. */
export function isByMail({ signUp, sendsMail }: Pick<Services, 'signUp' | 'sendsMail'>): boolean {
  return signUp === 'open' && sendsMail
}

/** Sends the e-mail. The response is the same for an e-mail address in use. */
export async function mailedAnswer({ services, outer }: SignUpPage, input: SignUpInput): Promise<Answer> {
  await requireSignUpMailLeft(services, input.email)
  await requestSignUpMail(services, input)
  const main = html`<div class="card"><p>A mail is on its way to the address that you typed. The link in it creates your account once, within a day.</p>
<p class="quiet">No mail after a few minutes? Look among the unwanted mails, or ask the operator of this server.</p></div>`
  return networkAnswer(200, { services, outer }, { title: 'Look at your mail', main })
}

/** The page behind the link. @throws {PageError} `badSignUpLink` */
export function confirmAnswer({ services, outer, visitor }: SignUpPage, token: string): Answer {
  const linked = openSignUpToken(services, token)
  if (linked === undefined) throw new PageError('badSignUpLink')
  const main = html`<form class="card write" method="post" action="/signup">
${formTokenField(services, visitor, SIGN_UP_ACT)}
<input type="hidden" name="token" value="${token}">
<p>Your user name is <strong>@${linked.screenName}</strong>.</p>
<div class="actions"><button class="main">Create the account</button></div>
</form>`
  const answer = networkAnswer(200, { services, outer }, { title: 'Finish your sign-up', main })
  return { ...answer, headers: { ...answer.headers, ...visitor.headers } }
}

/**
 * Creates the user whose name and e-mail address the token of a link contains.
 * @throws {PageError} `badSignUpLink`
 * @throws {Refusal} `screen-name-taken`
 */
export async function confirmedUser(services: Services, token: string): Promise<User> {
  const linked = openSignUpToken(services, token)
  if (linked === undefined) throw new PageError('badSignUpLink')
  try {
    return await confirmSignUp(services, linked)
  } catch (error) {
    // The person has shown that the address is theirs, so the error may reveal that the address is in use.
    if (error instanceof Refusal && error.reason === 'email-taken') throw new PageError('badSignUpLink')
    throw error
  }
}
