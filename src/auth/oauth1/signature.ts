/** HMAC-SHA1 signatures (RFC 5849 section 3.4.2; spec/signatures.md#key). */
import { hash, timingSafeEqual } from 'node:crypto'
import { encodePercent } from '../../lib/percent.ts'

const BLOCK_OCTETS = 64

/** Characters of a base64 SHA-1 digest. */
const DIGEST_LENGTH = 28

/**
 * A key prepared for signing many requests. HMAC (RFC 2104) processes the key in the same way for each request. This
 * step takes longer than processing the message.
 */
export class SigningKey {
  /** Prefixes of the inner and the outer message, as latin1 strings. */
  readonly inner: string
  readonly outer: string

  /** @param tokenSecret `''` for requests without a token */
  constructor(consumerSecret: string, tokenSecret: string) {
    const key = `${encodePercent(consumerSecret)}&${encodePercent(tokenSecret)}`
    const blockKey = key.length > BLOCK_OCTETS ? hash('sha1', key, 'binary') : key
    this.inner = padded(blockKey, 0x36)
    this.outer = padded(blockKey, 0x5c)
  }
}

function padded(blockKey: string, pad: number): string {
  const octets = Buffer.alloc(BLOCK_OCTETS, pad)
  for (let at = 0; at < blockKey.length; at += 1) octets[at] = blockKey.charCodeAt(at) ^ pad
  return octets.toString('latin1')
}

/**
 * Base64 HMAC-SHA1 of `baseString`, which must be ASCII. Two one-shot hashes take half the time of `createHmac`, which
 * spends most of its time creating an object.
 */
export function sign(baseString: string, key: SigningKey): string {
  const inner = hash('sha1', Buffer.from(key.inner + baseString, 'latin1'), 'binary')
  return hash('sha1', Buffer.from(key.outer + inner, 'latin1'), 'base64')
}

/**
 * True if the signature of a request was made with the given key. The digests are compared as base64 text, in constant
 * time, so another base64 spelling of the same digest is rejected.
 */
export function verify(
  signed: { readonly baseString: string; readonly signature: string },
  key: SigningKey,
): boolean {
  if (signed.signature.length !== DIGEST_LENGTH) return false
  const actual = Buffer.from(signed.signature)
  const expected = Buffer.from(sign(signed.baseString, key))
  return actual.length === expected.length && timingSafeEqual(expected, actual)
}
