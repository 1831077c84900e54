/** HMAC-SHA1 signatures (RFC 5849 section 3.4.2; spec/signatures.md#key). */
import { hash, timingSafeEqual } from 'node:crypto'
import { encodePercent } from '../../lib/percent.ts'

const BLOCK_OCTETS = 64

/** Characters of a SHA-1 digest in base64. */
const DIGEST_LENGTH = 28

/**
 * Two secrets made ready to sign many requests: what HMAC does with them (RFC 2104) is the same for each of them, and takes
 * longer than a message does.
 */
export class SigningKey {
  /** The begins of the inner and of the outer message, as text of octets. */
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
 * Base64 HMAC-SHA1 of `baseString`, which is ASCII. Two one-shot hashes take half of the time of a `createHmac` object, most of
 * which goes into making the object.
 */
export function sign(baseString: string, key: SigningKey): string {
  const inner = hash('sha1', Buffer.from(key.inner + baseString, 'latin1'), 'binary')
  return hash('sha1', Buffer.from(key.outer + inner, 'latin1'), 'base64')
}

/**
 * Whether the signature of a request was made with this key. The digests are compared as base64 text, in
 * constant time, so no second spelling of a digest passes.
 */
export function verify(
  signed: { readonly baseString: string; readonly signature: string },
  key: SigningKey,
): boolean {
  if (signed.signature.length !== DIGEST_LENGTH) return false
  const given = Buffer.from(signed.signature)
  const expected = Buffer.from(sign(signed.baseString, key))
  return given.length === expected.length && timingSafeEqual(expected, given)
}
