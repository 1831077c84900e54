/** The stream of one app by its rules, while it is connected: rules in log order, and the cap of a second. */
import type { Rule, RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import type { RuleEngine, RuleHandle } from '../../filter/engine.ts'
import { expressionOf, matchingRules } from './rule-book.ts'
import { SecondCap } from './second-cap.ts'
import type { StreamedPost } from './streamed-post.ts'

export interface PostReceiver {
  /** @param tail the end of the message, with the rules that matched */
  push(post: StreamedPost, tail: Buffer): void
}

/** A change of the rules, at its place in the log. */
export interface RuleChanged {
  readonly kind: 'rule.added' | 'rule.deleted'
  readonly rule: Rule
}

/** A live rule in the engine of all channels. */
export interface Entry {
  readonly channel: Channel
  readonly rule: Rule
  readonly handle: RuleHandle
  /** The end of a message that matched this rule alone, once there was one. */
  tail: Buffer | undefined
  matched: number
  lastMatchedAt: number
}

/** A rule that its dialect does not take any more has no place in the engine. */
type HeldRule = Entry | { readonly rule: Rule }

/** The rules of all channels as one index. */
export interface Index {
  readonly engine: RuleEngine
  /** By handle. */
  readonly entries: (Entry | undefined)[]
}

export class Channel {
  readonly appId: bigint
  readonly product: RuleProduct
  /** Of the connection, from its beginning. */
  readonly cap: SecondCap
  readonly #index: Index
  /** Rules by id, those that match nothing too. */
  readonly #rules = new Map<bigint, HeldRule>()
  /** Changes that came while the rules were being read; undefined when they have been. */
  #early: RuleChanged[] | undefined = []
  /** Takes the posts; undefined before it has joined the present. */
  connection: PostReceiver | undefined
  /** What the post at hand has matched: mostly one rule. */
  #first: Entry | undefined
  readonly #others: Entry[] = []

  /** @param mostInSecond posts that it is given in a second; Infinity for no end */
  constructor(index: Index, { appId, product }: RuleSet, mostInSecond: number) {
    this.#index = index
    this.appId = appId
    this.product = product
    this.cap = new SecondCap(mostInSecond)
  }

  /** The rules as they stand where the hub is. */
  get rules(): readonly Rule[] {
    return [...this.#rules.values()].map(({ rule }) => rule)
  }

  get entries(): readonly Entry[] {
    return [...this.#rules.values()].flatMap((held) => ('handle' in held ? held : []))
  }

  /** A change at its place in the log. */
  apply(change: RuleChanged): void {
    if (this.#early !== undefined) this.#early.push(change)
    else if (change.kind === 'rule.added') this.#add(change.rule)
    else this.#remove(change.rule.id)
  }

  /**
   * The rules were read from the database at some moment since the channel was made. Called when the hub has come at
   * least as far as that.
   */
  begin(rules: readonly Rule[]): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const rule of rules) this.#add(rule)
    for (const change of early) this.apply(change)
  }

  /** Takes the rules out of the index. */
  end(): void {
    for (const id of [...this.#rules.keys()]) this.#remove(id)
  }

  /** Notes that the post at hand matches a rule of the channel. @returns whether it is the first */
  note(entry: Entry): boolean {
    if (this.#first !== undefined) this.#others.push(entry)
    else {
      this.#first = entry
      return true
    }
    return false
  }

  /**
   * Gives the post at hand to the connection, or drops it, and forgets what it has matched.
   * @param at milliseconds since the Unix epoch
   * @returns whether it was dropped
   */
  deliver(post: StreamedPost, at: number): boolean {
    const { connection } = this
    const tail = this.#takeTail()
    if (connection === undefined || tail === undefined) return false
    if (this.cap.take(at, 1) === 0) return true
    connection.push(post, tail)
    return false
  }

  #takeTail(): Buffer | undefined {
    const first = this.#first
    this.#first = undefined
    if (first === undefined || this.#others.length === 0)
      return first === undefined ? undefined : tailOf(first)
    return matchingRules([first, ...this.#others.splice(0)].map(({ rule }) => rule))
  }

  #add(rule: Rule): void {
    if (this.#rules.has(rule.id)) return
    const expression = expressionOf(rule)
    if (expression === undefined) {
      this.#rules.set(rule.id, { rule })
      return
    }
    const handle = this.#index.engine.add(expression)
    const entry = { channel: this, rule, handle, tail: undefined, matched: 0, lastMatchedAt: 0 }
    this.#rules.set(rule.id, entry)
    this.#index.entries[handle] = entry
  }

  #remove(id: bigint): void {
    const held = this.#rules.get(id)
    this.#rules.delete(id)
    if (held === undefined || !('handle' in held)) return
    this.#index.engine.remove(held.handle)
    this.#index.entries[held.handle] = undefined
  }
}

function tailOf(entry: Entry): Buffer {
  entry.tail ??= matchingRules([entry.rule])
  return entry.tail
}
