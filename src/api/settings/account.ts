/** GET settings/account: profile, password and leaving (spec/pages.md#settings). */
import { pageEndpoint } from '../_pages/family.ts'
import { visitorOf } from '../_pages/visitor.ts'
import { ACCOUNT_PATH, accountPage } from './_account-page.ts'
import { signInPage } from './_sign-in-page.ts'

export const settingsAccount = pageEndpoint({
  method: 'GET',
  paths: [ACCOUNT_PATH],
  summary: 'The page on which a member changes profile and password, or leaves.',
  params: {},
  async handle(call) {
    const { user, ...visitor } = await visitorOf(call.services, call)
    if (user === undefined) return signInPage(call, { ...visitor, user })
    return accountPage(call.services, { ...visitor, user })
  },
})
