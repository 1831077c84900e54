/** The list of pages of OAuth 2.0 at the address that clients open. */
import { oauth2Authorize, oauth2AuthorizeDecision } from './authorize.ts'

export const OAUTH2_PAGES = [oauth2Authorize, oauth2AuthorizeDecision]
