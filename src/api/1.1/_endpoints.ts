/** The list of v1.1 endpoints. */
import { accountSettings } from './account/settings.ts'
import { accountVerifyCredentials } from './account/verify_credentials.ts'
import { applicationRateLimitStatus } from './application/rate_limit_status.ts'
import { followersIds } from './followers/ids.ts'
import { friendsIds } from './friends/ids.ts'
import { oauthInvalidateToken } from './oauth/invalidate_token.ts'

export const V11_ENDPOINTS = [
  accountSettings,
  accountVerifyCredentials,
  applicationRateLimitStatus,
  followersIds,
  friendsIds,
  oauthInvalidateToken,
]
