/** GET and POST /i/oauth2/authorize: a user grants or denies access to a client (spec/oauth2.md#authorization). */
import { authorizeDecision, authorizePage } from '../../_oauth2/authorize.ts'

const PATH = '/i/oauth2/authorize'

export const oauth2Authorize = authorizePage(PATH)
export const oauth2AuthorizeDecision = authorizeDecision(PATH)
