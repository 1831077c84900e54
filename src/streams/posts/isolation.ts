/** Keeps what fails by its own data from post streams: left out, remembered, and given after all when it is tried again. */
import { isItemFailure } from '../../db/errors.ts'
import type { Context } from '../../domain/context.ts'
import type { RuleCount } from '../../domain/rules/rule-counts.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Failures } from '../../log/failures.ts'
import { listViews, type PostGraphServices } from '../../views/load-post-views.ts'
import { RULE_COUNTS, retryRuleCount, retryUsage, storeRuleCounts, USAGE } from './figures.ts'
import { leftOut, type OnLeftOut, POST_STREAMS, restreamPost } from './left-out.ts'
import { isPostEvent } from './stream-events.ts'
import type { Rendering } from './streamed-post.ts'

export interface IsolationParts extends Pick<Context, 'store' | 'clock'> {
  readonly graph: PostGraphServices
  /** Where posts and figures are remembered that are left out; nowhere when left out. */
  readonly failures?: Failures | undefined
}

export class Isolation {
  readonly failures: Failures | undefined
  readonly onLeftOut: OnLeftOut
  readonly #store: Context['store']

  /** @param renderings those that connections ask for now */
  constructor({ store, clock, graph, failures }: IsolationParts, renderings: () => readonly Rendering[]) {
    this.#store = store
    this.failures = failures
    this.onLeftOut = (left, error) => failures?.note(leftOut(left, error))
    failures?.onRetry(USAGE, retryUsage)
    failures?.onRetry(RULE_COUNTS, retryRuleCount)
    const views = (ids: readonly bigint[]) => listViews(graph, ids, { repliedTo: true, named: true })
    failures?.onRetry(POST_STREAMS, restreamPost({ store, clock }, views, renderings))
  }

  /** Does what an event asks for, or leaves the event out. @throws what is not its own data's fault */
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

  /** Stores what rules have matched. @param counts taken out as they are stored or remembered */
  storeCounts(counts: Set<RuleCount>): Promise<void> {
    return storeRuleCounts(this.#store, this.failures, counts)
  }
}
