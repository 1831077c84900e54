/** The list of the endpoints with which apps get and end bearer tokens. */
import { oauth2InvalidateToken } from './invalidate_token.ts'
import { oauth2Token } from './token.ts'

export const OAUTH2_ENDPOINTS = [oauth2Token, oauth2InvalidateToken]
