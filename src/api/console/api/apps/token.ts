/** /console/api/apps/:app_id/token: the access token of the app's owner (spec/console.md#keys-and-tokens). */
import { regenerateOwnerToken, revokeOwnerToken } from '../../../../domain/apps/own/owner-token.ts'
import { newCredential, revokedCredential } from '../../_apps/credential-change.ts'
import { NEW_TOKEN } from '../../_apps/own-app.ts'

const TOKEN = '/console/api/apps/:app_id/token'

export const regenerateOwnToken = newCredential(
  {
    path: TOKEN,
    summary: 'Makes an access token and secret for the owner. The old pair stops working immediately.',
  },
  NEW_TOKEN,
  async (services, appId, seen) => {
    const issued = await regenerateOwnerToken(services, appId, seen)
    return {
      access_token: issued.accessToken,
      access_token_secret: issued.accessTokenSecret,
      screen_name: issued.screenName,
      permissions: issued.permissions,
    }
  },
)

export const revokeOwnToken = revokedCredential(
  { path: TOKEN, summary: 'Revokes the access token of the owner.' },
  revokeOwnerToken,
)
