/** Signs requests with OAuth 1.0a, with a third-party library. */
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import type { AppKeys, TokenKeys } from './aviary.ts'

/** `authorization` header of a request without a form body. */
export function signed(app: AppKeys, token: TokenKeys, method: string, url: string): string {
  const client = new OAuth({
    consumer: { key: app.consumer_key, secret: app.consumer_secret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  const user = { key: token.access_token, secret: token.access_token_secret }
  return client.toHeader(client.authorize({ url, method }, user)).Authorization
}
