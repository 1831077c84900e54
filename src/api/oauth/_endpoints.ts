/** The list of OAuth endpoints: steps that apps sign, and pages that users see. */
import { oauthAccessToken, oauthAccessTokenByGet } from './access_token.ts'
import { oauthAuthenticate, oauthAuthenticateDecision } from './authenticate.ts'
import { oauthAuthorize, oauthAuthorizeDecision } from './authorize.ts'
import { oauthRequestToken, oauthRequestTokenByGet } from './request_token.ts'

export const OAUTH_LEGS = [oauthRequestToken, oauthRequestTokenByGet, oauthAccessToken, oauthAccessTokenByGet]

export const OAUTH_PAGES = [
  oauthAuthorize,
  oauthAuthorizeDecision,
  oauthAuthenticate,
  oauthAuthenticateDecision,
]
