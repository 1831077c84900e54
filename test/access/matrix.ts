/** Sends all requests of the matrix, and reports the responses that differ from the expected responses. */

import assert from 'node:assert/strict'
import type { Reader } from '../../src/db/store.ts'
import { must } from '../../src/lib/assert.ts'
import type { Connections } from '../support/http/connections.ts'
import { requestText } from '../support/http/wire.ts'
import { sample } from '../support/part.ts'
import { type Answered, actualText, expectedText, leakFinder, shownIn } from './answers.ts'
import { CALLERS, USERS_CALLING } from './callers.ts'
import { contentOf } from './content.ts'
import type { AccessFixture, Encounter } from './fixture.ts'
import { type Cell, refusalOfCaller, type Verdict, verdictOn } from './policy.ts'
import type { Row, Way } from './rows.ts'
import { storedRelations } from './stored-relations.ts'
import { SHOWN_KINDS } from './targets.ts'
import { isHidden } from './world.ts'

interface Question {
  readonly encounter: Encounter
  readonly way: Way
}

export class Matrix {
  readonly #url: string
  readonly #connections: Connections
  readonly #reader: Reader
  readonly #fixture: AccessFixture
  readonly #leaksIn: (text: string) => readonly string[]

  /** @param url URL of the server that has the users of `fixture` */
  constructor(url: string, connections: Connections, reader: Reader, fixture: AccessFixture) {
    this.#url = url
    this.#connections = connections
    this.#reader = reader
    this.#fixture = fixture
    this.#leaksIn = leakFinder(fixture.world)
  }

  /** Checks the requests that change nothing: reads, and refused changes. */
  async checkUnchanged(endpoint: string, row: Row): Promise<readonly string[]> {
    const before = row.writes ? await storedRelations(this.#reader) : []
    const questions = this.#fixture
      .encounters()
      .flatMap((encounter) => row.ways.map((way) => ({ encounter, way })))
      .filter((question) => makesADifference(row, question) && !changesSomething(row, question))
    const wrong = await this.#connections.bulk(sample(questions, endpoint), (question) =>
      this.#wrongIn(endpoint, row, question),
    )
    if (row.writes)
      assert.deepEqual(await storedRelations(this.#reader), before, 'a refused change has changed something')
    return wrong
  }

  /** Checks the requests that must change data. Each request gets a new target. */
  async checkChanges(endpoint: string, row: Row): Promise<readonly string[]> {
    const [way] = row.ways
    const pairs = this.#fixture
      .encounters()
      .filter(({ caller, targetKind }) => USERS_CALLING.includes(caller) && isShownKind(targetKind))
      .filter((encounter) => verdictOf(row, { encounter, way: must(way, 'a way') }) === 'good')
    assert.ok(pairs.length > 0, 'no caller may make this change')
    return this.#connections.bulk(pairs, async ({ caller, targetKind }) => {
      const encounter = await this.#fixture.freshEncounter(caller, targetKind as (typeof SHOWN_KINDS)[number])
      return this.#wrongIn(endpoint, row, { encounter, way: must(way, 'a way') })
    })
  }

  /**
   * True if the response to a caller's request about a suspended user contains users that the fixture hides.
   */
  async finds(endpoint: string, row: Row, caller: Encounter['caller']): Promise<boolean> {
    const encounter = must(
      this.#fixture.encounters().find((each) => each.caller === caller && each.targetKind === 'suspended'),
      'an encounter',
    )
    const answers = await this.#connections.bulk([...row.ways], async (way) => [
      (await this.#ask(endpoint, { encounter, way })).text,
    ])
    return answers.some((text) => this.#leaksIn(text).length > 0)
  }

  /** The users that are hidden from all callers. */
  get hidden() {
    return this.#fixture.world.people.filter(isHidden)
  }

  async #wrongIn(endpoint: string, row: Row, question: Question): Promise<string[]> {
    const { encounter, way } = question
    const { target, viewer, caller, targetKind } = encounter
    const { world, bystanders } = this.#fixture
    const answer = await this.#ask(endpoint, question)
    const read = shownIn(world, answer)
    // Responses to changes are tested with their endpoints.
    const shown = row.writes ? read?.map(({ what }) => ({ what })) : read
    const [path = ''] = this.#target(endpoint, question).split('?')
    const request = { row, way, viewer, target, bystanders }
    const expected = expectedText(verdictOf(row, question), path, target, () => contentOf(world, request))(
      shown,
    )
    const actual = actualText(answer, shown)
    const about = `${caller} requests ${this.#target(endpoint, question)} of ${targetKind}`
    const leaks = this.#leaksIn(`${answer.headers}\n${answer.text}`).map((leak) => `${about}: leaks ${leak}`)
    return actual === expected ? leaks : [`${about}:\n  must be ${expected}\n  is      ${actual}`, ...leaks]
  }

  async #ask(endpoint: string, question: Question): Promise<Answered & { readonly headers: string }> {
    const [method = ''] = endpoint.split(' ')
    const target = this.#target(endpoint, question)
    const authorization = question.encounter.credentials?.(method, `${this.#url}${target}`)
    const { status, headers, body } = await this.#connections.exchange(
      requestText(`${method} ${target} HTTP/1.1`, [
        ['host', new URL(this.#url).host],
        ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
        ...(method === 'POST' ? [['content-length', '0'] as const] : []),
      ]),
    )
    return { status, headers: headers.map((header) => header.join(': ')).join('\n'), text: body }
  }

  #target(endpoint: string, { encounter, way }: Question): string {
    const [, path = ''] = endpoint.split(' ')
    return way.url(path, encounter.target, this.#fixture.bystanders)
  }
}

function cellOf(row: Row, { encounter, way }: Question): Cell {
  const { caller, target, targetKind, relations } = encounter
  const userState = targetKind === 'unknown' ? undefined : target.userState
  return { row, way, proof: CALLERS[caller].proof, target: userState, relations }
}

function verdictOf(row: Row, question: Question): Verdict {
  return verdictOn(cellOf(row, question))
}

function changesSomething(row: Row, question: Question): boolean {
  return (row.writes || row.onlyRefusals === true) && verdictOf(row, question) === 'good'
}

/**
 * For a caller that is always refused, one kind of parameters is enough. For a request that names no user,
 * one target is enough.
 */
function makesADifference(row: Row, question: Question): boolean {
  const { encounter, way } = question
  if (way.hasNoTarget === true && encounter.targetKind !== 'active') return false
  return way === row.ways[0] || refusalOfCaller(cellOf(row, question)) === undefined
}

function isShownKind(kind: string): boolean {
  return SHOWN_KINDS.some((each) => each === kind)
}
