/** GET settings/account: profile, password and leaving (spec/pages.md#settings). */
import { optionalText } from '../../http/params.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { visitorOf } from '../_pages/visitor.ts'
import { ACCOUNT_PATH, accountPage } from './_account-page.ts'
import { signInPage } from './_sign-in-page.ts'

export const settingsAccount = pageEndpoint({
  method: 'GET',
  paths: [ACCOUNT_PATH],
  summary: 'The page on which a member changes profile, pictures, e-mail address and password, or leaves.',
  params: { saved: optionalText('`true` after a saved change, which the page then confirms.') },
  async handle(call) {
    const { user, ...visitor } = await visitorOf(call.services, call)
    if (user === undefined) return signInPage(call, { ...visitor, user })
    const done = call.params.saved === 'true' ? 'Saved.' : undefined
    return accountPage(call.services, { ...visitor, user }, { done })
  },
})
