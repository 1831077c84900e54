/** POST settings/sign_out_everywhere: ends all sessions of a member (spec/pages.md#settings). */
import { endSessionsOf } from '../../domain/accounts/passwords/change-password.ts'
import { optionalText } from '../../http/params.ts'
import { pageEndpoint, SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import { signOut } from '../_pages/visitor.ts'
import { accountOwner } from './_account-page.ts'
import { SIGN_IN_PATH } from './_sign-in-page.ts'
import { SIGN_OUT_EVERYWHERE_ACT, SIGN_OUT_EVERYWHERE_PATH } from './_sign-out-form.ts'

export const settingsSignOutEverywhere = pageEndpoint({
  method: 'POST',
  paths: [SIGN_OUT_EVERYWHERE_PATH],
  summary: 'Ends all sessions of a member.',
  params: { [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.') },
  answers: [SENDS_ON],
  async handle(call) {
    const visitor = await accountOwner(call, SIGN_OUT_EVERYWHERE_ACT)
    await endSessionsOf(call.services, visitor.user.id)
    const { headers } = await signOut(call.services, call, visitor)
    return redirectAnswer(SIGN_IN_PATH, headers)
  },
})
