/** Views of Labs v1 lookups and searches, whose objects have formats (spec/labs-v1.md#formats). */
import type { Caller } from '../../../auth/caller.ts'
import type { PostView } from '../../../domain/posts/read/post-view.ts'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import { mediaObject, placeObject, pollObject } from '../../../formats/labs-v1/attachments.ts'
import type { Formats } from '../../../formats/labs-v1/format.ts'
import { postText } from '../../../formats/labs-v1/post.ts'
import { UserTexts } from '../../../formats/labs-v1/user-texts.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { PostGraph, VisiblePost } from '../../../views/post-graph.ts'
import type { V2Dialect } from '../../_v2/partial-errors.ts'
import { type ObjectTexts, type V2View, v2View } from '../../_v2/view.ts'
import { defaultPictureOf } from '../../1.1/_picture.ts'
import type { Labs1Choice } from './_object-params.ts'

/** First day of annotations in lookups and searches (spec/versioning.md#dates). */
const ANNOTATED_SINCE: Day = '2020-03-23'

export const LABS_1_DIALECT: V2Dialect = {
  base: 'https://api.twitter.com/labs/1/problems/',
  tellsResourceId: false,
}

/** @param outer scheme, host and API day of the request */
export function labs1View(
  caller: Caller,
  { formats, selection }: Labs1Choice,
  outer: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>,
): V2View {
  const view = v2View(caller, LABS_1_DIALECT, selection, outer)
  return { ...view, texts: labs1Texts(formats, outer, view.origin) }
}

function labs1Texts(
  formats: Formats,
  outer: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>,
  origin: string,
): ObjectTexts {
  const day = outer.apiDate
  const posts = { format: formats.tweet, day, isAnnotated: isOn({ since: ANNOTATED_SINCE }, day) }
  const users = new UserTexts(formats.user, defaultPictureOf(outer) ?? undefined)
  return {
    post: (post, graph) => postText(viewOf(graph, post), posts),
    user: ({ entity }, postsOf) => users.of(entity, postsOf),
    media: (media) => JSON.stringify(mediaObject(media, origin)),
    poll: (poll) => JSON.stringify(pollObject(poll)),
    place: (place) => JSON.stringify(placeObject(place, formats.place)),
  }
}

function viewOf(graph: PostGraph, { cached, author }: VisiblePost): PostView {
  const { repostedId } = cached.entity
  const original = repostedId === null ? undefined : graph.original(repostedId)
  return {
    post: cached.entity,
    author: author.entity,
    original: typeof original === 'object' ? viewOf(graph, original) : undefined,
    quoted: undefined,
    repliedTo: undefined,
  }
}
