/** What proves that Aviary sent something: HMAC-SHA256 under the consumer secret (spec/direct-messages.md section 6). */
import { createHmac } from 'node:crypto'
import { equalSecrets } from '../lib/vault.ts'

/** The header that carries {@link signatureOf}. */
export const SIGNATURE_HEADER = 'x-twitter-webhooks-signature'

/** `sha256=` and the digest in base64. @param message the very bytes that are sent, or the raw query */
export function signatureOf(secret: string, message: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(message).digest('base64')}`
}

/** Whether a receiver's `response_token` shows that it knows the secret. */
export function isResponseTo(secret: string, token: string, response: unknown): boolean {
  return typeof response === 'string' && equalSecrets(response, signatureOf(secret, token))
}
