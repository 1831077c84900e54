/**
 * Finds the connections of a process that an event affects. The event can be a post, the cause of a notice about a
 * post, or a change of a user or app.
 */
import { isItemFailure } from '../../db/errors.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import { isSampled } from '../../lib/ids/sampling.ts'
import type { LoggedEvent } from '../../log/event.ts'
import type { Now } from '../flush-batch.ts'
import type { OnLeftOut } from '../posts/left-out.ts'
import { isPostEvent } from '../posts/stream-events.ts'
import { StreamedPost } from '../posts/streamed-post.ts'
import type { StatusConnection } from './connection.ts'
import { applyEffect, type StatusConnections } from './effects.ts'
import { RecentDeliveries } from './recent-deliveries.ts'
import { Subscriptions } from './subscriptions.ts'

export class Audience {
  readonly #subscriptions: Subscriptions<StatusConnection>
  readonly #samplers = new Set<StatusConnection>()
  readonly #recent = new RecentDeliveries<bigint>()
  readonly #byId = new Map<bigint, StatusConnection>()
  readonly #byUser = new Map<bigint, Set<StatusConnection>>()
  readonly #onLeftOut: OnLeftOut
  #joins = 0

  /**
   * @param seed random number of 32 bits; it is secret, so that clients cannot choose phrases that are slow to match
   * @param onLeftOut called with each skipped post or event
   */
  constructor(seed: number, onLeftOut: OnLeftOut) {
    this.#onLeftOut = onLeftOut
    this.#subscriptions = new Subscriptions(seed)
  }

  /** Number of connections that have joined since the start. */
  get joins(): number {
    return this.#joins
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0
  }

  /** Number of phrases, users and bounding boxes in the filters of all connections. */
  get filters(): number {
    return this.#subscriptions.size
  }

  /** True if any connection may receive the post. */
  wants(postId: bigint): boolean {
    return this.#subscriptions.size > 0 || (this.#samplers.size > 0 && isSampled(postId))
  }

  /** Adds a connection for later events. */
  join(connection: StatusConnection): void {
    const { id, request } = connection.session
    this.#joins += 1
    this.#byId.set(id, connection)
    const connections = this.#byUser.get(request.userId) ?? new Set()
    this.#byUser.set(request.userId, connections.add(connection))
    if (request.filter === undefined) this.#samplers.add(connection)
    else this.#subscriptions.add(connection, request.filter)
  }

  leave(connection: StatusConnection): void {
    const { id, request } = connection.session
    this.#byId.delete(id)
    const connections = this.#byUser.get(request.userId)
    connections?.delete(connection)
    if (connections?.size === 0) this.#byUser.delete(request.userId)
    this.#samplers.delete(connection)
    this.#subscriptions.remove(connection)
  }

  /**
   * Delivers a post, or applies the effect of another event. An event whose data causes an error is skipped.
   * @param view the post of the event, if viewers may see it
   */
  take(event: LoggedEvent, view: StreamedView | undefined, now: Now): void {
    try {
      if (!isPostEvent(event)) applyEffect(event, this.#connectionsAt(now))
      else if (view !== undefined) this.#deliver(view, event, now)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#onLeftOut(isPostEvent(event) ? { postId: event.post_id, position: event.position } : event, error)
    }
  }

  #deliver(view: StreamedView, event: LoggedEvent, now: Now): void {
    const post = new StreamedPost(view, event, now.since)
    const sampled = this.#samplers.size > 0 && isSampled(view.post.id) ? this.#samplers : []
    for (const connection of [...sampled, ...this.#subscriptions.match(view)]) {
      const { id } = connection.session
      // The post may have been skipped only for some connections, so this connection may already have received it.
      const isRepeated = event.kind === 'post.restreamed' && this.#recent.has(view.post.id, id)
      if (isRepeated || !connection.accepts(view)) continue
      if (connection.offer(post)) this.#recent.add(view.post, id)
    }
  }

  #connectionsAt(now: Now): StatusConnections {
    return {
      ofUser: (userId) => this.#byUser.get(userId) ?? [],
      ofApp: (appId) => [...this.#byId.values()].filter(({ session }) => session.request.appId === appId),
      notifyOfPost: (postId, json) => this.#notify(this.#recent.ofPost(postId), json, now),
      notifyOfAuthor: (userId, json) => this.#notify(this.#recent.ofAuthor(userId), json, now),
      forget: (postId) => this.#recent.forget(postId),
    }
  }

  #notify(receivers: Iterable<bigint>, json: string, now: Now): void {
    for (const id of receivers) {
      const connection = this.#byId.get(id)
      if (connection?.session.request.hasNotices() === true) connection.notify(json, now)
    }
  }
}
