import type { EventOf } from '../../log/event.ts'
import { LiveIds } from '../live-ids.ts'
import type { UserStreamRequest, ViewerRequest } from './streams.ts'

/** The part of a connection that a viewer uses. */
export interface ViewerConnection {
  readonly session: { readonly request: UserStreamRequest }
  readonly isOpen: boolean
  notify(json: string): void
}

/** A user whose messages a connection sends, with the users that this user follows. */
export class Viewer {
  readonly connection: ViewerConnection
  readonly request: ViewerRequest
  readonly followed: LiveIds = new LiveIds()

  constructor(connection: ViewerConnection, request: ViewerRequest) {
    this.connection = connection
    this.request = request
  }

  get userId(): bigint {
    return this.request.userId
  }

  /**
   * True if the post belongs to the stream of this user. The stream has posts of the user, posts of followed users, and
   * posts that mention the user, reply to the user or repost a post of the user. Replies of followed users to other
   * users belong to the stream only with `replies=all` (spec/retired-endpoints.md#user-and-site-streams).
   */
  wants(post: EventOf<'post.created'>): boolean {
    const { userId, followed } = this
    const { withFollowings, allReplies } = this.connection.session.request
    const { user_id: author, in_reply_to_user_id: answered, reposted_user_id: reposted, mentioned } = post
    if (author === userId || answered === userId || reposted === userId) return true
    if (mentioned.includes(String(userId))) return true
    if (!withFollowings || !followed.has(author)) return false
    return allReplies || answered === null || answered === author || followed.has(answered)
  }
}
