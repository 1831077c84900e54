/** POST settings/sign_out: ends the session. */
import { optionalText } from '../../http/params.ts'
import { pageEndpoint, SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { signOut, visitorOf } from '../_pages/visitor.ts'
import { SIGN_IN_PATH } from './_sign-in-page.ts'
import { SIGN_OUT_ACT, SIGN_OUT_PATH } from './_sign-out-form.ts'

export const settingsSignOut = pageEndpoint({
  method: 'POST',
  paths: [SIGN_OUT_PATH],
  summary: 'Ends the session.',
  params: { [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.') },
  answers: [SENDS_ON],
  async handle(call) {
    const { services, params } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, SIGN_OUT_ACT, params[FORM_TOKEN_FIELD])
    const { headers } = await signOut(services, call, visitor)
    return redirectAnswer(SIGN_IN_PATH, headers)
  },
})
