/** What stands between two users, keys in the recorded order (spec/relations.md#relationship). */
import type { UserFacts } from '../../domain/accounts/user.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import { jsonNumber } from '../../lib/json.ts'

export interface Pair {
  readonly source: UserFacts
  readonly target: UserFacts
  /** As the source has it. */
  readonly relation: Relation
}

/**
 * How much of it the viewer may see: all, as the source itself; whether they follow each other, as it can be read in
 * the lists of either; or nothing.
 */
export type RelationshipView = 'source' | 'lists' | 'nothing'

export function relationshipObject(
  { source, target, relation }: Pair,
  view: RelationshipView,
): Record<string, unknown> {
  const own = (value: boolean) => (view === 'source' ? value : null)
  const listed = (value: boolean) => (view === 'nothing' ? null : value)
  const { following, followedBy, followingRequested, followingReceived, blocking, blockedBy } = relation
  return {
    relationship: {
      source: {
        ...identity(source),
        following: listed(following),
        followed_by: listed(followedBy),
        live_following: false,
        following_received: own(followingReceived),
        following_requested: own(followingRequested),
        notifications_enabled: own(relation.wantsNotifications),
        can_dm: own(followedBy && !blocking && !blockedBy),
        blocking: own(blocking),
        blocked_by: own(blockedBy),
        muting: own(relation.muting),
        want_retweets: own(relation.wantsRetweets),
        all_replies: own(false),
        marked_spam: own(false),
      },
      target: {
        ...identity(target),
        following: listed(followedBy),
        followed_by: listed(following),
        following_received: own(followingRequested),
        following_requested: own(followingReceived),
      },
    },
  }
}

function identity({ id, screenName }: UserFacts): Record<string, unknown> {
  return { id: jsonNumber(id), id_str: String(id), screen_name: screenName }
}

/** A user with the list of what stands between it and the viewer, in the order of the specification. */
export function connectionsObject(user: UserFacts, relation: Relation): Record<string, unknown> {
  const { following, followedBy, followingRequested, followingReceived, blocking, muting } = relation
  const connections = Object.entries({
    following,
    followed_by: followedBy,
    following_requested: followingRequested,
    following_received: followingReceived,
    blocking,
    muting,
  }).flatMap(([name, isSo]) => (isSo ? [name] : []))
  return {
    name: user.name,
    screen_name: user.screenName,
    id: jsonNumber(user.id),
    id_str: String(user.id),
    connections: connections.length === 0 ? ['none'] : connections,
  }
}
