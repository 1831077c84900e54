/**
 * Isolates posts and counts whose own data causes an error. This module skips and records such posts and counts; a
 * retry sends or stores them.
 */
import { isItemFailure } from '../../db/errors.ts'
import type { Context } from '../../domain/context.ts'
import type { RuleCount } from '../../domain/rules/rule-counts.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Failures } from '../../log/failures.ts'
import { listViews, type PostGraphServices } from '../../views/load-post-views.ts'
import { RULE_COUNTS, retryRuleCount, retryUsage, storeRuleCounts, USAGE } from './figures.ts'
import { leftOutFailure, type OnLeftOut, POST_STREAMS, restreamPost } from './left-out.ts'
import { isPostEvent } from './stream-events.ts'
import type { Rendering } from './streamed-post.ts'

export interface IsolationParts extends Pick<Context, 'store' | 'clock'> {
  readonly graph: PostGraphServices
  /** Records skipped posts and counts. When undefined, nothing is recorded. */
  readonly failures?: Failures | undefined
}

export class Isolation {
  readonly failures: Failures | undefined
  readonly onLeftOut: OnLeftOut
  readonly #store: Context['store']

  /** @param renderings the renderings that the open connections use */
  constructor({ store, clock, graph, failures }: IsolationParts, renderings: () => readonly Rendering[]) {
    this.#store = store
    this.failures = failures
    this.onLeftOut = (left, error) => failures?.recordSoon(leftOutFailure(left, error))
    failures?.onRetry(USAGE, retryUsage)
    failures?.onRetry(RULE_COUNTS, retryRuleCount)
    const views = (ids: readonly bigint[]) => listViews(graph, ids, { repliedTo: true, named: true })
    failures?.onRetry(POST_STREAMS, restreamPost({ store, clock }, views, renderings))
  }

  /** Handles an event, or skips the event when its data causes an error. @throws all other errors */
  attempt<Entry extends LogEntry>(
    event: Entry,
    work: (event: Exclude<Entry, { kind: 'unreadable' }>) => void,
  ): void {
    try {
      if (event.kind === 'unreadable') throw new TypeError(event.reason)
      work(event as Exclude<Entry, { kind: 'unreadable' }>)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.onLeftOut(isPostEvent(event) ? { postId: event.post_id, position: event.position } : event, error)
    }
  }

  /**
   * Stores the numbers of matches of rules. @param counts a count is removed from the set after it was stored or
   * recorded
   */
  storeCounts(counts: Set<RuleCount>): Promise<void> {
    return storeRuleCounts(this.#store, this.failures, counts)
  }
}
