/** POST settings/password: changes the password of a member (spec/pages.md#settings). */
import { changePassword } from '../../domain/accounts/passwords/change-password.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { signedIn } from '../_pages/visitor.ts'
import { accountOwner, accountPage, PASSWORD_ACT, passwordFault, refusedBy } from './_account-page.ts'

export const settingsPassword = pageEndpoint({
  method: 'POST',
  paths: ['/settings/password'],
  summary: 'Changes the password of a member and ends all other sessions of the member.',
  params: {
    current_password: optionalText('Current password.'),
    password: optionalText('New password, at least 8 characters.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params } = call
    const visitor = await accountOwner(call, PASSWORD_ACT)
    const fault = await passwordFault(services, call, visitor.user, params.current_password ?? '')
    if (fault !== undefined) return accountPage(services, visitor, refusedBy(fault))
    try {
      await changePassword(services, { userId: visitor.user.id, password: params.password ?? '' })
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'password-too-short') throw error
      return accountPage(services, visitor, refusedBy('shortPassword'))
    }
    const id = await openSession(services, visitor.user.id, visitor.id)
    const done = { done: 'Your password is changed. All other sessions have ended.' }
    return accountPage(services, signedIn(call, id, visitor.user), done)
  },
})
