/** The view of a response in Labs and API v2: the viewer, the selected fields and other options. */
import type { Caller } from '../../auth/caller.ts'
import type { Viewer } from '../../domain/context.ts'
import type { Place, Poll, PostMedia } from '../../domain/posts/content.ts'
import { type Day, earlierDay, LABS_DAY } from '../../formats/fields/day.ts'
import type { Selection } from '../../formats/v2/fields.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { PostGraph, VisiblePost } from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { V2Dialect } from './partial-errors.ts'

export const LABS_2_DIALECT: V2Dialect = {
  base: 'https://api.twitter.com/labs/2/problems/',
  tellsResourceId: false,
  lastDay: LABS_DAY,
}

export const V2_DIALECT: V2Dialect = { base: 'https://api.twitter.com/2/problems/', tellsResourceId: true }

/**
 * Renders the objects of an API that has no parameters to select fields. Every viewer may see all members of these
 * objects.
 */
export interface ObjectTexts {
  post(post: VisiblePost, graph: PostGraph): string
  user(user: CachedUser, postsOf: PostsOfUser): string
  media(media: PostMedia): string
  poll(poll: Poll): string
  place(place: Place): string
}

/** Ids of the newest and the pinned post of a user; undefined if there is none that the viewer may see. */
export interface PostsOfUser {
  readonly newest: bigint | undefined
  readonly pinned: bigint | undefined
}

export interface V2View {
  readonly viewer: Viewer
  readonly dialect: V2Dialect
  readonly selection: Selection
  /** Base of the URLs of this server, such as `https://host`; empty if the client sent no host. */
  readonly origin: string
  /** True if the response may show the e-mail address of the viewer when the request asks for the address. */
  readonly showsEmail?: boolean
  /** The day of the API. When undefined, all fields are served. */
  readonly day?: Day | undefined
  /** Renders the objects; default: the objects of Labs v2 and API v2, with the fields of `selection`. */
  readonly texts?: ObjectTexts
}

/** @param outer the scheme and host that the client used, and the day of the API */
export function v2View(
  caller: Caller,
  dialect: V2Dialect,
  selection: Selection,
  { scheme, host, apiDate }: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>,
): V2View {
  return {
    viewer: { userId: caller.kind === 'user' ? caller.user.id : null },
    dialect,
    selection,
    origin: host === '' ? '' : `${scheme}://${host}`,
    day: dialect.lastDay === undefined ? apiDate : earlierDay(dialect.lastDay, apiDate),
  }
}
