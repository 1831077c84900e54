/** Signs deliveries: HMAC-SHA256 with the consumer secret (spec/webhooks.md#delivery). */
import { hash } from 'node:crypto'
import { equalSecrets } from '../../lib/vault.ts'

/** The header that contains the result of {@link signatureOf}. */
export const SIGNATURE_HEADER = 'x-twitter-webhooks-signature'

/** Block size of SHA-256. */
const BLOCK_OCTETS = 64
const DIGEST_OCTETS = 32

/**
 * A message with free space for a key block before it. Because of this space, the message is not copied when it is
 * signed.
 */
export class Signable {
  /** The bytes that are sent. */
  readonly octets: Buffer
  readonly #keyed: Buffer

  constructor(text: string) {
    this.#keyed = Buffer.allocUnsafe(BLOCK_OCTETS + Buffer.byteLength(text))
    this.#keyed.write(text, BLOCK_OCTETS)
    this.octets = this.#keyed.subarray(BLOCK_OCTETS)
  }

  /** SHA-256 of a key block and the message, as latin1. @param key 64 bytes */
  hashAfter(key: Buffer): string {
    key.copy(this.#keyed)
    return hash('sha256', this.#keyed, 'latin1')
  }
}

/**
 * HMAC with one secret, computed by its definition (RFC 2104). Two calls of the one-shot hash function take less time
 * than a `createHmac` object, and leave no objects to collect.
 */
export class Signer {
  /** Key block of the inner hash. */
  readonly #inner = Buffer.alloc(BLOCK_OCTETS, 0x36)
  /** Key block of the outer hash, with free space for the inner hash. */
  readonly #outer = Buffer.alloc(BLOCK_OCTETS + DIGEST_OCTETS, 0x5c)

  constructor(secret: string) {
    const key = Buffer.from(secret)
    const blockKey = key.length > BLOCK_OCTETS ? hash('sha256', key, 'buffer') : key
    for (const [at, octet] of blockKey.entries()) {
      this.#inner[at] = octet ^ 0x36
      this.#outer[at] = octet ^ 0x5c
    }
  }

  /** `sha256=` and the digest in base64. */
  sign(message: Signable): string {
    this.#outer.write(message.hashAfter(this.#inner), BLOCK_OCTETS, 'latin1')
    return `sha256=${hash('sha256', this.#outer, 'base64')}`
  }
}

/** Like {@link Signer.sign}, for a single message. @param message a text such as the raw query */
export function signatureOf(secret: string, message: string): string {
  return new Signer(secret).sign(new Signable(message))
}

/** True if a receiver's `response_token` proves that it has the secret. */
export function isResponseTo(secret: string, token: string, response: unknown): boolean {
  return typeof response === 'string' && equalSecrets(response, signatureOf(secret, token))
}
