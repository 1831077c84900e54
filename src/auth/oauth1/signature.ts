/** HMAC-SHA1 signatures (RFC 5849 section 3.4.2; common.md section 5, row "Key"). */
import { hash, timingSafeEqual } from 'node:crypto'
import { encodePercent } from '../../lib/percent.ts'
import { WorkingMemory } from './working-memory.ts'

const BLOCK_OCTETS = 64

/**
 * Base64 HMAC-SHA1 of `baseString`, which is ASCII; `tokenSecret` is `''` for a request without a token.
 * `memory` is used while the call runs; give the same one to every call.
 */
export function sign(
  baseString: string,
  consumerSecret: string,
  tokenSecret: string,
  memory: WorkingMemory = new WorkingMemory(),
): string {
  return hmacSha1(`${encodePercent(consumerSecret)}&${encodePercent(tokenSecret)}`, baseString, memory)
}

/**
 * Whether the signature of a request was made with these secrets. The digests are compared as base64 text, in
 * constant time, so no second spelling of a digest passes. `tokenSecret` and `memory` as for {@link sign}.
 */
export function verify(
  signed: { readonly baseString: string; readonly signature: string },
  consumerSecret: string,
  tokenSecret: string,
  memory: WorkingMemory = new WorkingMemory(),
): boolean {
  const { expected, given } = memory
  const { length } = given
  if (signed.signature.length !== length || given.write(signed.signature) !== length) return false
  expected.write(sign(signed.baseString, consumerSecret, tokenSecret, memory))
  return timingSafeEqual(expected, given)
}

/**
 * HMAC by its definition (RFC 2104), over an ASCII key and message. Two or three one-shot hashes take two
 * thirds of the time of a `createHmac` object, most of which goes into making the object.
 */
function hmacSha1(key: string, message: string, memory: WorkingMemory): string {
  const blockKey = key.length > BLOCK_OCTETS ? hash('sha1', key, 'binary') : key
  const innerEnd = BLOCK_OCTETS + message.length
  const inner = memory.message.take(innerEnd)
  const outer = memory.outer
  for (let at = 0; at < BLOCK_OCTETS; at += 1) {
    const octet = at < blockKey.length ? blockKey.charCodeAt(at) : 0
    inner[at] = octet ^ 0x36
    outer[at] = octet ^ 0x5c
  }
  inner.write(message, BLOCK_OCTETS, 'latin1')
  outer.write(hash('sha1', inner.subarray(0, innerEnd), 'binary'), BLOCK_OCTETS, 'latin1')
  return hash('sha1', outer, 'base64')
}
