/** What lies before the present, for those who resume: read from the log, matched by the rules of that time, and paced. */

import { isItemFailure } from '../../db/errors.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { Rule, RuleSet } from '../../domain/rules/rule.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/tail.ts'
import { type Gap, type History, type HistoryStep, retentionGap } from '../history.ts'
import type { Delivery } from './connection.ts'
import { HistoryMatcher, isRuleOf } from './history-matcher.ts'
import type { OnLeftOut } from './left-out.ts'
import { ruleOfEvent } from './rule-book.ts'
import type { SecondCap } from './second-cap.ts'
import { isPostEvent, type PostEvent, type RuleEvent } from './stream-events.ts'

/** What history needs of the hub. */
export interface HistorySource {
  readonly clock: Clock
  /** As {@link Tail.readAfter}. */
  readAfter(position: bigint, most: number): Promise<readonly LogEntry[]>
  /** The hub has given everything up to here to connections. */
  position(): bigint
  /** Each at the place of its id. */
  views(ids: readonly bigint[], positions: readonly bigint[]): Promise<readonly (StreamedView | undefined)[]>
  readonly onLeftOut?: OnLeftOut | undefined
}

export interface HistoryOptions {
  /** Whose rules; undefined for the sampled stream. */
  readonly of: RuleSet | undefined
  /** The rules as they stand at `source.position()`. */
  rules(): readonly Rule[]
  readonly after: bigint
  /** Whether the client is sent gaps. */
  readonly tellsGaps: boolean
  /** What a second has left for the connection; no end when undefined. */
  readonly cap: SecondCap | undefined
}

/** Events that are read at once. */
const BATCH = 500

/** Posts that are read at once. */
const POSTS = 100

/** Batches of the log that are read back before the connection may see to its client: some tenths of a second. */
const BACK_AT_ONCE = 100

type Step = HistoryStep<readonly Delivery[]>

const NOTHING_YET: Step = { content: undefined, gap: undefined }

/** What is taken back of the rules of now, down to where history begins. */
interface Back {
  readonly head: bigint
  readonly rules: readonly Rule[]
  readonly changes: RuleEvent[]
  at: bigint
}

export class LogHistory implements History<readonly Delivery[]> {
  readonly #source: HistorySource
  readonly #options: HistoryOptions
  readonly #begunAt: bigint
  #position: bigint
  #matcher: HistoryMatcher | undefined
  #back: Back | undefined
  /** Matched and not yet given. */
  #ready: Delivery[] = []
  /** What was read of the log and not yet matched. */
  #events: readonly LogEntry[] = []
  #gap: Gap | undefined

  constructor(source: HistorySource, options: HistoryOptions) {
    this.#source = source
    this.#options = options
    this.#begunAt = source.position()
    this.#position = options.after
  }

  get position(): bigint {
    return this.#position
  }

  /**
   * When nothing is left before the present, and the second has room: posts of the present that are beyond the cap are
   * dropped, and posts of history never.
   */
  isNear(head: bigint): boolean {
    const isRead = this.#position >= head && this.#events.length === 0 && this.#ready.length === 0
    return isRead && this.#gap === undefined && this.#wait() === 0
  }

  async next(upTo: bigint, signal: AbortSignal): Promise<Step> {
    this.#matcher ??= await this.#begin()
    if (this.#matcher === undefined) return NOTHING_YET
    await this.#room(signal)
    if (signal.aborted) return NOTHING_YET
    if (this.#ready.length === 0) await this.#match(this.#matcher, upTo)
    const gap = this.#options.tellsGaps ? this.#gap : undefined
    this.#gap = undefined
    const content = this.#take()
    return { content: content.length === 0 ? undefined : content, gap }
  }

  /**
   * The rules as they stood at the beginning: those of now, with every change since taken back. Undefined as long as
   * not all changes have been read: the log may be long, and meanwhile there are keep-alives, and clients that go.
   */
  async #begin(): Promise<HistoryMatcher | undefined> {
    const { of } = this.#options
    this.#back ??= {
      head: this.#source.position(),
      rules: this.#options.rules(),
      changes: [],
      at: this.#position,
    }
    const back = this.#back
    const { head, changes } = back
    for (let batch = 0; of !== undefined && back.at < head; batch += 1) {
      if (batch === BACK_AT_ONCE) return undefined
      const events = await this.#read(back.at)
      back.at = events.at(-1)?.position ?? head
      changes.push(
        ...events.filter((event) => isRuleOf(event, of)).filter(({ position }) => position <= head),
      )
      await new Promise(setImmediate)
    }
    const known = new Map(back.rules.map((rule) => [rule.id, rule]))
    for (const change of changes.reverse()) {
      if (change.kind === 'rule.added') known.delete(change.rule_id)
      else known.set(change.rule_id, ruleOfEvent(change))
    }
    this.#back = undefined
    return new HistoryMatcher(of, [...known.values()])
  }

  /** Events after `at`, from where the log still has them. */
  async #read(at: bigint): Promise<readonly LogEntry[]> {
    try {
      return await this.#source.readAfter(at, BATCH)
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      this.#gap ??= retentionGap(at, error.oldest)
      if (this.#position < error.oldest - 1n) this.#position = error.oldest - 1n
      return this.#read(error.oldest - 1n)
    }
  }

  async #match(matcher: HistoryMatcher, upTo: bigint): Promise<void> {
    if (this.#events.length === 0 && this.#position < upTo) {
      // Nothing beyond: the hub hands that over once the connection has joined.
      this.#events = (await this.#read(this.#position)).filter(({ position }) => position <= upTo)
    }
    const events = this.#events.slice(0, POSTS)
    this.#events = this.#events.slice(POSTS)
    const wanted = events.filter(
      (event) => isPostEvent(event) && matcher.mayTake(event.post_id) && !this.#wasGiven(event),
    ) as readonly PostEvent[]
    const ids = wanted.map(({ post_id }) => post_id)
    const positions = wanted.map(({ position }) => position)
    const found = ids.length === 0 ? [] : await this.#source.views(ids, positions)
    const views = new Map(positions.map((position, index) => [position, found[index]]))
    for (const event of events) {
      this.#position = event.position
      const delivery = this.#taken(matcher, event, views)
      if (delivery !== undefined) this.#ready.push(delivery)
    }
    await new Promise(setImmediate)
  }

  /** Whether a post that is given after all was given where it was written: it lies in this history, and was whole before that began. */
  #wasGiven(event: PostEvent): boolean {
    if (event.kind !== 'post.restreamed' || event.position > this.#begunAt) return false
    return BigInt(event.of_position) > this.#options.after
  }

  /** What an event gives; nothing when its own data fails. */
  #taken(
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

  /** Waits while the second has nothing left, which is shorter than the time between two keep-alives. */
  async #room(signal: AbortSignal): Promise<void> {
    const { clock } = this.#source
    for (let ms = this.#wait(); ms > 0 && !signal.aborted; ms = this.#wait()) await sleep(clock, ms, signal)
  }

  /** Milliseconds until a post may be sent. */
  #wait(): number {
    return this.#options.cap?.wait(this.#source.clock.now()) ?? 0
  }

  /** As many as the second has left. */
  #take(): readonly Delivery[] {
    const most = Math.min(POSTS, this.#ready.length)
    return this.#ready.splice(0, this.#options.cap?.take(this.#source.clock.now(), most) ?? most)
  }
}
