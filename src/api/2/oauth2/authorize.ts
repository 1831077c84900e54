/** GET and POST /2/oauth2/authorize: a user grants or denies access to a client (spec/oauth2.md#authorization). */
import { authorizeDecision, authorizePage } from '../../_oauth2/authorize.ts'

const PATH = '/2/oauth2/authorize'

export const v2Authorize = authorizePage(PATH)
export const v2AuthorizeDecision = authorizeDecision(PATH)
