/** The list of OAuth 2.0 endpoints in API v2: the page on which users grant access, and the calls of clients. */
import { v2Authorize, v2AuthorizeDecision } from './authorize.ts'
import { v2Revoke } from './revoke.ts'
import { v2Token } from './token.ts'

export const V2_OAUTH2_PAGES = [v2Authorize, v2AuthorizeDecision]

export const V2_OAUTH2_CALLS = [v2Token, v2Revoke]
