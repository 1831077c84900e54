/** /console/api/apps/:app_id/bearer: the bearer token of an app (spec/console.md#keys-and-tokens). */
import { revokeBearer } from '../../../../domain/apps/invalidate-bearer.ts'
import { regenerateBearer } from '../../../../domain/apps/regenerate-bearer.ts'
import { newCredential, revokedCredential } from '../../_apps/credential-change.ts'
import { NEW_BEARER } from '../../_apps/own-app.ts'

const BEARER = '/console/api/apps/:app_id/bearer'

export const regenerateOwnBearer = newCredential(
  { path: BEARER, summary: 'Makes a new bearer token. The old token stops working immediately.' },
  NEW_BEARER,
  async (services, appId, seen) => ({ bearer_token: await regenerateBearer(services, appId, seen) }),
)

export const revokeOwnBearer = revokedCredential(
  { path: BEARER, summary: 'Revokes the bearer token.' },
  revokeBearer,
)
