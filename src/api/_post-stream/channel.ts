/** The stream of one app by its rules, while it is connected: rules in log order, and the cap of a second. */
import type { Rule, RuleProduct } from '../../domain/rules/rule.ts'
import type { RuleEngine, RuleHandle } from '../../filter/engine.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PostConnection } from './connection.ts'
import { type LiveRule, liveRule, matchingRules } from './rule-book.ts'
import type { StreamedPost } from './streamed-post.ts'

/** A change of the rules, at its place in the log. */
export interface RuleChanged {
  readonly kind: 'rule.added' | 'rule.deleted'
  readonly rule: Rule
}

/** A live rule in the engine of all channels. */
export interface Entry {
  readonly channel: Channel
  readonly rule: LiveRule
  /** The end of a message that matched this rule alone. */
  readonly tail: Buffer
  matched: number
  lastMatchedAt: number
}

/** The rules of all channels as one index. */
export interface Index {
  readonly engine: RuleEngine
  /** By handle. */
  readonly entries: (Entry | undefined)[]
}

export class Channel {
  readonly appId: bigint
  readonly product: RuleProduct
  readonly #index: Index
  readonly #handles = new Map<bigint, RuleHandle>()
  readonly #rules = new Map<bigint, Rule>()
  /** Changes that came while the rules were being read; undefined when they have been. */
  #early: RuleChanged[] | undefined = []
  /** Whom posts are given to; undefined before it has joined the present. */
  connection: PostConnection | undefined
  /** What the post at hand has matched; the hub's. */
  readonly matched: Entry[] = []
  #second = 0
  #inSecond = 0

  constructor(index: Index, { appId, product }: { readonly appId: bigint; readonly product: RuleProduct }) {
    this.#index = index
    this.appId = appId
    this.product = product
  }

  /** The rules as they stand where the hub is. */
  get rules(): readonly Rule[] {
    return [...this.#rules.values()]
  }

  get entries(): readonly Entry[] {
    return [...this.#handles.values()].flatMap((handle) => this.#index.entries[handle] ?? [])
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

  /** Gives a post that has matched to the connection, or drops it. @returns whether it was dropped */
  deliver(post: StreamedPost, clock: Clock, mostInSecond: number): boolean {
    const [only] = this.matched
    if (this.connection === undefined || only === undefined) return false
    const second = Math.floor(clock.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
    }
    this.#inSecond += 1
    if (this.#inSecond > mostInSecond) return true
    const tail = this.matched.length === 1 ? only.tail : matchingRules(this.matched.map(({ rule }) => rule))
    this.connection.push({ post, tail })
    return false
  }

  #add(rule: Rule): void {
    if (this.#rules.has(rule.id)) return
    this.#rules.set(rule.id, rule)
    const live = liveRule(rule)
    if (live === undefined) return
    const handle = this.#index.engine.add(live.expression)
    this.#handles.set(rule.id, handle)
    const tail = matchingRules([rule])
    this.#index.entries[handle] = { channel: this, rule: live, tail, matched: 0, lastMatchedAt: 0 }
  }

  #remove(id: bigint): void {
    this.#rules.delete(id)
    const handle = this.#handles.get(id)
    if (handle === undefined) return
    this.#handles.delete(id)
    this.#index.engine.remove(handle)
    this.#index.entries[handle] = undefined
  }
}
