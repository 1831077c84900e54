/** POST settings/email: changes the e-mail address of a member (spec/pages.md#settings). */
import { changeEmail } from '../../domain/accounts/passwords/change-email.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { PageError } from '../_pages/_errors.ts'
import { pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { redirectAnswer } from '../_pages/page.ts'
import {
  accountOwner,
  accountPage,
  EMAIL_ACT,
  passwordFault,
  refusedBy,
  SAVED_PATH,
} from './_account-page.ts'

/** Maximum changes that a member may try in an hour, because a refusal tells that an address is known. */
const PER_HOUR = { limit: 10, seconds: 3_600 } as const

export const settingsEmail = pageEndpoint({
  method: 'POST',
  paths: ['/settings/email'],
  summary: 'Changes the e-mail address of a member and ends the password links of the member.',
  params: {
    email: optionalText('New e-mail address.'),
    current_password: optionalText('Current password.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  answers: SHOWS_OR_SENDS_ON,
  async handle(call) {
    const { services, params } = call
    const visitor = await accountOwner(call, EMAIL_ACT)
    const userId = visitor.user.id
    const email = (params.email ?? '').trim()
    const typed = { email }
    const fault = await passwordFault(services, call, visitor.user, params.current_password ?? '')
    if (fault !== undefined) return accountPage(services, visitor, { ...refusedBy(fault), typed })
    const { allowed } = await services.windows.take(`e-mail address ${userId}`, PER_HOUR)
    if (!allowed) throw new PageError('tooManyRequests')
    try {
      await changeEmail(services, { userId, email, sendsMail: services.sendsMail })
    } catch (error) {
      const isUnusable =
        error instanceof Refusal && (error.reason === 'email-invalid' || error.reason === 'email-taken')
      if (!isUnusable) throw error
      return accountPage(services, visitor, { ...refusedBy('badEmail'), typed })
    }
    return redirectAnswer(SAVED_PATH, visitor.headers)
  },
})
