/** Authenticates an app by its key and secret with Basic (spec/oauth.md#basic-authentication). */
import { consumerSecretOf, findAppByConsumerKey } from '../domain/apps/app.ts'
import type { Context } from '../domain/context.ts'
import type { RequestFacts } from '../http/head.ts'
import { equalSecrets } from '../lib/vault.ts'
import { parseEncodedBasic } from './basic.ts'
import { basicCaller, type Caller } from './caller.ts'
import { AuthError } from './errors.ts'

/** True if a request has Basic credentials, valid or not. */
export function hasBasicCredentials({ authorization }: RequestFacts): boolean {
  return authorization.length === 1 && /^basic(\s|$)/i.test(authorization[0] ?? '')
}

/** The app with the key and secret of the request. @throws {AuthError} */
export async function keyHolder(
  { store, vault }: Context,
  { authorization: [header = ''] }: RequestFacts,
): Promise<Caller> {
  const sent = parseEncodedBasic(header)
  if (sent === undefined)
    throw new AuthError('unreadable-credentials', 'the Basic credentials cannot be read')
  const app = await findAppByConsumerKey(store, sent.name)
  if (app === undefined || !equalSecrets(sent.password, consumerSecretOf(vault, app))) {
    throw new AuthError('bad-signature', 'the consumer key is unknown or the secret is not its own', app?.id)
  }
  return basicCaller(app)
}
