/** Makes valid and invalid credentials of every kind. */
import type { AuthKind } from '../../../src/http/endpoint.ts'
import type { Credential } from '../../support/http/signed-request.ts'
import { authorization, type Signing, signed } from '../../support/http/signed-wire.ts'
import type { BadInputFixture } from './fixture.ts'

/** A request before it is signed. */
export interface Unsigned {
  readonly method: string
  /** The bytes of path and query that the test sends. */
  readonly target: string
  /** The bytes of a form body. */
  readonly form?: string | undefined
}

/**
 * Returns the `authorization` header for a request, or the headers that a browser with a console session
 * sends. Undefined without credentials.
 */
export type Proof = (request: Unsigned) => string | Headers | undefined

type Headers = readonly (readonly [string, string])[]

/** Reasons why the server refuses credentials (spec/errors.md#authentication-order). */
export type Fault =
  | 'no credentials'
  | 'unreadable'
  | 'bad signature'
  | 'timestamp out of range'
  | 'bad token'
  | 'owner suspended'

export interface BadProof {
  readonly name: string
  readonly fault: Fault
  readonly proof: Proof
}

/** The keys of one signature, and the faults of the signature. */
type Signature = Pick<Signing, 'consumer' | 'token' | 'oauth'> & { readonly late?: number }

export class Proofs {
  readonly #fixture: BadInputFixture
  readonly #host: string

  /** @param url URL of the server */
  constructor(fixture: BadInputFixture, url: string) {
    this.#fixture = fixture
    this.#host = new URL(url).host
  }

