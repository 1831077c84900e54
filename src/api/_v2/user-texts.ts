/** Users as JSON objects, with what depends on the request and on what they have pinned. */

import type { Post } from '../../domain/posts/post.ts'
import { pinnedPosts } from '../../domain/posts/write/pin-post.ts'
import { has } from '../../formats/v2/field-set.ts'
import { USER } from '../../formats/v2/fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import { type PostGraph, readPostGraph, type VisiblePost } from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import { userText, withMembers } from './renderings.ts'
import type { V2View } from './view.ts'

type UserServices = Pick<Services, 'store' | 'users' | 'posts'>

/** The posts that users have pinned, as far as the viewer may see them. */
export interface Pins {
  readonly graph: PostGraph | undefined
  readonly byUser: ReadonlyMap<bigint, VisiblePost>
}

const NO_PINS: Pins = { graph: undefined, byUser: new Map() }

/** Nothing is read unless the pinned post is among the fields. */
export async function readPins(
  services: UserServices,
  { viewer, selection }: V2View,
  users: readonly CachedUser[],
): Promise<Pins> {
  if (!has(selection.user, USER.pinned_tweet_id) || users.length === 0) return NO_PINS
  const pinned = await pinnedPosts(
    services.store,
    users.map(({ entity }) => entity.id),
  )
  if (pinned.size === 0) return NO_PINS
  const graph = await readPostGraph(services, viewer, [...pinned.values()], { quoted: false })
  const byUser = new Map<bigint, VisiblePost>()
  for (const [userId, postId] of pinned) {
    const post = graph.visible(postId)
    if (post !== undefined && isOf(post.cached.entity, userId)) byUser.set(userId, post)
  }
  return { graph, byUser }
}

function isOf(post: Post, userId: bigint): boolean {
  return post.authorId === userId
}

/** @param pins those of these users */
export function userTexts(
  { users: cache }: UserServices,
  { selection: { user: fields }, origin, day }: V2View,
  users: readonly CachedUser[],
  { byUser }: Pins,
): Buffer[] {
  const defaultPicture = origin === '' ? undefined : `${origin}${DEFAULT_PICTURE}`
  const showsPicture = has(fields, USER.profile_image_url) && defaultPicture !== undefined
  if (!showsPicture && byUser.size === 0) return users.map((user) => userText(cache, user, fields, day))
  return users.map((user) => {
    const pinnedId = byUser.get(user.entity.id)?.cached.entity.id
    const surroundings = { user: user.entity, defaultPicture, pinnedId }
    return withMembers(userText(cache, user, fields, day), USER_FIELDS.members({ surroundings }, fields, day))
  })
}

/** URL of the default picture (src/api/images.ts). */
const DEFAULT_PICTURE = '/images/default_profile_normal.png'
