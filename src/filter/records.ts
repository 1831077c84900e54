/**
 * Stores rules in one array of numbers. The record of a rule has its handle, the number of its anchors, the number of
 * its tests, the anchors (as numbers of terms), and a term with two targets for each test. See
 * spec/server.md#rule-engine.
 */
import { ACCEPT, MAX_TESTS } from './plan.ts'

const HEAD = 2
const TEST = 2

/** A test that names its term by number. */
export interface NumberedTest {
  readonly term: number
  readonly ifTrue: number
  readonly ifFalse: number
}

export interface RuleRecord {
  readonly handle: number
  /** Numbers of distinct terms; at most 65,535. */
  readonly anchors: readonly number[]
  readonly tests: readonly NumberedTest[]
}

/**
 * The records, each identified by its position in the array. Positions of removed records are reused for records of the
 * same length.
 */
export class Records {
  #cells = new Int32Array(1024)
  #end = 0
  readonly #holes = new Map<number, number[]>()

  /** Size of the array in bytes. */
  get bytes(): number {
    return this.#cells.byteLength
  }

  /** Writes a record. @returns the position of the record */
  write({ handle, anchors, tests }: RuleRecord): number {
    const place = this.#room(HEAD + anchors.length + TEST * tests.length)
    const cells = this.#cells
    cells[place] = handle
    cells[place + 1] = (anchors.length << 16) | tests.length
    let at = place + HEAD
    for (const anchor of anchors) cells[at++] = anchor
    for (const { term, ifTrue, ifFalse } of tests) {
      cells[at++] = term
      cells[at++] = (ifTrue << 16) | ifFalse
    }
    return place
  }

  /** Releases the position of a record for reuse. */
  free(place: number): void {
    const length = HEAD + this.#anchorsAt(place) + TEST * this.#testsAt(place)
    const holes = this.#holes.get(length)
    if (holes === undefined) this.#holes.set(length, [place])
    else holes.push(place)
  }

  handleAt(place: number): number {
    return this.#cells[place] ?? 0
  }

  /** The term numbers of the anchors of a rule. */
  anchorsAt(place: number): number[] {
    return [...this.#cells.subarray(place + HEAD, place + HEAD + this.#anchorsAt(place))]
  }

  /** The term numbers in the tests, with repetitions. */
  testedAt(place: number): number[] {
    const first = place + HEAD + this.#anchorsAt(place)
    return Array.from({ length: this.#testsAt(place) }, (_, test) => this.#cells[first + TEST * test] ?? 0)
  }

  /** True when the rule is indexed under several terms. */
  isFiledTwice(place: number): boolean {
    return this.#anchorsAt(place) > 1
  }

  /**
   * Runs the tests of a rule.
   * @param seen for each term number, the last turn in which the term occurred; equal to `turn` if the post contains
   *   the term
   */
  passes(place: number, seen: Uint32Array, turn: number): boolean {
    const cells = this.#cells
    const counts = cells[place + 1] ?? 0
    if ((counts & 0xffff) === 0) return true
    const first = place + HEAD + (counts >>> 16)
    let test = 0
    while (test < MAX_TESTS) {
      const at = first + TEST * test
      const goOn = cells[at + 1] ?? 0
      test = seen[cells[at] ?? 0] === turn ? goOn >>> 16 : goOn & 0xffff
    }
    return test === ACCEPT
  }

  #anchorsAt(place: number): number {
    return (this.#cells[place + 1] ?? 0) >>> 16
  }

  #testsAt(place: number): number {
    return (this.#cells[place + 1] ?? 0) & 0xffff
  }

  #room(length: number): number {
    const hole = this.#holes.get(length)?.pop()
    if (hole !== undefined) return hole
    const place = this.#end
    this.#end += length
    if (this.#end > this.#cells.length) {
      const wider = new Int32Array(Math.max(this.#end, 2 * this.#cells.length))
      wider.set(this.#cells)
      this.#cells = wider
    }
    return place
  }
}
