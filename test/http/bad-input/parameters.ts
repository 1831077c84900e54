/** Sends invalid values of each parameter of one endpoint, as a valid caller of each kind. */

import assert from 'node:assert/strict'
import type { AuthKind } from '../../../src/http/endpoint.ts'
import { byPart, sample } from '../../support/part.ts'
import type { AnyEndpoint } from './any-family.ts'
import {
  type Answered,
  type Asker,
  assertDeclared,
  assertRefused,
  assertSame,
  assertWindow,
  filled,
  wrongs,
} from './asker.ts'
import type { Dialect } from './dialect.ts'
import { FAULTS, type Fault, goodValue, type Kind, kindOf, STRANGE_PARAMETERS } from './faults.ts'
import type { BadInputFixture } from './fixture.ts'
import type { Proof, Proofs } from './proofs.ts'
import { shortly } from './speech.ts'

/** Groups of alternative parameters. A request has only one parameter of a group. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ['user_id', 'screen_name', 'id'],
  ['source_id', 'source_screen_name'],
  ['target_id', 'target_screen_name'],
]

interface Case {
  readonly kind: AuthKind
  readonly proof: Proof
  readonly parameter: string
  readonly takes: Kind
  readonly fault: Fault
}

export class ParameterTrial {
  readonly #asker: Asker
  readonly #fixture: BadInputFixture
  readonly #proofs: Proofs

  readonly #isTried: (takes: Kind, fault: Fault) => boolean

  /** @param isTried selects the faults to test by kind of parameter; default: all faults */
  constructor(
    asker: Asker,
    fixture: BadInputFixture,
    proofs: Proofs,
    isTried = (_takes: Kind, _fault: Fault) => true,
  ) {
    this.#asker = asker
    this.#fixture = fixture
    this.#proofs = proofs
    this.#isTried = isTried
  }

  async wrongsOf(dialect: Dialect, endpoint: AnyEndpoint): Promise<string[]> {
    const isForOnce = endpoint.paths[0].includes('invalidate_token')
    const all: string[] = []
    // In the fast part, one kind of caller represents all kinds, because callers differ only before
    // parameters are read.
    for (const kind of byPart(endpoint.auth.slice(0, 1), endpoint.auth)) {
      const proof = await this.#proofs.good(kind, isForOnce)
      all.push(...(await this.#strange(dialect, endpoint, kind)))
      const inPath = [...endpoint.paths[0].matchAll(/:([a-z_]+)/g)].map(([, name]) => name)
      const names = Object.keys(endpoint.params).filter((name) => !inPath.some((each) => each === name))
      for (const parameter of sample(names, endpoint.paths[0])) {
        const param = endpoint.params[parameter]
        if (param === undefined) continue
        const base = { kind, proof, parameter, takes: kindOf(param) }
        const faults = sample(
          FAULTS.filter((fault) => this.#isTried(base.takes, fault)),
          `${endpoint.method} ${endpoint.paths[0]} ${parameter}`,
        )
        if (faults.length === 0) continue
        const like = await this.#likes(endpoint, base)
        all.push(
          ...(await this.#asker.connections.bulk(faults, (fault) =>
            wrongs(`${kind}: ${parameter} ${fault.name}`, async () => {
              const answer = await this.#ask(endpoint, { ...base, fault })
              this.#look(dialect, endpoint, { ...base, fault }, answer, like)
            }),
          )),
        )
      }
    }
    return all
  }

  /** Tests unknown parameters. v1.1 ignores them, and families with a list of parameters refuse them. */
  #strange(dialect: Dialect, endpoint: AnyEndpoint, kind: AuthKind): Promise<string[]> {
    return wrongs(`${kind}: unknown parameters`, async () => {
      const isForOnce = endpoint.paths[0].includes('invalidate_token')
      const text = this.#others(endpoint, '').join('&')
      const ask = async (more: string) =>
        this.#asker.ask({
          method: endpoint.method,
          path: filled(endpoint, endpoint.paths[0], this.#fixture.good),
          text: `${text}&${more}`,
          proof: await this.#proofs.good(kind, isForOnce),
        })
      const plain = await ask('')
      const strange = await ask(STRANGE_PARAMETERS)
      const isDocument = endpoint.auth.includes('none') && Object.keys(endpoint.params).length === 0
      // Endpoints for enterprises refuse every caller, whatever the parameters.
      const isRefused = endpoint.answers?.length === 0
      const refuses = dialect.rejectsUnknownParameters && !isDocument && !isRefused
      if (refuses) assertRefused(strange, dialect.badValue)
      else if (endpoint.method === 'GET') assertSame(summaryOf(strange), summaryOf(plain))
      else assertDeclared(strange, dialect, endpoint)
    })
  }

  /** The responses of a reading endpoint without the parameter, and with a valid value of the parameter. */
  async #likes(endpoint: AnyEndpoint, base: Omit<Case, 'fault'>): Promise<Readonly<Record<string, string>>> {
    if (endpoint.method !== 'GET') return {}
    const as = async (name: string) => {
      const fault = FAULTS.find((each) => each.name === name)
      assert.ok(fault !== undefined)
      return summaryOf(await this.#ask(endpoint, { ...base, fault }))
    }
    return { missing: await as('left out'), good: await as('good, twice') }
  }

  #ask(endpoint: AnyEndpoint, { proof, parameter, takes, fault }: Case): Promise<Answered> {
    const piece = fault.text(parameter, goodValue(parameter, takes, this.#fixture.good))
    return this.#asker.ask({
      method: endpoint.method,
      path: filled(endpoint, endpoint.paths[0], this.#fixture.good),
      text: [...this.#others(endpoint, parameter), piece].filter((each) => each !== '').join('&'),
      proof,
    })
  }

  /** Valid values of the other parameters. */
  #others({ params }: AnyEndpoint, parameter: string): string[] {
    return Object.entries(params)
      .filter(([name]) => name !== parameter)
      .filter(([name]) => {
        const group = ALTERNATIVES.find((names) => names.includes(name)) ?? []
        return (
          group.length === 0 || (!group.includes(parameter) && group.find((each) => each in params) === name)
        )
      })
      .map(([name, param]) => `${name}=${goodValue(name, kindOf(param), this.#fixture.good)}`)
  }

  #look(
    dialect: Dialect,
    endpoint: AnyEndpoint,
    { kind, parameter, takes, fault }: Case,
    answer: Answered,
    like: Readonly<Record<string, string>>,
  ): void {
    if (fault.meaning === 'undecodable') {
      const isSigned = kind === 'user' || kind === 'consumer' || kind === 'request-token'
      assertRefused(answer, dialect.undecodable[isSigned ? 'signed' : 'unsigned'])
      assertWindow(answer, endpoint, kind === 'user' ? undefined : kind)
      return
    }
    assertWindow(answer, endpoint, kind)
    // A parameter whose name has a different spelling counts as unknown.
    const isRenamed = ['in capitals', 'as a list', 'with an index'].includes(fault.name)
    if (dialect.rejectsUnknownParameters && isRenamed) {
      assertRefused(answer, dialect.badValue)
      return
    }
    if (dialect.rejectsUnknownParameters && fault.isStrange === true && endpoint.method === 'GET') {
      assertRefused(answer, dialect.badValue)
      return
    }
    const isEmpty = ['empty', 'without a sign of equality'].includes(fault.name)
    if (isEmpty && endpoint.params[parameter]?.refusesEmpty === true) {
      assertRefused(answer, dialect.badValue)
      return
    }
    const isBadId = fault.meaning === 'bad' && (takes === 'id' || takes === 'cursor')
    if (isBadId && !(takes === 'cursor' && fault.isInteger === true)) {
      assertRefused(answer, dialect.badValue)
      return
    }
    assertDeclared(answer, dialect, endpoint)
    // Families that are not strict treat invalid numbers and booleans as missing, because no client expects
    // an error.
    const isStrict = dialect.rejectsUnknownParameters && takes === 'number'
    const isLenient = fault.meaning === 'bad' && !isStrict && (takes === 'number' || takes === 'boolean')
    const asWhat = isLenient ? 'good' : fault.meaning
    const expected = like[asWhat]
    if (expected !== undefined) assertSame(summaryOf(answer), expected)
  }
}

function summaryOf({ status, refusal }: Answered): string {
  // The server refuses a second connection to a stream while the first connection is open.
  if (refusal?.title === 'ConnectionException') return '200'
  return refusal === undefined ? String(status) : shortly(refusal)
}
