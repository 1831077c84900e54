/**
 * /console/api/apps/:app_id/keys: credentials without secrets, and a new key pair (spec/console.md#keys-and-tokens).
 */
import { findCredentials } from '../../../../domain/apps/own/credentials.ts'
import { regenerateKeys } from '../../../../domain/apps/regenerate-keys.ts'
import { newCredential } from '../../_apps/credential-change.ts'
import { APP_ID, CREDENTIALS, credentialsBody, NEW_KEYS } from '../../_apps/own-app.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'

const KEYS = '/console/api/apps/:app_id/keys'

export const showCredentials = consoleEndpoint({
  paths: [KEYS],
  summary: 'The credentials of an app with their versions, without secrets.',
  params: APP_ID,
  answers: [{ schema: CREDENTIALS }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    return jsonAnswer(credentialsBody(await findCredentials(services.store, app)))
  },
})

export const regenerateOwnKeys = newCredential(
  { path: KEYS, summary: 'Makes a new API key and secret. The old pair stops working immediately.' },
  NEW_KEYS,
  async (services, appId, seen) => {
    const pair = await regenerateKeys(services, appId, seen)
    return { consumer_key: pair.consumerKey, consumer_secret: pair.consumerSecret }
  },
)
