/** Lists the endpoints of the OAuth 2.0 page on which users authorize clients. */
import { oauth2Authorize, oauth2AuthorizeDecision } from './authorize.ts'

export const OAUTH2_PAGES = [oauth2Authorize, oauth2AuthorizeDecision]
