/** Matches the posts of history in the order of the log, with the rules that were valid at the time of each post. */
import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { Rule, RuleSet } from '../../domain/rules/rule.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { isSampled } from '../../lib/ids/sampling.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Delivery } from './connection.ts'
import { expressionOf, matchingRules, NO_RULES, ruleOfEvent } from './rule-book.ts'
import { isPostEvent, isRuleEvent, type RuleEvent } from './stream-events.ts'
import { StreamedPost } from './streamed-post.ts'

/** True for events that change the rules of an app in a product. */
export function isRuleOf(event: LogEntry, { appId, product }: RuleSet): event is RuleEvent {
  return isRuleEvent(event) && event.app_id === appId && event.product === product
}

export class HistoryMatcher {
  readonly #of: RuleSet | undefined
  readonly #engine = new RuleEngine()
  readonly #live: (Rule | undefined)[] = []
  readonly #handles = new Map<bigint, number>()

  constructor(of: RuleSet | undefined, rules: readonly Rule[]) {
    this.#of = of
    for (const rule of rules) this.#add(rule)
  }

  /** False for a post outside the sample. In the filtered stream, the value is always true. */
  mayTake(id: bigint): boolean {
    return this.#of !== undefined || isSampled(id)
  }

  take(event: LogEntry, views: ReadonlyMap<bigint, StreamedView | undefined>): Delivery | undefined {
    if (this.#of !== undefined && isRuleOf(event, this.#of)) this.#change(event)
    if (!isPostEvent(event)) return undefined
    const view = views.get(event.position)
    if (view === undefined) return undefined
    const tail = this.#of === undefined ? NO_RULES : this.#tail(view)
    return tail === undefined ? undefined : { post: new StreamedPost(view, event, 0), tail }
  }

  #tail(view: StreamedView): Buffer | undefined {
    const rules = this.#engine.match(filterPostOf(view)).flatMap((handle) => this.#live[handle] ?? [])
    return rules.length === 0 ? undefined : matchingRules(rules)
  }

  #change(event: RuleEvent): void {
    if (event.kind === 'rule.added') this.#add(ruleOfEvent(event))
    else this.#remove(event.rule_id)
  }

  #add(rule: Rule): void {
    const expression = expressionOf(rule)
    if (expression === undefined || this.#handles.has(rule.id)) return
    const handle = this.#engine.add(expression)
    this.#handles.set(rule.id, handle)
    this.#live[handle] = rule
  }

  #remove(id: bigint): void {
    const handle = this.#handles.get(id)
    if (handle === undefined) return
    this.#handles.delete(id)
    this.#engine.remove(handle)
    this.#live[handle] = undefined
  }
}
