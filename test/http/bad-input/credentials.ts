/** Tests wrong credentials of each kind on one endpoint (spec/errors.md#authentication-order). */

import assert from 'node:assert/strict'
import { sample } from '../../support/part.ts'
import type { AnyEndpoint } from './any-family.ts'
import {
  type Answered,
  type Asker,
  assertRefused,
  assertWindow,
  filled,
  type Question,
  wrongs,
} from './asker.ts'
import type { Dialect } from './dialect.ts'
import { goodValue, kindOf } from './faults.ts'
import type { BadInputFixture } from './fixture.ts'
import { type BadProof, basic, type Fault, type Proof, type Proofs } from './proofs.ts'
import type { Refused } from './speech.ts'

/** spec/media.md#media-of-messages: a request for a private file without a signature gets 401. */
function expectedFor(dialect: Dialect, { paths: [path] }: AnyEndpoint, fault: Fault): Refused {
  const isPrivateFile = path.startsWith('/1.1/ton/') && fault === 'no credentials'
  return dialect.credentials[isPrivateFile ? 'bad signature' : fault]
}

export class CredentialTrial {
  readonly #asker: Asker
  readonly #fixture: BadInputFixture
  readonly #proofs: Proofs

  constructor(asker: Asker, fixture: BadInputFixture, proofs: Proofs) {
    this.#asker = asker
    this.#fixture = fixture
    this.#proofs = proofs
  }

  async wrongsOf(dialect: Dialect, endpoint: AnyEndpoint): Promise<string[]> {
    if (endpoint.auth.includes('none')) return this.#ignored(endpoint)
    return this.#asker.connections.bulk(
      [
        ...(await this.#refused(dialect, endpoint)),
        ...this.#rights(dialect, endpoint),
        this.#replay(dialect, endpoint),
      ],
      (trial) => trial(),
    )
  }

  /** A call that is valid except for its credentials. */
  #question(endpoint: AnyEndpoint, proof: Proof): Question {
    const { good } = this.#fixture
    const text = Object.entries(endpoint.params)
      .map(([name, param]) => `${name}=${goodValue(name, kindOf(param), good)}`)
      .join('&')
    return { method: endpoint.method, path: filled(endpoint, endpoint.paths[0], good), text, proof }
  }

  async #refused(dialect: Dialect, endpoint: AnyEndpoint): Promise<(() => Promise<string[]>)[]> {
    const bad = sample(
      [...this.#proofs.common(), ...(await this.#ofKind(endpoint))],
      `${endpoint.method} ${endpoint.paths[0]}`,
    )
    return bad.map(
      ({ name, fault, proof }) =>
        () =>
          wrongs(name, async () => {
            const answer = await this.#asker.ask(this.#question(endpoint, proof))
            assertRefused(answer, expectedFor(dialect, endpoint, fault))
            assertWindow(answer, endpoint, fault === 'owner suspended' ? 'user' : undefined)
          }),
    )
  }

  async #ofKind({ auth }: AnyEndpoint): Promise<BadProof[]> {
    const proofs = this.#proofs
    const { own } = this.#fixture.tokens
    const withToken = (fault: Fault, name: string, key: string): BadProof => ({
      name,
      fault,
      proof: proofs.tokenOf({ key, secret: own.secret }),
    })
    if (auth.includes('request-token')) {
      return [
        ...proofs.signatures(await this.#fixture.requestToken()),
        withToken('bad token', 'an unknown request token', 'x'.repeat(27)),
        withToken('bad token', 'the access token of a user', own.key),
      ]
    }
    if (auth.includes('user') || auth.includes('app'))
      return [...proofs.signatures(own), ...proofs.userTokens()]
    if (auth.includes('consumer')) {
      return [
        ...proofs.signatures(undefined),
        withToken('bad signature', 'a token where none belongs', own.key),
      ]
    }
    return this.#basics()
  }

  #basics(): BadProof[] {
    const { key, secret } = this.#proofs.consumer
    return [
      basic(key, 'wrong'),
      basic('unknown', secret),
      basic('a\0', secret),
      basic(key, ''),
      'Basic',
      'Basic !',
      'Basic YQ==',
    ].map((header) => ({ name: header, fault: 'bad signature', proof: () => header }))
  }

  /** Tests valid credentials with insufficient rights. */
  #rights(dialect: Dialect, endpoint: AnyEndpoint): (() => Promise<string[]>)[] {
    const { auth, writes } = endpoint
    const { reading } = this.#proofs
    const trial = (name: string, proof: Proof, look: (answer: Answered) => void) => () =>
      wrongs(name, async () => look(await this.#asker.ask(this.#question(endpoint, proof))))
    const takesSignatures = (['consumer', 'request-token', 'basic'] as const).some((kind) =>
      auth.includes(kind),
    )
    return [
      ...(['user', 'app'] as const)
        .filter((kind) => writes && (kind === 'app' || auth.includes('user')))
        .map((kind) =>
          trial(`a ${kind}’s token that may only read`, reading[kind], (answer) => {
            assertRefused(answer, dialect.mayOnlyRead)
            assertWindow(answer, endpoint, kind)
          }),
        ),
      ...(endpoint.isAboutMessages === true ? [reading.user] : []).map((proof) =>
        trial('a token without permission for messages', proof, (answer) => {
          assertRefused(answer, dialect.noMessages)
          assertWindow(answer, endpoint, 'user')
        }),
      ),
      ...(['user', 'app'] as const)
        .filter((kind) => !auth.includes(kind) && !(kind === 'user' && takesSignatures))
        .map((kind) =>
          trial(`good credentials of a ${kind}`, this.#proofs.standing(kind), (answer) => {
            assertRefused(answer, dialect.wrongKind)
            assertWindow(answer, endpoint, kind)
          }),
        ),
    ]
  }

  /** Tests that a signature is valid only once. */
  #replay(dialect: Dialect, endpoint: AnyEndpoint): () => Promise<string[]> {
    return () =>
      wrongs('the same signature again', async () => {
        const kind = (['user', 'consumer', 'request-token'] as const).find((each) =>
          endpoint.auth.includes(each),
        )
        if (kind === undefined) return
        const proof = await this.#proofs.good(kind, true)
        const question = this.#question(endpoint, proof)
        let header: ReturnType<Proof>
        const once: Proof = (request) => {
          header ??= proof(request)
          return header
        }
        const first = await this.#asker.ask({ ...question, proof: once })
        assert.notEqual(first.refusal?.code, 32)
        const second = await this.#asker.ask({ ...question, proof: once })
        // If the first call has invalidated the token, the error is about the token and not about the nonce.
        const isEnded = first.status === 200 && endpoint.paths[0].includes('invalidate_token')
        if (!(isEnded && second.refusal?.code === 89))
          assertRefused(second, dialect.credentials['bad signature'])
      })
  }

  /** Tests that credentials have no effect on endpoints without authentication. */
  async #ignored(endpoint: AnyEndpoint): Promise<string[]> {
    const without = await this.#asker.ask(this.#question(endpoint, () => undefined))
    const all = [...this.#proofs.common(), ...this.#proofs.signatures(this.#fixture.tokens.own)]
    const oneOfEach = new Map(all.map((bad) => [bad.fault, bad])).values().toArray()
    return this.#asker.connections.bulk(sample(oneOfEach, endpoint.paths[0]), ({ name, proof }) =>
      wrongs(name, async () => {
        const { status, refusal } = await this.#asker.ask(this.#question(endpoint, proof))
        assert.deepEqual([status, refusal], [without.status, without.refusal])
      }),
    )
  }
}
