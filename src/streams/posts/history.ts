/**
 * Sends history to clients that resume. Posts of history are read from the log, matched with the rules that were
 * valid at the time of the post, and sent within the limit per second.
 */

import { isItemFailure } from '../../db/errors.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { Rule, RuleSet } from '../../domain/rules/rule.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/read-table.ts'
import { type Gap, type History, type HistoryStep, retentionGap } from '../history.ts'
import type { Delivery } from './connection.ts'
import { HistoryMatcher, isRuleOf } from './history-matcher.ts'
import type { OnLeftOut } from './left-out.ts'
import { ruleOfEvent } from './rule-book.ts'
import type { SecondCap } from './second-cap.ts'
import { isPostEvent, type PostEvent, type RuleEvent } from './stream-events.ts'

/** The parts of the hub that history uses. */
export interface HistorySource {
  readonly clock: Clock
  /** Like {@link Tail.readAfter}. */
  readAfter(position: bigint, max: number): Promise<readonly LogEntry[]>
  /** Position up to which the hub has passed every event to connections. */
  position(): bigint
  /** Reads views; the result is in the order of the ids. */
  views(ids: readonly bigint[], positions: readonly bigint[]): Promise<readonly (StreamedView | undefined)[]>
  readonly onLeftOut?: OnLeftOut | undefined
}

export interface HistoryOptions {
  /** The app and the product; undefined for the sampled stream. */
  readonly of: RuleSet | undefined
  /** The rules at the position that `source.position()` returns. */
  rules(): readonly Rule[]
  readonly after: bigint
  /** True if the client wants messages about events that the log does not have any more. */
  readonly sendsGaps: boolean
  /** The limit per second of the connection; undefined for no limit. */
  readonly cap: SecondCap | undefined
}

/** Maximum events of one read. */
const READ_SIZE = 500

/** Maximum posts that one step returns. */
const MAX_POSTS = 100

/**
 * Number of log batches that one step reads to find changes of rules. To read this number of batches takes some
 * tenths of a second. After each step, the connection checks whether the client is still connected.
 */
const MAX_RULE_BATCHES = 100

type Step = HistoryStep<readonly Delivery[]>

const EMPTY_STEP: Step = { content: undefined, gap: undefined }

/** The search for the rules that were valid at the start of history. */
interface RuleSearch {
  readonly head: bigint
  readonly rules: readonly Rule[]
  readonly changes: RuleEvent[]
  at: bigint
}

export class LogHistory implements History<readonly Delivery[]> {
  readonly #source: HistorySource
  readonly #options: HistoryOptions
  readonly #startedAt: bigint
  #position: bigint
  #matcher: HistoryMatcher | undefined
  #ruleSearch: RuleSearch | undefined
  /** Posts that matched and that no step has returned yet. */
  #ready: Delivery[] = []
  /** Events that were read from the log but not matched yet. */
  #events: readonly LogEntry[] = []
  #gap: Gap | undefined

  constructor(source: HistorySource, options: HistoryOptions) {
    this.#source = source
    this.#options = options
    this.#startedAt = source.position()
    this.#position = options.after
  }

  get position(): bigint {
    return this.#position
  }

  /**
   * True when no history is left and the limit of the current second is not used up. The limit matters, because posts
   * of history wait for the next second, but posts of the present beyond the limit are dropped.
   */
  isNear(head: bigint): boolean {
    const isRead = this.#position >= head && this.#events.length === 0 && this.#ready.length === 0
    return isRead && this.#gap === undefined && this.#wait() === 0
  }