  /**
   * Makes valid credentials of a kind.
   * @param isForOnce true for a call that makes its token invalid, so that this call gets a new token
   */
  async good(kind: AuthKind, isForOnce = false): Promise<Proof> {
    const { app, tokens } = this.#fixture
    switch (kind) {
      case 'none':
        return () => undefined
      case 'console': {
        const session = await this.#fixture.consoleSession()
        return () => [
          ['cookie', `aviary_console=${session}`],
          ['sec-fetch-site', 'same-origin'],
        ]
      }
      case 'app':
        return this.standing('app')
      case 'basic':
        return () => basic(app.consumerKey, app.consumerSecret)
      case 'consumer':
        return this.#signed({ consumer: this.consumer })
      case 'user':
        return this.tokenOf(isForOnce ? await this.#fixture.userToken() : tokens.own)
      case 'request-token':
        return this.#signed({
          consumer: this.consumer,
          token: await this.#fixture.requestToken(),
          oauth: { oauth_verifier: 'wrong' },
        })
    }
  }

  /** Valid credentials for any number of calls. */
  standing(kind: 'user' | 'app'): Proof {
    const { app, tokens } = this.#fixture
    if (kind === 'app') return () => `Bearer ${app.bearerToken}`
    return this.tokenOf(tokens.own)
  }

  /** Makes signatures of the app, with any token. */
  tokenOf(token: Credential): Proof {
    return this.#signed({ consumer: this.consumer, token })
  }

  /** A user's token for a read-only app, and the bearer token of this app. */
  get reading(): Readonly<Record<'user' | 'app', Proof>> {
    const { readingApp, tokens } = this.#fixture
    const consumer = { key: readingApp.consumerKey, secret: readingApp.consumerSecret }
    return {
      user: this.#signed({ consumer, token: tokens.reading }),
      app: () => `Bearer ${readingApp.bearerToken}`,
    }
  }

  /** Invalid credentials for every kind of authentication. */
  common(): BadProof[] {
    const { suspendedApp } = this.#fixture
    const header = (text: string): BadProof => ({
      name: `authorization: ${text}`,
      fault: 'unreadable',
      proof: () => text,
    })
    return [
      { name: 'nothing', fault: 'no credentials', proof: () => undefined },
      ...GARBAGE.map(header),
      { name: 'an unknown bearer token', fault: 'bad token', proof: () => 'Bearer AAAAunknown' },
      { name: 'a bearer token with a NUL', fault: 'bad token', proof: () => 'Bearer A%00' },
      {
        name: 'the bearer token of a suspended app',
        fault: 'bad token',
        proof: () => `Bearer ${suspendedApp.bearerToken}`,
      },
    ]
  }

  /**
   * Invalid signatures.
   * @param token token of a valid signature; undefined for a signature without a token
   */
  signatures(token: Credential | undefined): BadProof[] {
    const consumer = this.consumer
    const good: Signature = { consumer, ...(token === undefined ? {} : { token }) }
    const with_ = (oauth: Record<string, string | undefined>): Signature => ({ ...good, oauth })
    const bad = (fault: Fault, name: string, signature: Signature): BadProof => ({
      name,
      fault,
      proof: this.#signed(signature),
    })
    return [
      ...['oauth_consumer_key', 'oauth_nonce', 'oauth_signature_method', 'oauth_timestamp'].map((name) =>
        bad('unreadable', `no ${name}`, with_({ [name]: undefined })),
      ),
      bad('unreadable', 'a timestamp that is not a number', with_({ oauth_timestamp: 'now' })),
      bad('bad signature', 'an unknown consumer key', { ...good, consumer: { ...consumer, key: 'unknown' } }),
      bad('bad signature', 'a consumer key with a NUL', { ...good, consumer: { ...consumer, key: 'a\0' } }),
      bad('bad signature', 'a wrong consumer secret', { ...good, consumer: { ...consumer, secret: 'x' } }),
      bad('bad signature', 'another method', with_({ oauth_signature_method: 'PLAINTEXT' })),
      bad('bad signature', 'another version', with_({ oauth_version: '2.0' })),
      bad('bad signature', 'a nonce beyond ASCII', with_({ oauth_nonce: 'né' })),
      bad('timestamp out of range', 'a timestamp that is six minutes old', { ...good, late: 360 }),
      bad('timestamp out of range', 'a timestamp that is six minutes ahead', { ...good, late: -360 }),
      { name: 'the signature of another request', fault: 'bad signature', proof: this.#ofAnother(good) },
    ]
  }

  /** Invalid tokens of users. */
  userTokens(): BadProof[] {
    const { tokens, suspendedApp } = this.#fixture
    const { consumer } = this
    const foreign = { key: suspendedApp.consumerKey, secret: suspendedApp.consumerSecret }
    const bad = (fault: Fault, name: string, token: Credential, key = consumer): BadProof => ({
      name,
      fault,
      proof: this.#signed({ consumer: key, token }),
    })
    return [
      bad('bad signature', 'a wrong token secret', { ...tokens.own, secret: 'x' }),
      bad('bad token', 'an unknown token', { key: '5-unknown', secret: 'x' }),
      bad('bad token', 'a token with a NUL', { key: '5-\0', secret: 'x' }),
      bad('bad token', 'a revoked token', tokens.revoked),
      bad('bad token', 'the token of a deactivated user', tokens.ofDeactivated),
      bad('bad token', 'the token of another app', tokens.reading),
      bad('bad token', 'the token of a suspended app', tokens.ofSuspendedApp, foreign),
      bad('owner suspended', 'the token of a suspended user', tokens.ofSuspended),
      { name: 'no token', fault: 'unreadable', proof: this.#signed({ consumer }) },
    ]
  }

  get consumer(): Credential {
    return { key: this.#fixture.app.consumerKey, secret: this.#fixture.app.consumerSecret }
  }

  #signed({ late = 0, ...signature }: Signature): Proof {
    return ({ method, target, form }) =>
      authorization(
        signed({
          ...signature,
          method,
          scheme: 'http',
          host: this.#host,
          target,
          ...(form === undefined ? {} : { form }),
          timestamp: Math.floor(this.#fixture.context.clock.now() / 1000) - late,
        }),
      )
  }

  #ofAnother(signature: Signature): Proof {
    return (request) => this.#signed(signature)({ ...request, target: `${request.target}0` })
  }
}

export function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

/** Unreadable headers. Node decodes bytes above ASCII as Latin-1. */
const GARBAGE = [
  '',
  'Bearer',
  'Bearer a b',
  'Bearer a, b',
  'Digest username="a"',
  'OAuth',
  'OAuth x',
  'OAuth oauth_consumer_key="a"',
  'OAuth oauth_nonce="%zz"',
  'OAuth oauth_nonce="a" oauth_nonce="b"',
  'OAuth "=","',
  '\xff\xfe',
  `OAuth ${'a="b",'.repeat(1_500)}`,
]
