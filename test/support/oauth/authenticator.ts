/**
 * An authenticator in software. It makes passkeys, and signs with them correctly or with one deliberate
 * mistake.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Mistakes in one response, for tests of refusals. */
export interface Mistakes {
  readonly origin?: string
  /** The host whose hash is in the authenticator data. */
  readonly host?: string
  readonly challenge?: string
  readonly type?: string
  readonly userHandle?: string
  /** False if the authenticator must claim that it has not verified its user. */
  readonly isVerified?: boolean
  /** Replaces the credential id of the response, which the signature does not cover. */
  readonly id?: string
}

/** The options that the server sends for a registration or a sign-in. */
export interface PasskeyOptions {
  readonly challenge: string
  readonly user?: { readonly id: string }
}

const FLAGS = { present: 1, verified: 4, attested: 64 } as const

export class TestAuthenticator {
  readonly #origin: string
  readonly #host: string
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  readonly id: string
  /** The counter of the next response; 0 for an authenticator that does not count. */
  counter = 1
  #userHandle = ''

  /**
   * @param origin origin of the console, such as `http://localhost:8080`
   * @param name text from which the credential id is made
   */
  constructor(origin: string, name: string) {
    this.#origin = origin
    this.#host = new URL(origin).hostname
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.id = createHash('sha256').update(name).digest('base64url')
  }

  /** Responds to the options of a registration. */
  register({ challenge, user }: PasskeyOptions, mistakes: Mistakes = {}) {
    this.#userHandle = user?.id ?? ''
    const id = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, this.#coseKey()])
    const authData = Buffer.concat([this.#head(mistakes, FLAGS.attested), attested])
    const attestationObject = Buffer.concat([
      // The beginning of a CBOR map with fmt "none", an empty attStmt, and authData, whose length follows.
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      uint16(authData.length),
      authData,
    ])
    this.#count()
    return {
      id: mistakes.id ?? this.id,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, mistakes),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Responds to the options of a sign-in. */
  signIn({ challenge }: PasskeyOptions, mistakes: Mistakes = {}) {
    const authenticatorData = this.#head(mistakes, 0)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, mistakes)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), this.#keys.privateKey)
    this.#count()
    return {
      id: mistakes.id ?? this.id,
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: mistakes.userHandle ?? this.#userHandle,
      },
    }
  }

  #count(): void {
    if (this.counter > 0) this.counter += 1
  }

  #head({ host = this.#host, isVerified = true }: Mistakes, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = FLAGS.present | (isVerified ? FLAGS.verified : 0) | flags
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.of(all), counter])
  }

  #clientData(type: string, challenge: string, mistakes: Mistakes): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false }
    const { type: otherType = type, challenge: other = challenge, origin = this.#origin } = mistakes
    return Buffer.from(JSON.stringify({ ...data, type: otherType, challenge: other, origin })).toString(
      'base64url',
    )
  }

  /** The public key as an EC2 key of ES256 in CBOR (RFC 9053, section 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const head = Buffer.from('a5010203262001215820', 'hex')
    return Buffer.concat([head, left, Buffer.from('225820', 'hex'), right])
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
