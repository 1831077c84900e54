/** Finds the app that a request names, before the request is authenticated. */
import { findAppByConsumerKey } from '../domain/apps/app.ts'
import { isAccessTokenForm } from '../domain/apps/oauth2/tokens.ts'
import type { Context } from '../domain/context.ts'
import type { DatedRequest } from '../http/head.ts'
import type { CredentialCache } from '../views/credential-cache.ts'
import { parseEncodedBasic } from './basic.ts'
import { readCredentials } from './oauth1/credentials.ts'

interface Lookups {
  readonly store: Context['store']
  readonly credentials: CredentialCache
}

const BEARER = /^Bearer +([^\s,]+) *$/i

/**
 * The id of the app that the `authorization` header or the query names, by a bearer token, a consumer key or Basic
 * credentials. Undefined if the request names no app or an unknown one. The credentials are not verified, so the result
 * grants no right.
 */
export async function appOfRequest(lookups: Lookups, request: DatedRequest): Promise<bigint | undefined> {
  const [header = '', second] = request.authorization
  if (second !== undefined) return undefined
  const bearer = BEARER.exec(header)?.[1]
  if (bearer !== undefined) return appOfBearer(lookups, bearer)
  const consumerKey = parseEncodedBasic(header)?.name ?? consumerKeyOf(request)
  return consumerKey === undefined ? undefined : (await findAppByConsumerKey(lookups.store, consumerKey))?.id
}

async function appOfBearer({ credentials }: Lookups, bearer: string): Promise<bigint | undefined> {
  if (isAccessTokenForm(bearer)) return (await credentials.grantOf(bearer))?.app.id
  return (await credentials.appOf(bearer))?.id
}

/**
 * The consumer key in the header or the query. The body is not read yet, so a consumer key in a form body is not found.
 */
function consumerKeyOf(request: DatedRequest): string | undefined {
  const credentials = readCredentials({ ...request, contentType: undefined, form: undefined })
  return 'consumerKey' in credentials ? credentials.consumerKey : undefined
}
