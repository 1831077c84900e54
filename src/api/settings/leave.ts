/** POST settings/leave: a member leaves the network (spec/pages.md#settings). */

import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { endSessionsOf } from '../../domain/accounts/passwords/change-password.ts'
import { optionalText } from '../../http/params.ts'
import { html } from '../../text/html.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import { signOut } from '../_pages/visitor.ts'
import { accountOwner, accountPage, LEAVE_ACT, passwordFault, refusedBy } from './_account-page.ts'

export const settingsLeave = pageEndpoint({
  method: 'POST',
  paths: ['/settings/leave'],
  summary: 'Deactivates the account of a member, whose posts are deleted after 30 days.',
  params: {
    password: optionalText('Password.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params } = call
    const visitor = await accountOwner(call, LEAVE_ACT)
    const fault = await passwordFault(services, call, visitor.user, params.password ?? '')
    if (fault !== undefined) return accountPage(services, visitor, refusedBy(fault))
    const userId = visitor.user.id
    await changeUserState(services, { userId, action: 'deactivate', reason: 'left', isOwn: true })
    await endSessionsOf(services, userId)
    const { headers } = await signOut(services, call, visitor)
    const main = html`<p>Your profile and your posts are not shown any more. After 30 days they are deleted.</p>`
    return pageAnswer(200, { title: 'You have left', main }, headers)
  },
})
