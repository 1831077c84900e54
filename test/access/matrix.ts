/** Asks every question of the matrix, and tells of every answer that is not what it must be. */
import assert from 'node:assert/strict'
import type { Reader } from '../../src/db/store.ts'
import { must } from '../../src/lib/assert.ts'
import type { Connections } from '../support/connections.ts'
import { requestText } from '../support/wire.ts'
import { type Answered, actualText, expectedText, leakFinder, shownIn } from './answers.ts'
import { CALLERS, USERS_CALLING } from './callers.ts'
import { contentOf } from './content.ts'
import { type Cell, refusalOfCaller, type Verdict, verdictOn } from './policy.ts'
import type { Row, Way } from './rows.ts'
import type { Encounter, Scene } from './scene.ts'
import { SHOWN_KINDS } from './targets.ts'
import { tiesStored } from './ties.ts'
import { isHidden } from './world.ts'

interface Question {
  readonly encounter: Encounter
  readonly way: Way
}

export class Matrix {
  readonly #url: string
  readonly #connections: Connections
  readonly #reader: Reader
  readonly #scene: Scene
  readonly #leaksIn: (text: string) => readonly string[]

  /** @param url of the server on which `scene` was set, and connections to it */
  constructor(url: string, connections: Connections, reader: Reader, scene: Scene) {
    this.#url = url
    this.#connections = connections
    this.#reader = reader
    this.#scene = scene
    this.#leaksIn = leakFinder(scene.world)
  }

  /** Everything that leaves the scene as it is: reads, and changes that are refused. */
  async standing(endpoint: string, row: Row): Promise<readonly string[]> {
    const before = row.writes ? await tiesStored(this.#reader) : []
    const questions = this.#scene
      .encounters()
      .flatMap((encounter) => row.ways.map((way) => ({ encounter, way })))
      .filter((question) => makesADifference(row, question) && !changesSomething(row, question))
    const wrong = await this.#connections.bulk(questions, (question) =>
      this.#wrongIn(endpoint, row, question),
    )
    if (row.writes)
      assert.deepEqual(await tiesStored(this.#reader), before, 'a refused change has changed something')
    return wrong
  }

  /** Changes that must be made, each to a target that nobody has met before. */
  async changes(endpoint: string, row: Row): Promise<readonly string[]> {
    const [way] = row.ways
    const pairs = this.#scene
      .encounters()
      .filter(({ caller, targetKind }) => USERS_CALLING.includes(caller) && isShownKind(targetKind))
      .filter((encounter) => verdictOf(row, { encounter, way: must(way, 'a way') }) === 'good')
    assert.ok(pairs.length > 0, 'nobody may do this to anybody')
    return this.#connections.bulk(pairs, async ({ caller, targetKind }) => {
      const encounter = await this.#scene.freshEncounter(caller, targetKind as (typeof SHOWN_KINDS)[number])
      return this.#wrongIn(endpoint, row, { encounter, way: must(way, 'a way') })
    })
  }

  /** Whether the same questions find those who are hidden here, for who is asked with `caller`'s keys. */
  async finds(endpoint: string, row: Row, caller: Encounter['caller']): Promise<boolean> {
    const encounter = must(
      this.#scene.encounters().find((each) => each.caller === caller && each.targetKind === 'suspended'),
      'an encounter',
    )
    const answers = await this.#connections.bulk([...row.ways], async (way) => [
      (await this.#ask(endpoint, { encounter, way })).text,
    ])
    return answers.some((text) => this.#leaksIn(text).length > 0)
  }

  /** Everybody who is shown to nobody. */
  get hidden() {
    return this.#scene.world.people.filter(isHidden)
  }

  async #wrongIn(endpoint: string, row: Row, question: Question): Promise<string[]> {
    const { encounter, way } = question
    const { target, viewer, caller, targetKind } = encounter
    const { world, bystanders } = this.#scene
    const answer = await this.#ask(endpoint, question)
    const read = shownIn(world, answer)
    // What an answer to a change tells of the tie is tested where the change is.
    const shown = row.writes ? read?.map(({ what }) => ({ what })) : read
    const [path = ''] = this.#target(endpoint, question).split('?')
    const asked = { row, way, viewer, target, bystanders }
    const expected = expectedText(verdictOf(row, question), path, target, () => contentOf(world, asked))(
      shown,
    )
    const actual = actualText(answer, shown)
    const about = `${caller} asks ${this.#target(endpoint, question)} of ${targetKind}`
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
    return way.url(path, encounter.target, this.#scene.bystanders)
  }
}

function cellOf(row: Row, { encounter, way }: Question): Cell {
  const { caller, target, targetKind, ties } = encounter
  const standing = targetKind === 'unknown' ? undefined : target.standing
  return { row, way, proof: CALLERS[caller].proof, target: standing, ties }
}

function verdictOf(row: Row, question: Question): Verdict {
  return verdictOn(cellOf(row, question))
}

function changesSomething(row: Row, question: Question): boolean {
  return (row.writes || row.onlyRefusals === true) && verdictOf(row, question) === 'good'
}

/** A caller who is refused anyway asks in one way; where nobody is named, one target is enough. */
function makesADifference(row: Row, question: Question): boolean {
  const { encounter, way } = question
  if (way.namesNobody === true && encounter.targetKind !== 'active') return false
  return way === row.ways[0] || refusalOfCaller(cellOf(row, question)) === undefined
}

function isShownKind(kind: string): boolean {
  return SHOWN_KINDS.some((each) => each === kind)
}
