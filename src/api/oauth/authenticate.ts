/** GET and POST oauth/authenticate: like oauth/authorize, for repeated sign-ins to an app. */
import { pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { ASK_PARAMS, ask, DECIDE_PARAMS, decide } from './_consent.ts'

const PATH = '/oauth/authenticate'

export const oauthAuthenticate = pageEndpoint({
  method: 'GET',
  paths: [PATH],
  summary: 'Like oauth/authorize, but redirects immediately if the user has already authorized the app.',
  params: ASK_PARAMS,
  answers: SHOWS_OR_SENDS_ON,
  handle: (call) => ask(PATH, call),
})

export const oauthAuthenticateDecision = pageEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Receives the form of the page.',
  params: DECIDE_PARAMS,
  answers: SHOWS_OR_SENDS_ON,
  handle: (call) => decide(PATH, call),
})
