/** Renders users as JSON objects, with the members that depend on the request or on data outside the user. */
import { has } from '../../formats/v2/field-set.ts'
import { USER } from '../../formats/v2/fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import { userText, withMembers } from './renderings.ts'
import type { Surroundings } from './surroundings.ts'
import type { V2View } from './view.ts'

/** @param surroundings the data outside of these users that their objects show */
export function userTexts(
  { users: cache }: Pick<Services, 'users'>,
  { selection: { user: fields }, origin, day, texts }: V2View,
  users: readonly CachedUser[],
  { pinned, newest, relations, receivesMessages, emails }: Surroundings,
): Buffer[] {
  const postsOf = (id: bigint) => ({
    newest: newest.get(id)?.post.cached.entity.id,
    pinned: pinned.get(id)?.post.cached.entity.id,
  })
  if (texts !== undefined) return users.map((user) => Buffer.from(texts.user(user, postsOf(user.entity.id))))
  const defaultPicture = origin === '' ? undefined : `${origin}${DEFAULT_PICTURE}`
  const showsPicture = has(fields, USER.profile_image_url) && defaultPicture !== undefined
  const found = pinned.size + newest.size + relations.size + receivesMessages.size + emails.size
  if (!showsPicture && found === 0) return users.map((user) => userText(cache, user, fields, day))
  return users.map((user) => {
    const { id } = user.entity
    const surroundings = {
      user: user.entity,
      defaultPicture,
      pinnedId: postsOf(id).pinned,
      mostRecentId: postsOf(id).newest,
      relation: relations.get(id),
      receivesMessages: receivesMessages.get(id),
      email: emails.get(id),
    }
    return withMembers(userText(cache, user, fields, day), USER_FIELDS.members({ surroundings }, fields, day))
  })
}

/** Path of the default profile picture (src/api/images.ts). */
const DEFAULT_PICTURE = '/images/default_profile_normal.png'
