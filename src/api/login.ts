/** GET /login: redirects to the page on which a user signs in (spec/pages.md#members). */
import { networkEndpoint } from './_network/family.ts'
import { SENDS_ON } from './_pages/family.ts'
import { PAGE_HEADERS, redirectAnswer } from './_pages/page.ts'

export const loginPage = networkEndpoint({
  paths: ['/login'],
  summary: 'Redirects a browser to the sign-in page.',
  params: {},
  answers: [SENDS_ON],
  handle: async () => redirectAnswer('/settings/sign_in', PAGE_HEADERS),
})
