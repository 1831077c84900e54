/**
 * Encrypts and hashes secrets (spec/server.md#secrets-at-rest). Secrets that HMAC needs in clear are encrypted
 * ("sealed") with AES-256-GCM. The key is not in the database. Secrets that are only compared are stored as hashes.
 * Passwords are hashed with argon2id.
 */
import { argon2, createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Random } from './time/clock.ts'

export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1.'
/** Maximum number of cached secrets. When there are more, the cache is emptied. */
const MAX_CACHED_SECRETS = 10_000

/** Thrown when a sealed text has another key or context. The reason is a wrong key file or corrupt data. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

interface OpenedSecret {
  readonly context: string
  readonly plain: string
}

export class Vault {
  readonly #key: Buffer
  readonly #random: Random
  /** Decrypted secrets by sealed text. Requests often need the same two secrets, and decrypting a secret takes 5 µs. */
  readonly #opened = new Map<string, OpenedSecret>()

  /**
   * @param key the 32 bytes of the key
   * @throws {RangeError} when the key has another length
   */
  constructor(key: Buffer, random: Random) {
    if (key.length !== KEY_BYTES)
      throw new RangeError(`the key must have ${KEY_BYTES} bytes, not ${key.length}`)
    this.#key = key
    this.#random = random
  }

  /**
   * Encrypts the text `plain`.
   * @param context purpose and owner of the text, such as `apps.consumer_secret:42`. Decryption needs the same context,
   *   so a sealed text is useless in another row.
   */
  seal(plain: string, context: string): string {
    const nonce = this.#random(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Decrypts a text that {@link seal} returned. @throws {SealBroken} */
  open(sealed: string, context: string): string {
    const known = this.#opened.get(sealed)
    if (known?.context === context) return known.plain
    const plain = this.#open(sealed, context)
    if (this.#opened.size >= MAX_CACHED_SECRETS) this.#opened.clear()
    this.#opened.set(sealed, { context, plain })
    return plain
  }

  #open(sealed: string, context: string): string {
    try {
      if (!sealed.startsWith(VERSION)) throw new Error('unknown version')
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    } catch (cause) {
      throw new SealBroken(
        `a secret (${context}) cannot be opened; is the key file the one of this database?`,
        { cause },
      )
    }
  }

  /** 48 bytes that are derived from the key. One context always gives the same bytes. */
  derive(context: string): Buffer {
    return createHmac('sha384', this.#key).update(context).digest()
  }
}

/** Hash of a secret for comparisons. The secret must be long and random. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Compares two secrets in constant time. The duration reveals only whether their lengths are equal. */
export function equalSecrets(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

const argon2id = promisify(argon2)

/** Cost parameters of an argon2id hash; memory is in KiB. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The first recommendation of OWASP for argon2id. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/**
 * Hash of a password as a PHC string. Takes about 40 ms.
 * @param services `passwordCost` replaces the default {@link PASSWORD_COST}
 */
export async function hashPassword(
  password: string,
  { random, passwordCost = PASSWORD_COST }: { readonly random: Random; readonly passwordCost?: PasswordCost },
): Promise<string> {
  const salt = random(SALT_BYTES)
  const hash = await argon2id('argon2id', {
    message: password,
    nonce: salt,
    tagLength: HASH_BYTES,
    ...passwordCost,
  })
  const { memory, passes, parallelism } = passwordCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Hash of an unknown password; its cost equals that of a real hash. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * True when `password` matches a PHC string of {@link hashPassword}.
 * @param phc undefined when there is no account. The function then does the same work, so that the duration does not
 *   reveal whether an account exists
 */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  if (phc === undefined) {
    await verifyPassword(password, DUMMY_HASH)
    return false
  }
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc)
  if (match === null) return false
  const [, memory, passes, parallelism, salt = '', expected = ''] = match
  const hash = await argon2id('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: Buffer.from(expected, 'base64').length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return equalSecrets(unpadded(hash), expected)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` random characters of `A-Z a-z 0-9`, uniformly distributed, with about 5.95 bits each. */
export function randomAlphanumeric(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 below 256. Larger bytes are dropped, because they would make some characters
      // more likely than others.
      if (byte < 248 && text.length < length) text += ALPHANUMERIC[byte % ALPHANUMERIC.length]
    }
  }
  return text
}
