/** GET and POST settings/sign_in: signs a user in to Aviary's own pages. */
import { optionalText } from '../../http/params.ts'
import { pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { SIGN_IN_PARAMS, SignInRefused, signIn, typedLogin } from '../_pages/sign-in.ts'
import { visitorOf } from '../_pages/visitor.ts'
import { CONNECTIONS_PATH, SIGN_IN_ACT, SIGN_IN_PATH, signInPage } from './_sign-in-page.ts'

export const settingsSignInPage = pageEndpoint({
  method: 'GET',
  paths: [SIGN_IN_PATH],
  summary: 'The page on which a user signs in.',
  params: {},
  answers: SHOWS_OR_SENDS_ON,
  async handle(call) {
    const visitor = await visitorOf(call.services, call)
    return visitor.user === undefined
      ? signInPage(call, visitor)
      : redirectAnswer(call.services.publicPages === 'off' ? CONNECTIONS_PATH : '/home', visitor.headers)
  },
})

export const settingsSignIn = pageEndpoint({
  method: 'POST',
  paths: [SIGN_IN_PATH],
  summary: 'Signs a user in.',
  params: { ...SIGN_IN_PARAMS, [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.') },
  answers: SHOWS_OR_SENDS_ON,
  async handle(call) {
    const { services, params } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, SIGN_IN_ACT, params[FORM_TOKEN_FIELD])
    try {
      const { headers } = await signIn(services, call, visitor, params)
      return redirectAnswer(services.publicPages === 'off' ? CONNECTIONS_PATH : '/home', headers)
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      return signInPage(call, visitor, typedLogin(params), error)
    }
  },
})
