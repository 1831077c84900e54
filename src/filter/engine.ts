/**
 * Indexes all active rules of all apps. Each rule is indexed under its anchors. The anchors of a rule are terms; every
 * matching post has at least one of them. For a post, the engine tests only the rules that are indexed under a term of
 * the post, with their remaining terms. See spec/server.md#rule-engine. The result equals the result of reference.ts.
 */
import { must } from '../lib/assert.ts'
import type { Expression, Term } from './ast.ts'
import { MAX_TESTS, planOf } from './plan.ts'
import type { FilterPost } from './post.ts'
import { Rarity } from './rarity.ts'
import { Records } from './records.ts'
import { MAX_TURNS, TermMatcher } from './term-matcher.ts'
import { Terms } from './terms.ts'

/** Identifies an active rule of an engine. Handles of removed rules are reused. */
export type RuleHandle = number

/** Positions of the records of the rules that are indexed under one term. */
type Filed = number | number[] | undefined

export interface RuleEngineOptions {
  /**
   * Secret seed of 32 bits for hashing. Without a secret, authors of rules could choose words that are slow to look up.
   */
  readonly seed?: number
  /**
   * Maximum turn, 1 to 2^32 - 1. The engine numbers the posts with turns, and marks the terms of a post with the turn
   * of the post. After the maximum turn, the numbers start again.
   */
  readonly maxTurns?: number
}

/** The active rules; each call matches one post against them. */
export class RuleEngine {
  readonly #rarity = new Rarity()
  readonly #terms: Terms
  readonly #matcher: TermMatcher
  readonly #records = new Records()
  /** Position of the record of each rule, by handle. */
  readonly #places: (number | undefined)[] = []
  readonly #freeHandles: number[] = []
  readonly #filed: Filed[] = []
  /** Positions of rules without anchors, which are tested for every post. */
  readonly #unfiled: number[] = []
  /**
   * For each handle: the turn (number of the post) in which the rule was last tested. With this number, a rule under
   * several terms is tested only once for a post.
   */
  #visited = new Uint32Array(64)

  constructor({ seed = 0, maxTurns = MAX_TURNS }: RuleEngineOptions = {}) {
    this.#terms = new Terms(this.#rarity, seed)
    this.#matcher = new TermMatcher(this.#terms, this.#rarity, maxTurns)
  }

  /** Number of active rules. */
  get size(): number {
    return this.#places.length - this.#freeHandles.length
  }

  /** Number of distinct terms in the active rules, including words under which phrases are indexed. */
  get terms(): number {
    return this.#terms.size
  }

  /** Size of the arrays of records in bytes, without the tables of terms. */
  get recordBytes(): number {
    return this.#records.bytes + this.#visited.byteLength + this.#matcher.seen.byteLength
  }

  /**
   * Adds a rule in well under a millisecond. Match some recent posts before adding many rules, because the anchors
   * depend on how rare words have been so far.
   * @throws {RangeError} for a rule with more than 65,520 terms, which no dialect allows
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

  /** Removes a rule. @throws {InvariantBroken} when no active rule has the handle */
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

  /** Handles of the matching rules, without duplicates, in no defined order. */
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

  /** Numbers of the distinct terms. Each term is retained once. */
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

/** Removes a value from a list whose order does not matter. */
function takeOut(list: number[], value: number): void {
  const last = list.pop()
  const at = last === value ? -1 : list.indexOf(value)
  if (at >= 0 && last !== undefined) list[at] = last
}
