/** Gives each post to the connections that it is for: by the rules of all connected apps at once, or by its id. */

import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { RuleSet } from '../../domain/rules/rule.ts'
import type { RuleCount } from '../../domain/rules/rule-counts.ts'
import { RuleEngine } from '../../filter/engine.ts'
import type { LoggedEvent } from '../../log/event.ts'
import type { Now } from '../flush-batch.ts'
import { Channel, type Index } from './channel.ts'
import type { PostConnection } from './connection.ts'
import { NO_RULES, ruleOfEvent } from './rule-book.ts'
import { isSampled } from './sampling.ts'
import { isPostEvent, isRuleEvent, type Revocation, type RuleEvent, revocationBy } from './stream-events.ts'
import { StreamedPost } from './streamed-post.ts'

export class Matching {
  readonly #mostInSecond: number
  readonly #index: Index
  /** Of apps that are connected, or about to be, by product and app. */
  readonly #channels = new Map<string, Channel>()
  readonly #samplers = new Set<PostConnection>()
  /** Channels that the post at hand has matched. */
  readonly #touched: Channel[] = []
  /** What rules have matched and is not in the database yet. */
  readonly #counts = new Map<bigint, RuleCount>()
  #joins = 0
  #dropped = 0

  /**
   * @param seed 32 bits that those who write rules cannot know
   * @param mostInSecond posts that a channel is given in a second; Infinity for no end
   */
  constructor(seed: number, mostInSecond: number) {
    this.#mostInSecond = mostInSecond
    this.#index = { engine: new RuleEngine({ seed }), entries: [] }
  }

  /** How many connections have joined so far. */
  get joins(): number {
    return this.#joins
  }

  /** Posts that were dropped because a second had too many. */
  get dropped(): number {
    return this.#dropped
  }

  /** Rules that posts are matched by now. */
  get rules(): number {
    return this.#index.engine.size
  }

  /** Whether a post may be for somebody. */
  wants(postId: bigint): boolean {
    return this.#channels.size > 0 || (this.#samplers.size > 0 && isSampled(postId))
  }

  /** A channel that follows the rules of an app from here on; whoever opens it says where they begin. */
  open(of: RuleSet): Channel {
    const channel = new Channel(this.#index, of, this.#mostInSecond)
    this.#channels.set(keyOf(of), channel)
    return channel
  }

  close(channel: Channel): void {
    this.#channels.delete(keyOf(channel))
    channel.connection = undefined
    this.#collect(channel)
    channel.end()
  }

  /** A connection is given what comes from here on. @param channel whose posts; undefined for the sampled ones */
  join(connection: PostConnection, channel: Channel | undefined): void {
    this.#joins += 1
    if (channel === undefined) this.#samplers.add(connection)
    else channel.connection = connection
  }

  leave(connection: PostConnection): void {
    this.#samplers.delete(connection)
  }

  /**
   * Gives a post, or changes the rules of an app.
   * @param view the post of the event, if it may be shown @returns the connections that the event ends
   */
  take(event: LoggedEvent, view: StreamedView | undefined, now: Now): Revocation | undefined {
    if (isPostEvent(event)) {
      if (view !== undefined) this.give(view, event, now)
    } else if (isRuleEvent(event)) {
      this.change(event)
    }
    return revocationBy(event)
  }

  /** A rule was added or deleted. */
  change(event: RuleEvent): void {
    const rule = ruleOfEvent(event)
    this.#channels.get(keyOf(rule))?.apply({ kind: event.kind, rule })
  }

  /** @param now when it is given */
  give(view: StreamedView, event: LoggedEvent, now: Now): void {
    const post = new StreamedPost(view, event, now.since)
    if (this.#samplers.size > 0 && isSampled(view.post.id)) {
      for (const connection of this.#samplers) connection.push(post, NO_RULES)
    }
    if (this.#index.engine.size > 0) this.#match(post, now.at)
  }

  /** What rules have matched since the last call. */
  takeCounts(): readonly RuleCount[] {
    for (const channel of this.#channels.values()) this.#collect(channel)
    const counts = [...this.#counts.values()]
    this.#counts.clear()
    return counts
  }

  /** Counts that could not be stored. */
  putBack(counts: readonly RuleCount[]): void {
    for (const count of counts) this.#note(count)
  }

  #match(post: StreamedPost, at: number): void {
    const { engine, entries } = this.#index
    // Fails, if it does, before anything is noted of the post.
    for (const handle of engine.match(filterPostOf(post.view))) {
      const entry = entries[handle]
      if (entry === undefined) continue
      entry.matched += 1
      entry.lastMatchedAt = post.at
      if (entry.channel.note(entry)) this.#touched.push(entry.channel)
    }
    for (const channel of this.#touched) {
      if (channel.deliver(post, at)) this.#dropped += 1
    }
    this.#touched.length = 0
  }

  #collect(channel: Channel): void {
    for (const entry of channel.entries) {
      const { rule, matched, lastMatchedAt } = entry
      if (matched > 0) this.#note({ ruleId: rule.id, matched, lastMatchedAt })
      entry.matched = 0
    }
  }

  #note({ ruleId, matched, lastMatchedAt }: RuleCount): void {
    const known = this.#counts.get(ruleId)
    this.#counts.set(ruleId, {
      ruleId,
      matched: matched + (known?.matched ?? 0),
      lastMatchedAt: Math.max(lastMatchedAt, known?.lastMatchedAt ?? 0),
    })
  }
}

function keyOf({ appId, product }: RuleSet): string {
  return `${product} ${appId}`
}
