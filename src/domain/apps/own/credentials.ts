/** Credentials of an app that the console shows to its owner, without secrets (spec/console.md#keys-and-tokens). */
import type { Reader } from '../../../db/store.ts'
import type { App, Permissions } from '../app.ts'
import { newestLiveToken } from '../find-live-token.ts'
import { type ClientType, findClientOfApp } from '../oauth2/client.ts'
import { bearerVersion, clientVersion, keysVersion, tokenVersion } from './credential-versions.ts'

/** For the versions, see credential-versions.ts. */
export interface AppCredentials {
  readonly keys: { readonly consumerKey: string; readonly version: string }
  readonly bearer: { readonly isLive: boolean; readonly version: string }
  /** The newest live access token of the owner; undefined without a live token. */
  readonly accessToken:
    | { readonly token: string; readonly permissions: Permissions; readonly createdAt: number }
    | undefined
  readonly accessTokenVersion: string
  /** The OAuth 2.0 client of the app; undefined for an app without a client. */
  readonly client: { readonly clientId: string; readonly type: ClientType } | undefined
  readonly clientVersion: string
}

/** The credentials of an app. */
export async function findCredentials(reader: Reader, app: App): Promise<AppCredentials> {
  const token = await newestLiveToken(reader, { appId: app.id, userId: app.ownerId })
  const client = await findClientOfApp(reader, app.id)
  return {
    keys: { consumerKey: app.consumerKey, version: keysVersion(app) },
    bearer: { isLive: app.hasBearer, version: bearerVersion(app) },
    accessToken: token && {
      token: token.token,
      permissions: token.permissions,
      createdAt: token.createdAt,
    },
    accessTokenVersion: tokenVersion(token),
    client: client && { clientId: client.clientId, type: client.type },
    clientVersion: clientVersion(client),
  }
}
