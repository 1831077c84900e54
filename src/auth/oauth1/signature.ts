/** HMAC-SHA1 signatures (RFC 5849 section 3.4.2; common.md section 5, row "Key"). */
import { hash, timingSafeEqual } from 'node:crypto'
import { encodePercent } from './percent.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 20

/** Base64 HMAC-SHA1 of `baseString`, which is ASCII; `tokenSecret` is `''` for a request without a token. */
export function sign(baseString: string, consumerSecret: string, tokenSecret: string): string {
  return hmacSha1(`${encodePercent(consumerSecret)}&${encodePercent(tokenSecret)}`, baseString)
}

/**
 * Whether the signature of a request was made with these secrets. The digests are compared as base64 text, in
 * constant time, so no second spelling of a digest passes. `tokenSecret` is `''` without a token.
 */
export function verify(
  signed: { readonly baseString: string; readonly signature: string },
  consumerSecret: string,
  tokenSecret: string,
): boolean {
  return equalInConstantTime(sign(signed.baseString, consumerSecret, tokenSecret), signed.signature)
}

/** Compares two texts in a time that depends on their lengths only. */
export function equalInConstantTime(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * HMAC by its definition (RFC 2104), over an ASCII key and message. Two or three one-shot hashes take two
 * thirds of the time of a `createHmac` object, most of which goes into making the object.
 */
function hmacSha1(key: string, message: string): string {
  const blockKey = key.length > BLOCK_BYTES ? hash('sha1', key, 'binary') : key
  const inner = Buffer.allocUnsafe(BLOCK_BYTES + message.length)
  const outer = Buffer.allocUnsafe(BLOCK_BYTES + DIGEST_BYTES)
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const octet = at < blockKey.length ? blockKey.charCodeAt(at) : 0
    inner[at] = octet ^ 0x36
    outer[at] = octet ^ 0x5c
  }
  inner.write(message, BLOCK_BYTES, 'latin1')
  outer.write(hash('sha1', inner, 'binary'), BLOCK_BYTES, 'latin1')
  return hash('sha1', outer, 'base64')
}
