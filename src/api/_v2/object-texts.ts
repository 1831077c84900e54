/** Renders the objects of a response. Labs v1 has objects of its own, Labs v2 and API v2 the same. */
import type { Place, Poll, PostMedia } from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { placeObject } from '../../formats/v2/place.ts'
import { pollObject } from '../../formats/v2/poll.ts'
import type { PostGraph } from '../../views/post-graph.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import { mediaText } from './media-text.ts'
import type { PartialError } from './partial-errors.ts'
import { PostWriter } from './post-texts.ts'
import type { Surroundings } from './surroundings.ts'
import { userTexts } from './user-texts.ts'
import type { V2View } from './view.ts'

/** A medium as a JSON object, and the fields of it that are not for the viewer. */
export interface MediaText {
  readonly text: Buffer
  readonly errors: readonly PartialError[]
}

/** Each function renders for the view of one request. */
export interface ObjectTexts {
  postWriter(services: Pick<Services, 'posts' | 'clock'>, view: V2View, graph: PostGraph): PostWriter
  /** @param surroundings those of these users */
  users(
    services: Pick<Services, 'users'>,
    view: V2View,
    users: readonly CachedUser[],
    surroundings: Surroundings,
  ): Buffer[]
  /** @param post that shows the medium @param now milliseconds since the Unix epoch */
  media(media: PostMedia, post: Post, view: V2View, now: number): MediaText
  /** @param now milliseconds since the Unix epoch */
  poll(poll: Poll, view: V2View, now: number): Record<string, unknown>
  place(place: Place, view: V2View): Record<string, unknown>
}

const V2_TEXTS: ObjectTexts = {
  postWriter: (services, view, graph) => new PostWriter(services, view, graph),
  users: userTexts,
  media: mediaText,
  poll: (poll, { selection, day }, now) => pollObject(poll, selection.poll, now, day),
  place: (place, { selection, day }) => placeObject(place, selection.place, day),
}

/** Renders the objects of a view. */
export function textsOf({ texts = V2_TEXTS }: V2View): ObjectTexts {
  return texts
}
