/**
 * An index of the filters of all connections. The index finds the subscribers of a post without testing each filter.
 * Equal phrases of several subscribers are one rule in the index (spec/v1-streams-and-lists.md#filter-and-sample).
 */
import { areaOf, type Box } from '../../domain/posts/place-area.ts'
import { type PostView, worded } from '../../domain/posts/read/post-view.ts'
import { RuleEngine, type RuleHandle } from '../../filter/engine.ts'
import { BoxIndex } from './boxes.ts'
import type { TrackPhrase } from './track.ts'
import { TrackedPost } from './tracked-post.ts'

/** A filter. A post is delivered if it matches any part of the filter. */
export interface StatusFilter {
  readonly track: readonly TrackPhrase[]
  /**
   * Ids of users. Posts and reposts of these users match. Replies to these users and reposts of their posts also match.
   */
  readonly follow: readonly bigint[]
  readonly locations: readonly Box[]
}

interface Tracked<Subscriber> {
  readonly phrase: TrackPhrase
  readonly handle: RuleHandle
  readonly subscribers: Set<Subscriber>
}

/** Number of phrases, users and boxes in a filter. */
export function sizeOf({ track, follow, locations }: StatusFilter): number {
  return track.length + follow.length + locations.length
}

export class Subscriptions<Subscriber> {
  readonly #filters = new Map<Subscriber, StatusFilter>()
  readonly #engine: RuleEngine
  readonly #phrases = new Map<string, Tracked<Subscriber>>()
  readonly #byHandle: (Tracked<Subscriber> | undefined)[] = []
  readonly #followers = new Map<bigint, Set<Subscriber>>()
  readonly #boxes = new BoxIndex<Subscriber>()
  #size = 0

  /**
   * @param seed random number of 32 bits; it is secret, so that clients cannot choose phrases that are slow to match
   */
  constructor(seed: number) {
    this.#engine = new RuleEngine({ seed })
  }

  /**
   * Number of phrases, users and boxes of all subscribers. A phrase that several subscribers have counts once for
   * each subscriber.
   */
  get size(): number {
    return this.#size
  }

  /** Adds the filter of a subscriber. The subscriber must have no filter yet. */
  add(subscriber: Subscriber, filter: StatusFilter): void {
    this.#filters.set(subscriber, filter)
    this.#size += sizeOf(filter)
    for (const phrase of filter.track) this.#tracked(phrase).subscribers.add(subscriber)
    for (const id of filter.follow) {
      const followers = this.#followers.get(id) ?? new Set()
      this.#followers.set(id, followers.add(subscriber))
    }
    this.#boxes.add(subscriber, filter.locations)
  }

  /** Removes the filter of a subscriber, if it has one. */
  remove(subscriber: Subscriber): void {
    const filter = this.#filters.get(subscriber)
    if (filter === undefined) return
    this.#filters.delete(subscriber)
    this.#size -= sizeOf(filter)
    for (const phrase of filter.track) this.#untrack(phrase, subscriber)
    for (const id of filter.follow) this.#unfollow(id, subscriber)
    this.#boxes.remove(subscriber)
  }

  /** Subscribers whose filter matches; each subscriber occurs once. */
  match(view: PostView): ReadonlySet<Subscriber> {
    const matched = new Set<Subscriber>()
    if (this.#filters.size === 0) return matched
    if (this.#phrases.size > 0) this.#matchTrack(view, matched)
    if (this.#followers.size > 0) this.#matchFollow(view, matched)
    const area = areaOf(view.post.geo) ?? areaOf(worded(view).post.geo)
    if (area !== undefined) for (const subscriber of this.#boxes.meeting(area)) matched.add(subscriber)
    return matched
  }

  #matchTrack(view: PostView, matched: Set<Subscriber>): void {
    for (const handle of this.#engine.match(new TrackedPost(view))) {
      for (const subscriber of this.#byHandle[handle]?.subscribers ?? []) matched.add(subscriber)
    }
  }

  #matchFollow({ post, original }: PostView, matched: Set<Subscriber>): void {
    for (const id of [post.authorId, post.inReplyToUserId, original?.author.id]) {
      if (id === undefined || id === null) continue
      for (const subscriber of this.#followers.get(id) ?? []) matched.add(subscriber)
    }
  }

  #tracked(phrase: TrackPhrase): Tracked<Subscriber> {
    const found = this.#phrases.get(phrase.key)
    if (found !== undefined) return found
    const handle = this.#engine.add(phrase.expression)
    const tracked = { phrase, handle, subscribers: new Set<Subscriber>() }
    this.#phrases.set(phrase.key, tracked)
    this.#byHandle[handle] = tracked
    return tracked
  }

  #untrack({ key }: TrackPhrase, subscriber: Subscriber): void {
    const tracked = this.#phrases.get(key)
    tracked?.subscribers.delete(subscriber)
    if (tracked === undefined || tracked.subscribers.size > 0) return
    this.#engine.remove(tracked.handle)
    this.#byHandle[tracked.handle] = undefined
    this.#phrases.delete(key)
  }

  #unfollow(id: bigint, subscriber: Subscriber): void {
    const followers = this.#followers.get(id)
    followers?.delete(subscriber)
    if (followers?.size === 0) this.#followers.delete(id)
  }
}
