/** /console/api/apps/:app_id/oauth2/secret: a new client secret of OAuth 2.0 (spec/oauth2.md#clients). */
import { regenerateClientSecret } from '../../../../../domain/apps/oauth2/client.ts'
import { newCredential } from '../../../_apps/credential-change.ts'
import { NEW_CLIENT } from '../../../_apps/own-app.ts'
import { clientBody } from '../oauth2.ts'

export const regenerateOwnClientSecret = newCredential(
  {
    path: '/console/api/apps/:app_id/oauth2/secret',
    summary: 'Makes a new client secret. The old secret stops working immediately.',
    errors: ['client-not-confidential'],
  },
  NEW_CLIENT,
  async (services, appId, seen) => clientBody(await regenerateClientSecret(services, appId, seen)),
)
