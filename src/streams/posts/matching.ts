/**
 * Delivers each post to the matching connections. One index matches the rules of all connected apps. The id of a post
 * determines whether the post belongs to the sample.
 */

import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { RuleSet } from '../../domain/rules/rule.ts'
import type { RuleCount } from '../../domain/rules/rule-counts.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { isSampled } from '../../lib/ids/sampling.ts'
import type { LoggedEvent } from '../../log/event.ts'
import type { Now } from '../flush-batch.ts'
import { Channel, type MatchObserver, type RuleIndex } from './channel.ts'
import type { PostConnection } from './connection.ts'
import { NO_RULES, ruleOfEvent } from './rule-book.ts'
import {
  isPostEvent,
  isRuleEvent,
  type Revocation,
  type RuleEvent,
  removalBy,
  revocationBy,
} from './stream-events.ts'
import { StreamedPost } from './streamed-post.ts'

export class Matching {
  readonly #index: RuleIndex
  /**
   * Channels of apps that are connected or connecting, by product and app. Each connection to the filtered stream has
   * one channel.
   */
  readonly #channels = new Map<string, Set<Channel>>()
  readonly #samplers = new Set<PostConnection>()
  readonly #observers = new Set<MatchObserver>()
  /** The channels whose rules have matched the current post so far. */
  readonly #touched: Channel[] = []
  /** Numbers of matches of rules; they are not stored yet. */
  readonly #counts = new Map<bigint, RuleCount>()
  #joins = 0
  #dropped = 0

  /**
   * @param seed random number of 32 bits; it is secret, so that authors of rules cannot choose words that are slow to
   * match
   */
  constructor(seed: number) {
    this.#index = { engine: new RuleEngine({ seed }), entries: [] }
  }

  /** Number of connections that have joined since the start. */
  get joins(): number {
    return this.#joins
  }

  /** Number of posts that were dropped because of the limit per second. */
  get dropped(): number {
    return this.#dropped
  }

  /** Number of active rules. */
  get rules(): number {
    return this.#index.engine.size
  }

  /** True if any connection may receive the post. */
  wants(postId: bigint): boolean {
    return this.#channels.size > 0 || (this.#samplers.size > 0 && isSampled(postId))
  }

  /**
   * Opens a channel that receives the changes of an app's rules from now on. The caller must then call {@link
   * Channel.start}.
   * @param maxPerSecond posts per second; Infinity for no limit
   */
  open(of: RuleSet, maxPerSecond: number): Channel {
    const channel = new Channel(this.#index, of, maxPerSecond)
    const channels = this.#channels.get(keyOf(of)) ?? new Set()
    this.#channels.set(keyOf(of), channels.add(channel))
    return channel
  }

  close(channel: Channel): void {
    const channels = this.#channels.get(keyOf(channel))
    channels?.delete(channel)
    if (channels?.size === 0) this.#channels.delete(keyOf(channel))
    channel.connection = undefined
    if (channel.observer !== undefined) this.#observers.delete(channel.observer)
    this.#collect(channel)
    channel.removeRules()
  }

  /**
   * Adds a connection; it receives later posts. @param channel the channel of the connection; undefined for the sampled
   * stream
   */
  join(connection: PostConnection, channel: Channel | undefined): void {
    this.#joins += 1
    if (channel === undefined) this.#samplers.add(connection)
    else channel.connection = connection
  }

  /** Passes the matches of a channel to an observer until the channel is closed. */
  watch(channel: Channel, observer: MatchObserver): void {
    this.#joins += 1
    this.#observers.add(observer)
    channel.observer = observer
  }

  leave(connection: PostConnection): void {
    this.#samplers.delete(connection)
  }

  /**
   * Delivers a post or changes the rules of an app.
   * @param view the post of the event, if viewers may see it
   * @returns the connections that the event ends
   */
  take(event: LoggedEvent, view: StreamedView | undefined, now: Now): Revocation | undefined {
    if (isPostEvent(event)) {
      if (view !== undefined) this.deliver(view, event, now)
    } else if (isRuleEvent(event)) {
      this.changeRule(event)
    } else if (this.#observers.size > 0) {
      const removal = removalBy(event)
      if (removal !== undefined) for (const observer of this.#observers) observer.removed(removal)
    }
    return revocationBy(event)
  }

  changeRule(event: RuleEvent): void {
    const rule = ruleOfEvent(event)
    for (const channel of this.#channels.get(keyOf(rule)) ?? []) channel.apply({ kind: event.kind, rule })
  }

  /** @param now the time of the delivery */
  deliver(view: StreamedView, event: LoggedEvent, now: Now): void {
    const post = new StreamedPost(view, event, now.since)
    if (this.#samplers.size > 0 && isSampled(view.post.id)) {
      for (const connection of this.#samplers) connection.push(post, NO_RULES)
    }
    if (this.#index.engine.size > 0) this.#match(post)
  }

  /** Numbers of matches of rules since the last call. */
  takeCounts(): readonly RuleCount[] {
    for (const channels of this.#channels.values()) {
      for (const channel of channels) this.#collect(channel)
    }
    const counts = [...this.#counts.values()]
    this.#counts.clear()
    return counts
  }

  /** Adds counts that could not be stored. */
  putBack(counts: readonly RuleCount[]): void {
    for (const count of counts) this.#addCount(count)
  }

  #match(post: StreamedPost): void {
    const { engine, entries } = this.#index
    // If the matcher throws an error, it has added no match of the post.
    for (const handle of engine.match(filterPostOf(post.view))) {
      const entry = entries[handle]
      if (entry === undefined) continue
      entry.matched += 1
      entry.lastMatchedAt = post.at
      if (entry.channel.addMatch(entry)) this.#touched.push(entry.channel)
    }
    for (const channel of this.#touched) {
      if (channel.deliver(post)) this.#dropped += 1
    }
    this.#touched.length = 0
  }

  #collect(channel: Channel): void {
    if (channel.observer !== undefined) return
    for (const entry of channel.entries) {
      const { rule, matched, lastMatchedAt } = entry
      if (matched > 0) this.#addCount({ ruleId: rule.id, matched, lastMatchedAt })
      entry.matched = 0
    }
  }

  #addCount({ ruleId, matched, lastMatchedAt }: RuleCount): void {
    const previous = this.#counts.get(ruleId)
    this.#counts.set(ruleId, {
      ruleId,
      matched: matched + (previous?.matched ?? 0),
      lastMatchedAt: Math.max(lastMatchedAt, previous?.lastMatchedAt ?? 0),
    })
  }
}

function keyOf({ appId, product }: RuleSet): string {
  return `${product} ${appId}`
}
