/** Renders the v1.1 user object (spec/users.md#user-object). user-fields.ts declares its fields. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Profile } from '../../domain/accounts/profile.ts'
import type { Day } from '../fields/day.ts'
import type { UserRelation, UserRequest } from './user-field-kinds.ts'
import { USER_FIELDS } from './user-fields.ts'
import { ownPictures, type Pictures } from './user-parts.ts'

export interface UserView extends UserRequest {
  readonly relation: UserRelation
  /** The latest post of the user; undefined if there is none. */
  readonly status?: Record<string, unknown> | undefined
  /** Day of the API; by default the default day. */
  readonly day?: Day | undefined
}

/** A user in the form that the viewer may see. */
export function userObject(user: FullUser, view: UserView): Record<string, unknown> {
  const { relation, status, day } = view
  return USER_FIELDS.object({ request: view, user, viewer: relation }, { status }, day)
}

/** URLs of a user's picture. @param defaultPicture URL for users without a picture */
export function picturesOf(profile: Profile, defaultPicture: string): Pictures {
  return ownPictures(profile) ?? { plain: defaultPicture, secure: defaultPicture }
}
