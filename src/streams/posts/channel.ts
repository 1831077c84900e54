/**
 * The filtered stream of one connected app. The channel applies changes of the app's rules in the order of the log,
 * and limits the posts per second.
 */
import type { Rule, RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import type { RuleEngine, RuleHandle } from '../../filter/engine.ts'
import { expressionOf, matchingRules } from './rule-book.ts'
import { SecondCap } from './second-cap.ts'
import type { StreamedPost } from './streamed-post.ts'

export interface PostReceiver {
  /** Posts that were dropped because of the limit per second. */
  dropped: number
  /** @param tail the end of the message, which lists the rules that matched */
  push(post: StreamedPost, tail: Buffer): void
}

/** Receives the matches of an app without counting as a connection of the app. Its methods must not throw. */
export interface MatchObserver {
  /** @param rules the rules that matched; at least one */
  matched(post: StreamedPost, rules: readonly Rule[]): void
  /** Called when a post, or every post of an author, must not be shown any more. */
  removed(what: Removal): void
}

export type Removal = { readonly postId: bigint } | { readonly authorId: bigint }

/** A change of the rules. */
export interface RuleChanged {
  readonly kind: 'rule.added' | 'rule.deleted'
  readonly rule: Rule
}

/** A rule in the index of all channels; the index matches posts. */
export interface IndexedRule {
  readonly channel: Channel
  readonly rule: Rule
  readonly handle: RuleHandle
  /** The end of a message for a post that matches only this rule; created when the rule first matches. */
  tail: Buffer | undefined
  matched: number
  lastMatchedAt: number
}

/** A rule with its entry in the index. A rule that its API no longer accepts has no entry. */
type ChannelRule = IndexedRule | { readonly rule: Rule }

/** The index that contains the rules of all channels. */
export interface RuleIndex {
  readonly engine: RuleEngine
  /** The active rules of all channels, by their handles in the index. */
  readonly entries: (IndexedRule | undefined)[]
}

export class Channel {
  readonly appId: bigint
  readonly product: RuleProduct
  /** The limit of posts per second. */
  readonly cap: SecondCap
  readonly #index: RuleIndex
  /** All rules of the app by id, including rules outside the index. */
  readonly #rules = new Map<bigint, ChannelRule>()
  /** Changes that arrived before {@link start}; undefined after {@link start}. */
  #earlyChanges: RuleChanged[] | undefined = []
  /** The connection that receives the posts; undefined while the connection still sends the history. */
  connection: PostReceiver | undefined
  /** Receives the posts in place of a connection. No limit applies to the observer, and its matches are not counted. */
  observer: MatchObserver | undefined
  /** The first rule that matches the current post; most posts match no other rule. */
  #first: IndexedRule | undefined
  readonly #others: IndexedRule[] = []

  /** @param maxPerSecond posts per second; Infinity for no limit */
  constructor(index: RuleIndex, { appId, product }: RuleSet, maxPerSecond: number) {
    this.#index = index
    this.appId = appId
    this.product = product
    this.cap = new SecondCap(maxPerSecond)
  }

  /** The rules at the position that the hub has reached. */
  get rules(): readonly Rule[] {
    return [...this.#rules.values()].map(({ rule }) => rule)
  }

  get entries(): readonly IndexedRule[] {
    return [...this.#rules.values()].flatMap((rule) => ('handle' in rule ? rule : []))
  }

  /** Applies a change. Call this method in the order of the log. */
  apply(change: RuleChanged): void {
    if (this.#earlyChanges !== undefined) this.#earlyChanges.push(change)
    else if (change.kind === 'rule.added') this.#add(change.rule)
    else this.#remove(change.rule.id)
  }

  /**
   * Starts with rules that were read after the channel was created. Call this method when the hub has reached the
   * position at which the rules were read.
   */
  start(rules: readonly Rule[]): void {
    const changes = this.#earlyChanges ?? []
    this.#earlyChanges = undefined
    for (const rule of rules) this.#add(rule)
    for (const change of changes) this.apply(change)
  }

  /** Removes the rules from the index. */
  removeRules(): void {
    for (const id of [...this.#rules.keys()]) this.#remove(id)
  }

  /** Adds a match of the current post. @returns true for the first match */
  addMatch(entry: IndexedRule): boolean {
    if (this.#first !== undefined) this.#others.push(entry)
    else {
      this.#first = entry
      return true
    }
    return false
  }

  /**
   * Sends the current post to the connection or drops it, and forgets the matches of the post.
   * @returns true if the post was dropped
   */
  deliver(post: StreamedPost): boolean {
    const { connection, observer } = this
    if (observer !== undefined) {
      observer.matched(post, this.#takeRules())
      return false
    }
    const tail = this.#takeTail()
    if (connection === undefined || tail === undefined) return false
    if (this.cap.take(post.at, 1) === 0) {
      connection.dropped += 1
      return true
    }
    connection.push(post, tail)
    return false
  }

  #takeTail(): Buffer | undefined {
    const first = this.#first
    if (first === undefined || this.#others.length > 0) {
      const rules = this.#takeRules()
      return rules.length === 0 ? undefined : matchingRules(rules)
    }
    this.#first = undefined
    return tailOf(first)
  }

  #takeRules(): readonly Rule[] {
    const first = this.#first
    this.#first = undefined
    return first === undefined ? [] : [first, ...this.#others.splice(0)].map(({ rule }) => rule)
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
    const rule = this.#rules.get(id)
    this.#rules.delete(id)
    if (rule === undefined || !('handle' in rule)) return
    this.#index.engine.remove(rule.handle)
    this.#index.entries[rule.handle] = undefined
  }
}

function tailOf(entry: IndexedRule): Buffer {
  entry.tail ??= matchingRules([entry.rule])
  return entry.tail
}