  async next(upTo: bigint, signal: AbortSignal): Promise<Step> {
    this.#matcher ??= await this.#findRules()
    if (this.#matcher === undefined) return EMPTY_STEP
    await this.#room(signal)
    if (signal.aborted) return EMPTY_STEP
    if (this.#ready.length === 0) await this.#match(this.#matcher, upTo)
    const gap = this.#options.sendsGaps ? this.#gap : undefined
    this.#gap = undefined
    const content = this.#take()
    return { content: content.length === 0 ? undefined : content, gap }
  }

  /**
   * The rules at the start of history. They are computed from the current rules by undoing every later change.
   * Undefined until all changes have been read. The log may be long. Therefore each call searches only a part of the
   * log, so that the connection can send keep-alives and detect disconnects between two calls.
   */
  async #findRules(): Promise<HistoryMatcher | undefined> {
    const { of } = this.#options
    this.#ruleSearch ??= {
      head: this.#source.position(),
      rules: this.#options.rules(),
      changes: [],
      at: this.#position,
    }
    const search = this.#ruleSearch
    const { head, changes } = search
    for (let batch = 0; of !== undefined && search.at < head; batch += 1) {
      if (batch === MAX_RULE_BATCHES) return undefined
      const events = await this.#read(search.at)
      search.at = events.at(-1)?.position ?? head
      changes.push(
        ...events.filter((event) => isRuleOf(event, of)).filter(({ position }) => position <= head),
      )
      await new Promise(setImmediate)
    }
    const rules = new Map(search.rules.map((rule) => [rule.id, rule]))
    for (const change of changes.reverse()) {
      if (change.kind === 'rule.added') rules.delete(change.rule_id)
      else rules.set(change.rule_id, ruleOfEvent(change))
    }
    this.#ruleSearch = undefined
    return new HistoryMatcher(of, [...rules.values()])
  }

  /**
   * Events after position `at`. If the log has lost some of these events because it was trimmed, the events from the
   * oldest event in the log on.
   */
  async #read(at: bigint): Promise<readonly LogEntry[]> {
    try {
      return await this.#source.readAfter(at, READ_SIZE)
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      this.#gap ??= retentionGap(at, error.oldest)
      if (this.#position < error.oldest - 1n) this.#position = error.oldest - 1n
      return this.#read(error.oldest - 1n)
    }
  }

  async #match(matcher: HistoryMatcher, upTo: bigint): Promise<void> {
    if (this.#events.length === 0 && this.#position < upTo) {
      // Events after `upTo` are left out, because the hub delivers them after the connection has joined.
      this.#events = (await this.#read(this.#position)).filter(({ position }) => position <= upTo)
    }
    const events = this.#events.slice(0, MAX_POSTS)
    this.#events = this.#events.slice(MAX_POSTS)
    const wanted = events.filter(
      (event) => isPostEvent(event) && matcher.mayTake(event.post_id) && !this.#wasSent(event),
    ) as readonly PostEvent[]
    const ids = wanted.map(({ post_id }) => post_id)
    const positions = wanted.map(({ position }) => position)
    const found = ids.length === 0 ? [] : await this.#source.views(ids, positions)
    const views = new Map(positions.map((position, index) => [position, found[index]]))
    for (const event of events) {
      this.#position = event.position
      const delivery = this.#deliveryOf(matcher, event, views)
      if (delivery !== undefined) this.#ready.push(delivery)
    }
    await new Promise(setImmediate)
  }

  /**
   * True for a skipped post that a retry has sent again, if this history has already sent it at its original
   * position.
   */
  #wasSent(event: PostEvent): boolean {
    if (event.kind !== 'post.restreamed' || event.position > this.#startedAt) return false
    return BigInt(event.of_position) > this.#options.after
  }

  /** The delivery of an event; undefined when the post does not match, or when its stored data cannot be read. */
  #deliveryOf(
    matcher: HistoryMatcher,
    event: LogEntry,
    views: ReadonlyMap<bigint, StreamedView | undefined>,
  ): Delivery | undefined {
    try {
      return matcher.take(event, views)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#source.onLeftOut?.(
        isPostEvent(event) ? { postId: event.post_id, position: event.position } : event,
        error,
      )
      return undefined
    }
  }

  /**
   * Waits for the next second if the limit of the current second is used up. The wait is shorter than a keep-alive
   * interval.
   */
  async #room(signal: AbortSignal): Promise<void> {
    const { clock } = this.#source
    for (let ms = this.#wait(); ms > 0 && !signal.aborted; ms = this.#wait()) await sleep(clock, ms, signal)
  }

  #wait(): number {
    return this.#options.cap?.wait(this.#source.clock.now()) ?? 0
  }

  #take(): readonly Delivery[] {
    const max = Math.min(MAX_POSTS, this.#ready.length)
    return this.#ready.splice(0, this.#options.cap?.take(this.#source.clock.now(), max) ?? max)
  }
}
