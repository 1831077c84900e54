/**
 * Renders the v1.1 user object as text. The parts that depend only on the user are rendered once, and joined for each
 * request and viewer.
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Day } from '../fields/day.ts'
import type { Parts } from '../fields/template.ts'
import type { UserRelation, UserRequest } from './user-field-kinds.ts'
import { USER_FIELDS } from './user-fields.ts'
import { ownPictures } from './user-parts.ts'

/** The parts that depend only on the user; they are equal for every viewer. */
export interface UserText {
  readonly parts: Parts
  readonly hasDefaultPicture: boolean
  /**
   * The complete object in responses to apps, which send the most requests. The object is cached at the second request
   * for it.
   */
  shown?: ShownUser | 'once'
}

/** A complete user object in UTF-8, for one URL of the default picture. */
interface ShownUser {
  readonly picture: string | null
  readonly bytes: Buffer
}

/** The options of a request, and the day of the API. */
type DatedRequest = UserRequest & { readonly day?: Day | undefined }

/** Renders the parts that depend only on the user. The result depends on the version of `USER_FIELDS`. */
export function userTextOf(user: FullUser, day?: Day): UserText {
  return {
    parts: USER_FIELDS.template(day).keptParts('user', user),
    hasDefaultPicture: ownPictures(user.profile) === undefined,
  }
}

/**
 * Makes a function that joins the users of one request; the results equal those of `userObject`.
 * @returns a function that joins one user; its parameter `status` is the latest post of the user as JSON
 *   text, if there is one
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

/**
 * Like {@link userJoiner}, but writes bytes. The bytes of a cached object are copied without encoding the object again.
 */
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
