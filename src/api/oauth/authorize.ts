/** GET and POST oauth/authorize: a user grants or denies access to an app (spec/oauth.md#authorize). */
import { pageEndpoint, SHOWS_OR_SENDS_ON } from '../_pages/family.ts'
import { ASK_PARAMS, ask, DECIDE_PARAMS, decide } from './_consent.ts'

const PATH = '/oauth/authorize'

export const oauthAuthorize = pageEndpoint({
  method: 'GET',
  paths: [PATH],
  summary: 'The page on which a user authorizes an app.',
  params: ASK_PARAMS,
  handle: (call) => ask(PATH, call),
})

export const oauthAuthorizeDecision = pageEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Receives the form of the page.',
  params: DECIDE_PARAMS,
  answers: SHOWS_OR_SENDS_ON,
  handle: (call) => decide(PATH, call),
})
