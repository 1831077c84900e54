/** The v1.1 user object as text: a user's own parts are rendered once, and joined per request and viewer. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Day } from '../fields/day.ts'
import type { Parts } from '../fields/template.ts'
import type { UserRelation, UserRequest } from './user-field-kinds.ts'
import { USER_FIELDS } from './user-fields.ts'
import { ownPictures } from './user-parts.ts'

/** A user's own parts, equal for every viewer. */
export interface UserText {
  readonly parts: Parts
  readonly hasDefaultPicture: boolean
  /** The complete object for apps, the most frequent callers; cached at its second use. */
  shown?: ShownUser | 'once'
}

/** A user in UTF-8, for one URL of the default picture. */
interface ShownUser {
  readonly picture: string | null
  readonly bytes: Buffer
}

/** A request and its API day. */
type DatedRequest = UserRequest & { readonly day?: Day | undefined }

/** Renders a user's own parts. Depends on the version of `USER_FIELDS`. */
export function userTextOf(user: FullUser, day?: Day): UserText {
  return {
    parts: USER_FIELDS.template(day).keptParts('user', user),
    hasDefaultPicture: ownPictures(user.profile) === undefined,
  }
}

/**
 * Joins users for one request: the texts of `userObject`.
 * @returns a function that takes the latest post as JSON text, if any
 */
export function userJoiner(
  request: DatedRequest,
): (user: UserText, relation: UserRelation, status?: string) => string {
  const template = USER_FIELDS.template(request.day)
  const join = template.joiner(request, ['user', 'viewer'])
  const forApps = template.parts('viewer', null)
  return ({ parts: user }, relation, status) => {
    const viewer = relation === null ? forApps : template.parts('viewer', relation)
    return join([user, viewer], { status })
  }
}

/** Like {@link userJoiner}, for responses: the bytes for apps are cached and copied instead of encoded. */
export function userWriter(
  request: DatedRequest,
): (user: UserText, relation: UserRelation, status?: string) => string | Buffer {
  const join = userJoiner(request)
  const { includeEntities, hasProfileLocation, defaultPicture: picture = null } = request
  const isUsual = includeEntities && hasProfileLocation !== true
  return (user, relation, status) => {
    if (relation !== null || !isUsual || status !== undefined) return join(user, relation, status)
    const { shown } = user
    if (shown === undefined) {
      user.shown = 'once'
      return join(user, relation)
    }
    if (shown !== 'once' && (shown.picture === picture || !user.hasDefaultPicture)) return shown.bytes
    const bytes = Buffer.from(join(user, relation))
    user.shown = { picture, bytes }
    return bytes
  }
}
