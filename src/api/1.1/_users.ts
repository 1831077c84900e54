/** Users as their v1.1 objects, rendered for the caller. */
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

/** Parameters of every endpoint that answers with users. */
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
  /** Of the latest post; as `include_entities` when left out. */
  readonly include_status_entities?: boolean
}

/** The start of the URLs of an answer, and the day whose API it is. */
export type Origin = Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>

/** A name and a renderer for each version of the user object. */
const RENDERERS: { readonly name: string; readonly render: (user: FullUser) => UserText }[] = []

/** Renders users' own parts, each user once for all viewers and all days of one version. @param day whose API it is */
export function userRenderer(users: UserCache, day: Day | undefined): (user: CachedUser) => UserText {
  const version = USER_FIELDS.versionOn(day)
  RENDERERS[version] ??= { name: `v1.1 ${version}`, render: (user) => userTextOf(user, day) }
  const { name, render } = RENDERERS[version]
  return (user) => users.rendering(user, name, render, bytesOf)
}

/** The bytes of a text that is kept. A character takes two at most in a text, three in UTF-8. */
function bytesOf({ parts }: UserText): number {
  return TEXT_BYTES + 5 * parts.text.length
}

/** The bytes that a text takes beside its characters. */
const TEXT_BYTES = 400

/** One user's JSON text, with a relation that is already known. */
export function userText(user: FullUser, view: UserView): string {
  const { relation, status, day } = view
  return userJoiner(view)(userTextOf(user, day), relation, status && JSON.stringify(status))
}

/**
 * How `viewer` sees the user of that id, without the latest post.
 * @param outer the request as its client saw it
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

/** As {@link viewOf}, what is the same for every user. */
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

/** What stands between the viewer and a user, as the object takes it. */
export function relationIn(
  viewer: Viewer,
  relation: Relation | undefined,
  userId: bigint,
): UserView['relation'] {
  return viewer.userId === userId ? 'self' : (relation ?? null)
}
