/** The list of endpoints of app authentication. */
import { oauth2InvalidateToken } from './invalidate_token.ts'
import { oauth2Token } from './token.ts'

export const OAUTH2_ENDPOINTS = [oauth2Token, oauth2InvalidateToken]
