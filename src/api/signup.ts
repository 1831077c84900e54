/** GET and POST /signup: a visitor signs up as a new user (spec/pages.md#sign-up). */
import { openSession } from '../domain/accounts/sessions.ts'
import { requestSignUp, type SignUpInput, signUp } from '../domain/accounts/sign-up/sign-up.ts'
import type { Answer } from '../http/endpoint.ts'
import { optionalText } from '../http/params.ts'
import { html } from '../text/html.ts'
import { networkEndpoint } from './_network/family.ts'
import { memberForm } from './_network/member-endpoint.ts'
import { networkAnswer } from './_network/page.ts'
import { confirmAnswer, confirmedUser, isByMail, mailedAnswer } from './_network/sign-up/by-mail.ts'
import { NEW_USER_FIELDS, SIGN_UP_ACT, type SignUpPage, signUpAnswer } from './_network/sign-up/form.ts'
import { refusedSignUp, requireOpen, requireSignUpLeft, requireTakenLeft } from './_network/sign-up/rules.ts'
import { SHOWS_OR_SENDS_ON } from './_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from './_pages/form-token.ts'
import { PAGE_HEADERS, redirectAnswer } from './_pages/page.ts'
import { signedIn, visitorOf } from './_pages/visitor.ts'

const INVITATION = optionalText('Token of an invitation.')
const TOKEN = optionalText('Token of the link in an e-mail.')

export const signUpPage = networkEndpoint({
  paths: ['/signup'],
  summary: 'The page on which a new user signs up, by the setting `sign_up`.',
  params: { invitation: INVITATION, token: TOKEN },
  answers: SHOWS_OR_SENDS_ON,
  async handle(call) {
    const { services, params, outer } = call
    const visitor = await visitorOf(services, call)
    if (visitor.user !== undefined) return redirectAnswer('/home', PAGE_HEADERS)
    await requireOpen(services, params.invitation)
    const page = { services, outer, visitor, invitation: params.invitation }
    return isByMail(services) && params.token !== undefined
      ? confirmAnswer(page, params.token)
      : signUpAnswer(page)
  },
})

export const signUpForm = memberForm({
  paths: ['/signup'],
  summary: 'Signs a new user up, or asks the operator for approval.',
  params: {
    ...NEW_USER_FIELDS,
    invitation: INVITATION,
    token: TOKEN,
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call): Promise<Answer> {
    const { services, params, outer } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, SIGN_UP_ACT, params[FORM_TOKEN_FIELD])
    await requireSignUpLeft(services, outer.address)
    await requireOpen(services, params.invitation)
    const { screen_name: screenName = '', name, email = '', password = '' } = params
    const input = { screenName, name: name === '' ? undefined : name, email: email.trim(), password }
    const page = { services, outer, visitor, invitation: params.invitation }
    const countRefused = await requireTakenLeft(services, outer.address)
    try {
      if (services.signUp === 'approval') return await waitingAnswer(page, input)
      if (isByMail(services) && params.token === undefined) return await mailedAnswer(page, input)
      const invitation = services.signUp === 'invitation' ? (params.invitation ?? '') : undefined
      const user = isByMail(services)
        ? await confirmedUser(services, params.token ?? '')
        : await signUp(services, input, invitation)
      const member = signedIn(call, await openSession(services, user.id, visitor.id), user)
      return redirectAnswer('/home', { ...PAGE_HEADERS, ...member.headers })
    } catch (error) {
      await countRefused(error)
      return signUpAnswer({ ...page, typed: params, refused: refusedSignUp(error) })
    }
  },
})

async function waitingAnswer({ services, outer }: SignUpPage, input: SignUpInput): Promise<Answer> {
  await requestSignUp(services, input, { getsMail: services.sendsMail })
  const main = html`<p class="card">The operator of this server decides about it. ${
    services.sendsMail
      ? 'A mail tells you the decision.'
      : html`After that you can <a href="/login">sign in</a>.`
  }</p>`
  return networkAnswer(200, { services, outer }, { title: 'Your sign-up waits for approval', main })
}
