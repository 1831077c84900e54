/** The list of OAuth 2.0 endpoints below API v2: a page, and calls of clients. */
import { v2Authorize, v2AuthorizeDecision } from './authorize.ts'
import { v2Revoke } from './revoke.ts'
import { v2Token } from './token.ts'

export const V2_OAUTH2_PAGES = [v2Authorize, v2AuthorizeDecision]

export const V2_OAUTH2_CALLS = [v2Token, v2Revoke]
