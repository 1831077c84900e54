/** Renders v1.1 user objects for a caller. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Viewer } from '../../domain/context.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import type { Day } from '../../formats/fields/day.ts'
import type { UserView } from '../../formats/v1.1/user.ts'
import { USER_FIELDS } from '../../formats/v1.1/user-fields.ts'
import { type UserText, userJoiner, userTextOf } from '../../formats/v1.1/user-template.ts'
import { boolean, optionalText } from '../../http/params.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { CachedUser, UserCache } from '../../views/user-cache.ts'
import { defaultPictureOf } from './_picture.ts'

/** Parameters of every endpoint that returns users. */
export const userParams = {
  include_entities: boolean({ default: true, description: 'Include `entities`.' }),
  skip_status: boolean({ default: false, description: 'Omit the latest post.' }),
  tweet_mode: optionalText(
    '`extended`: the full text of the latest post, as `full_text`. Otherwise it is truncated to 140 characters.',
  ),
} as const

export interface UserOptions {
  readonly include_entities: boolean
  readonly skip_status: boolean
  readonly tweet_mode: string | undefined
  /** Includes `entities` of the latest post; default `include_entities`. */
  readonly include_status_entities?: boolean
}

/** Scheme and host for the URLs of a response, and the API day of the request. */
export type Origin = Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>

/** A name and a renderer for each version of the user object. */
const RENDERERS: { readonly name: string; readonly render: (user: FullUser) => UserText }[] = []

/**
 * A function that renders the part of a user that does not depend on the viewer. The result is cached for all
 * viewers, and for all days of one version.
 * @param day the API day of the request
 */
export function userRenderer(users: UserCache, day: Day | undefined): (user: CachedUser) => UserText {
  const version = USER_FIELDS.versionOn(day)
  RENDERERS[version] ??= { name: `v1.1 ${version}`, render: (user) => userTextOf(user, day) }
  const { name, render } = RENDERERS[version]
  return (user) => users.rendering(user, name, render, bytesOf)
}

/** Bytes of a cached text: a character takes at most two in the string and three in the UTF-8 copy. */
function bytesOf({ parts }: UserText): number {
  return TEXT_BYTES + 5 * parts.text.length
}

/** Bytes of a cached text in addition to its characters. */
const TEXT_BYTES = 400

/** The JSON text of a user, with the relation in `view`. */
export function userText(user: FullUser, view: UserView): string {
  const { relation, status, day } = view
  return userJoiner(view)(userTextOf(user, day), relation, status && JSON.stringify(status))
}

/**
 * Options for rendering the user `userId` for `viewer`, without the latest post.
 * @param outer the scheme, host and API day of the request
 */
export function viewOf(
  viewer: Viewer,
  relation: Relation | undefined,
  userId: bigint,
  options: Pick<UserOptions, 'include_entities'>,
  outer: Origin,
): UserView {
  return { ...viewAll(options, outer), relation: relationIn(viewer, relation, userId) }
}

/** The options of {@link viewOf} that are the same for every user. */
export function viewAll(
  { include_entities }: Pick<UserOptions, 'include_entities'>,
  outer: Origin,
): Omit<UserView, 'relation'> {
  return {
    includeEntities: include_entities,
    defaultPicture: defaultPictureOf(outer),
    day: outer.apiDate,
  }
}

/** The relation between the viewer and a user, for the user formatter. */
export function relationIn(
  viewer: Viewer,
  relation: Relation | undefined,
  userId: bigint,
): UserView['relation'] {
  return viewer.userId === userId ? 'self' : (relation ?? null)
}
