/** Names the mistake in a signature whose base string is right (spec/signatures.md#key). */
import { createHmac } from 'node:crypto'
import { encodePercent } from '../../../lib/percent.ts'

/**
 * - `right`: the signature is valid; nonce or timestamp was refused.
 * - `no-separator`: the key lacks the `&` after the consumer secret.
 * - `no-token-secret`, `only-token-secret`, `swapped`: a secret is missing from the key, or the two secrets are in the
 *   wrong order.
 * - `hex`: the digest is in hex digits, not in base64.
 * - `sha256`: the hash is SHA-256.
 * - `secrets-encoded-twice`: the secrets were percent-encoded twice.
 * - `secrets-with-blanks`: a space, tab or line break was copied with a secret.
 * - `url-safe`: the base64 has `-` and `_`, or no `=`.
 * - `other`: none of these. A secret belongs to another key or token, or was copied with a mistake.
 */
export type KeyMistake =
  | 'right'
  | 'no-separator'
  | 'no-token-secret'
  | 'only-token-secret'
  | 'swapped'
  | 'hex'
  | 'sha256'
  | 'secrets-encoded-twice'
  | 'secrets-with-blanks'
  | 'url-safe'
  | 'other'

export interface SigningSecrets {
  readonly consumerSecret: string
  /** `''` for requests without a token. */
  readonly tokenSecret: string
}

/**
 * Finds the mistake in the computation of a signature from a base string, by trying each mistake.
 * @param signature the decoded signature of the request
 */
export function keyMistake(
  baseString: string,
  signature: string,
  { consumerSecret, tokenSecret }: SigningSecrets,
): KeyMistake {
  const [consumer, token] = [encodePercent(consumerSecret), encodePercent(tokenSecret)]
  const right = `${consumer}&${token}`
  const twice = `${encodePercent(consumer)}&${encodePercent(token)}`
  // The first match is the result. The order matters, because several of these keys are equal without a token.
  const tries: readonly (readonly [KeyMistake, string])[] = [
    ['right', digest('sha1', right, baseString, 'base64')],
    ['no-separator', digest('sha1', `${consumer}${token}`, baseString, 'base64')],
    ['no-separator', digest('sha1', consumer, baseString, 'base64')],
    ['no-token-secret', digest('sha1', `${consumer}&`, baseString, 'base64')],
    ['only-token-secret', digest('sha1', `&${token}`, baseString, 'base64')],
    ['only-token-secret', digest('sha1', token, baseString, 'base64')],
    ['swapped', digest('sha1', `${token}&${consumer}`, baseString, 'base64')],
    ['secrets-encoded-twice', digest('sha1', twice, baseString, 'base64')],
    ['hex', digest('sha1', right, baseString, 'hex')],
    ['sha256', digest('sha256', right, baseString, 'base64')],
    ...keysWithBlanks({ consumerSecret, tokenSecret }).map(
      (key) => ['secrets-with-blanks', digest('sha1', key, baseString, 'base64')] as const,
    ),
  ]
  const found = tries.find(([, each]) => each === signature)
  if (found !== undefined) return found[0]
  return urlSafe(signature) === urlSafe(digest('sha1', right, baseString, 'base64')) ? 'url-safe' : 'other'
}

const BLANKS = [' ', '\n', '\r\n', '\t']

/** Keys with a blank at the beginning or the end of one secret, or of both. */
function keysWithBlanks({ consumerSecret, tokenSecret }: SigningSecrets): readonly string[] {
  return BLANKS.flatMap((blank) =>
    [(secret: string) => secret + blank, (secret: string) => blank + secret].flatMap((pasted) => [
      keyOf(pasted(consumerSecret), tokenSecret),
      keyOf(consumerSecret, pasted(tokenSecret)),
      keyOf(pasted(consumerSecret), pasted(tokenSecret)),
    ]),
  )
}

function keyOf(consumerSecret: string, tokenSecret: string): string {
  return `${encodePercent(consumerSecret)}&${encodePercent(tokenSecret)}`
}

function digest(algorithm: string, key: string, text: string, encoding: 'base64' | 'hex'): string {
  return createHmac(algorithm, key).update(text).digest(encoding)
}

function urlSafe(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
