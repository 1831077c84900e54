/**
 * All live rules of all apps as one index: each rule is filed under its rarest required terms, a post visits only the
 * rules filed under terms that it holds, and tests what is left of them. spec/server.md#rule-engine. What matches is
 * exactly what reference.ts says.
 */
import { must } from '../lib/assert.ts'
import type { Expression, Term } from './ast.ts'
import { MAX_TESTS, planOf } from './plan.ts'
import type { FilterPost } from './post.ts'
import { Rarity } from './rarity.ts'
import { Records } from './records.ts'
import { MAX_TURNS, TermMatcher } from './term-matcher.ts'
import { Terms } from './terms.ts'

/** Names a live rule of an engine; that of a removed rule is given again. */
export type RuleHandle = number

/** The places of the records that are filed under one term. */
type Filed = number | number[] | undefined

export interface RuleEngineOptions {
  /** 32 bits that those who write rules cannot know, so that they cannot choose words that are slow to look up. */
  readonly seed?: number
  /** After so many posts the engine's counter of posts begins anew: 1 to 2^32 - 1. */
  readonly maxTurns?: number
}

/** Live rules, matched against one post at a time. */
export class RuleEngine {
  readonly #rarity = new Rarity()
  readonly #terms: Terms
  readonly #matcher: TermMatcher
  readonly #records = new Records()
  /** The place of each rule's record, by its handle. */
  readonly #places: (number | undefined)[] = []
  readonly #freeHandles: number[] = []
  readonly #filed: Filed[] = []
  /** Rules that posts may match without holding any of their terms: every post visits them. */
  readonly #unfiled: number[] = []
  /** For each rule that is filed twice, the turn in which it was last visited, by its handle. */
  #visited = new Uint32Array(64)

  constructor({ seed = 0, maxTurns = MAX_TURNS }: RuleEngineOptions = {}) {
    this.#terms = new Terms(this.#rarity, seed)
    this.#matcher = new TermMatcher(this.#terms, this.#rarity, maxTurns)
  }

  /** How many rules are live. */
  get size(): number {
    return this.#places.length - this.#freeHandles.length
  }

  /** How many different terms the live rules have, the words under which phrases are filed included. */
  get terms(): number {
    return this.#terms.size
  }

  /** Bytes of the arrays of numbers; the tables of terms are not counted. */
  get recordBytes(): number {
    return this.#records.bytes + this.#visited.byteLength + this.#matcher.seen.byteLength
  }

  /**
   * Makes a rule live, in well under a millisecond however many there are. It is filed by what posts have shown of the
   * rarity of words so far: before many rules are added at once, some recent posts are best matched.
   * @throws {RangeError} for a rule of more than 65,520 terms, which no dialect allows
   */
  add(expression: Expression): RuleHandle {
    const { anchors, tests } = planOf(expression, (term) => this.#rarity.of(term))
    if (tests.length > MAX_TESTS || (anchors?.length ?? 0) > MAX_TESTS) {
      throw new RangeError('the rule has too many terms')
    }
    const handle = this.#freeHandles.pop() ?? this.#places.length
    const place = this.#records.write({
      handle,
      anchors: this.#holdOnce(anchors ?? []),
      tests: tests.map(({ term, ...goOn }) => ({ term: this.#terms.retain(term), ...goOn })),
    })
    this.#places[handle] = place
    if (anchors === undefined) this.#unfiled.push(place)
    for (const term of this.#records.anchorsAt(place)) this.#filed[term] = withPlace(this.#filed[term], place)
    this.#widenVisited(handle)
    return handle
  }

  /** Ends a rule. @throws {InvariantBroken} when no live rule has that handle */
  remove(handle: RuleHandle): void {
    const place = must(this.#places[handle], 'the rule')
    const anchors = this.#records.anchorsAt(place)
    if (anchors.length === 0) takeOut(this.#unfiled, place)
    for (const term of anchors) {
      this.#filed[term] = withoutPlace(this.#filed[term], place)
      this.#terms.release(term)
    }
    for (const term of this.#records.testedAt(place)) this.#terms.release(term)
    this.#records.free(place)
    this.#places[handle] = undefined
    this.#freeHandles.push(handle)
  }

  /** The rules that the post matches, each once, in no order. */
  match(post: FilterPost): RuleHandle[] {
    const matched: RuleHandle[] = []
    const held = this.#matcher.read(post)
    if (this.#matcher.turn === 1) this.#visited.fill(0)
    for (const term of held) {
      const filed = this.#filed[term]
      if (filed === undefined) continue
      if (typeof filed === 'number') this.#visit(filed, matched)
      else for (const place of filed) this.#visit(place, matched)
    }
    for (const place of this.#unfiled) this.#visit(place, matched)
    return matched
  }

  #visit(place: number, matched: RuleHandle[]): void {
    const records = this.#records
    const { seen, turn } = this.#matcher
    if (records.isFiledTwice(place)) {
      const handle = records.handleAt(place)
      if (this.#visited[handle] === turn) return
      this.#visited[handle] = turn
    }
    if (records.passes(place, seen, turn)) matched.push(records.handleAt(place))
  }

  /** The numbers of terms, each held once, though it be named twice. */
  #holdOnce(terms: readonly Term[]): number[] {
    const numbers = new Set<number>()
    for (const term of terms) {
      const number = this.#terms.retain(term)
      if (numbers.has(number)) this.#terms.release(number)
      numbers.add(number)
    }
    return [...numbers]
  }

  #widenVisited(handle: number): void {
    if (handle < this.#visited.length) return
    const wider = new Uint32Array(2 * this.#visited.length)
    wider.set(this.#visited)
    this.#visited = wider
  }
}

function withPlace(filed: Filed, place: number): Filed {
  if (filed === undefined) return place
  if (typeof filed === 'number') return [filed, place]
  filed.push(place)
  return filed
}

function withoutPlace(filed: Filed, place: number): Filed {
  if (typeof filed !== 'object') return undefined
  takeOut(filed, place)
  return filed.length === 0 ? undefined : filed
}

/** Takes a value out of a list whose order does not matter. */
function takeOut(list: number[], value: number): void {
  const last = list.pop()
  const at = last === value ? -1 : list.indexOf(value)
  if (at >= 0 && last !== undefined) list[at] = last
}
