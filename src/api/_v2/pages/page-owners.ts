/** Finds the owner of a page: the object to which the page belongs, such as the user whose followers are listed. */
import type { UserFacts } from '../../../domain/accounts/user.ts'
import type { Viewer } from '../../../domain/context.ts'
import { relationOf } from '../../../domain/graph/relations.ts'
import { maySeeConnections } from '../../../domain/graph/visibility.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import type { Services } from '../../_services.ts'
import { notAuthorized, notFound, type PartialError, suspended, type Wanted } from '../partial-errors.ts'
import { unseenError } from '../posts.ts'
import { requireSelf } from '../self.ts'
import { V2_DIALECT, type V2View } from '../view.ts'

/** The id of the owner, or the error if the viewer may not see the page. */
export type PageOwner =
  | { readonly id: bigint; readonly error?: undefined }
  | { readonly id?: undefined; readonly error: PartialError }

/** Finds the owner of a page. @param value the id in the path, as digits */
export type FindOwner = (services: Services, view: V2View, value: string) => Promise<PageOwner>

/** A user whose followers and friends the viewer may see (spec/v2-users-and-lists.md#relation-calls). */
export const connectionsOwner: FindOwner = (services, view, value) =>
  userOwner(services, value, (user) => maySeeConnections(services.store, view.viewer, user))

/**
 * A user whose posts and likes the viewer may see. The user must fulfil the conditions of {@link connectionsOwner},
 * and must not block the viewer.
 */
export const postsOwner: FindOwner = (services, view, value) =>
  userOwner(services, value, (user) => maySeePosts(services, view.viewer, user))

/** The calling user (spec/v2.md#callers). @throws {Problem} `invalidRequest` for another user */
export const selfOwner: FindOwner = (_services, { viewer }, value) =>
  Promise.resolve({ id: requireSelf(viewer.userId, value) })

/**
 * A post that the viewer may see. The result is the id of the first version of the post, or of its original if the
 * post is a repost. Likes, reposts and quotes refer to this id.
 */
export const postOwner: FindOwner = async (services, { viewer, dialect }, value) => {
  const postId = BigInt(value)
  const ids = postId > LARGEST_ID ? [] : [postId]
  const visibility = (await readPostGraph(services, viewer, ids, { quoted: false })).visibility(postId)
  if (typeof visibility !== 'string') {
    const { repostedId, initialId } = visibility.cached.entity
    return { id: repostedId ?? initialId }
  }
  return {
    error: unseenError(dialect, visibility, { type: 'tweet', parameter: 'id', value, section: 'data' }),
  }
}

async function userOwner(
  { users }: Services,
  value: string,
  maySee: (user: UserFacts) => Promise<boolean>,
): Promise<PageOwner> {
  const wanted: Wanted = { type: 'user', parameter: 'id', value, section: 'data' }
  const id = BigInt(value)
  const [user] = id > LARGEST_ID ? [] : await users.get([id])
  if (user === undefined || user.entity.deactivatedAt !== null) return { error: notFound(V2_DIALECT, wanted) }
  if (user.entity.suspendedAt !== null) return { error: suspended(V2_DIALECT, wanted) }
  return (await maySee(user.entity)) ? { id } : { error: notAuthorized(V2_DIALECT, wanted) }
}

async function maySeePosts({ store }: Services, viewer: Viewer, user: UserFacts): Promise<boolean> {
  if (!(await maySeeConnections(store, viewer, user))) return false
  if (viewer.userId === null || viewer.userId === user.id) return true
  return !(await relationOf(store, viewer.userId, user.id)).blockedBy
}
