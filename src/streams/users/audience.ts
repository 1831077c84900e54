/**
 * Finds the viewers that get an event, among the viewers of the open connections of a process
 * (spec/retired-endpoints.md#user-and-site-streams).
 */
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { LoggedEvent } from '../../log/event.ts'
import { RecentDeliveries } from '../statuses/recent-deliveries.ts'
import { Subscriptions } from '../statuses/subscriptions.ts'
import type { UserStreamConnection } from './connection.ts'
import type { UserConnections } from './effects.ts'
import { recipientsOf } from './recipients.ts'
import type { Viewer } from './viewer.ts'

export class Audience implements UserConnections {
  readonly #connections = new Set<UserStreamConnection>()
  readonly #viewers = new Map<bigint, Set<Viewer>>()
  readonly #filters: Subscriptions<UserStreamConnection>
  readonly #recent = new RecentDeliveries<Viewer>()
  #viewerCount = 0

  /**
   * @param seed random number of 32 bits; it is secret, so that clients cannot choose phrases that are slow to match
   */
  constructor(seed: number) {
    this.#filters = new Subscriptions(seed)
  }

  get all(): Iterable<UserStreamConnection> {
    return this.#connections
  }

  get isEmpty(): boolean {
    return this.#connections.size === 0
  }

  /** Number of viewers of all connections. A viewer is a user whose messages a connection sends. */
  get viewers(): number {
    return this.#viewerCount
  }

  /** Number of phrases and boxes of all connections. */
  get filters(): number {
    return this.#filters.size
  }

  join(connection: UserStreamConnection): void {
    this.#connections.add(connection)
    const { filter } = connection.session.request
    if (filter !== undefined) this.#filters.add(connection, filter)
    for (const viewer of connection.viewers) {
      const viewers = this.#viewers.get(viewer.userId) ?? new Set()
      this.#viewers.set(viewer.userId, viewers.add(viewer))
    }
    this.#viewerCount += connection.viewers.length
  }

  leave(connection: UserStreamConnection): void {
    if (!this.#connections.delete(connection)) return
    this.#filters.remove(connection)
    for (const viewer of connection.viewers) this.remove(viewer)
  }

  /** Stops the messages that a connection sends for one viewer. */
  remove(viewer: Viewer): void {
    const viewers = this.#viewers.get(viewer.userId)
    if (viewers?.delete(viewer) !== true) return
    this.#viewerCount -= 1
    if (viewers.size === 0) this.#viewers.delete(viewer.userId)
  }

  viewersOf(userId: bigint): Iterable<Viewer> {
    return this.#viewers.get(userId) ?? []
  }

  /**
   * The viewers whose streams get the event. The value is true if the viewer's stream also gets the post of the event.
   * @param view the post of the event, if it is public
   */
  recipientsOf(event: LoggedEvent, view: StreamedView | undefined): ReadonlyMap<Viewer, boolean> {
    const found = new Map<Viewer, boolean>()
    const recipients = recipientsOf(event)
    if (recipients === undefined) return found
    const viewers =
      'ownerOfApp' in recipients
        ? this.#ownersOf(recipients.ownerOfApp)
        : recipients.flatMap((userId) => [...this.viewersOf(userId)])
    for (const viewer of viewers) found.set(viewer, false)
    if (event.kind !== 'post.created') return found
    for (const each of this.#viewers.values())
      for (const viewer of each) if (viewer.wants(event)) found.set(viewer, true)
    if (view === undefined) return found
    // Only user streams have filters, and a user stream has exactly one viewer.
    for (const connection of this.#filters.match(view))
      for (const viewer of connection.viewers) found.set(viewer, true)
    return found
  }

  /** Records that a viewer's stream got a post. */
  delivered(post: { readonly id: bigint; readonly authorId: bigint }, viewer: Viewer): void {
    this.#recent.add(post, viewer)
  }

  erase(postId: bigint, json: string): void {
    for (const { connection, userId } of this.#recent.ofPost(postId))
      connection.notify(connection.session.request.addressed(userId, json))
    this.#recent.forget(postId)
  }

  #ownersOf(appId: bigint): readonly Viewer[] {
    return [...this.#connections].flatMap(({ session: { request }, viewers }) =>
      request.appId === appId ? viewers.filter(({ userId }) => userId === request.appOwnerId) : [],
    )
  }
}
