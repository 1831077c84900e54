/** Views of Labs v1 lookups and searches, whose objects have formats (spec/labs-v1.md#formats). */
import type { Caller } from '../../../auth/caller.ts'
import type { PostView } from '../../../domain/posts/read/post-view.ts'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import { mediaObject, placeObject, pollObject } from '../../../formats/labs-v1/attachments.ts'
import type { Formats } from '../../../formats/labs-v1/format.ts'
import { type PostOptions, postText } from '../../../formats/labs-v1/post.ts'
import { UserTexts } from '../../../formats/labs-v1/user-texts.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { PostGraph, VisiblePost } from '../../../views/post-graph.ts'
import type { ObjectTexts } from '../../_v2/object-texts.ts'
import type { V2Dialect } from '../../_v2/partial-errors.ts'
import { PostWriter } from '../../_v2/post-texts.ts'
import { type V2View, v2View } from '../../_v2/view.ts'
import { defaultPictureOf } from '../../1.1/_picture.ts'
import type { Labs1Choice } from './_object-params.ts'

/** First day of annotations in lookups and searches (spec/versioning.md#dates). */
const ANNOTATED_SINCE: Day = '2020-03-23'

export const LABS_1_DIALECT: V2Dialect = {
  base: 'https://api.twitter.com/labs/1/problems/',
  tellsResourceId: false,
}

/** @param outer the request as its client saw it */
export function labs1View(
  caller: Caller,
  { formats, selection }: Labs1Choice,
  outer: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>,
): V2View {
  const view = v2View(caller, LABS_1_DIALECT, selection, outer)
  return { ...view, texts: labs1Texts(formats, outer) }
}

function labs1Texts(
  formats: Formats,
  outer: Pick<RequestContext, 'scheme' | 'host' | 'apiDate'>,
): ObjectTexts {
  const day = outer.apiDate
  const posts = { format: formats.tweet, day, isAnnotated: isOn({ since: ANNOTATED_SINCE }, day) }
  const users = new UserTexts(formats.user, defaultPictureOf(outer) ?? undefined)
  return {
    postWriter: (services, view, graph) => new Labs1PostWriter(services, view, graph, posts),
    users: (_, _view, shown, { newest, pinned }) =>
      shown.map(({ entity }) =>
        Buffer.from(
          users.of(entity, {
            newest: newest.get(entity.id)?.post.cached.entity.id,
            pinned: pinned.get(entity.id)?.post.cached.entity.id,
          }),
        ),
      ),
    media: (media, _post, { origin }) => ({
      text: Buffer.from(JSON.stringify(mediaObject(media, origin))),
      errors: [],
    }),
    poll: (poll) => pollObject(poll),
    place: (place) => placeObject(place, formats.place),
  }
}

/** Labs v1 has no fields that only some viewers may read, so that the writer has no errors. */
class Labs1PostWriter extends PostWriter {
  readonly #graph: PostGraph
  readonly #options: PostOptions

  constructor(
    services: ConstructorParameters<typeof PostWriter>[0],
    view: V2View,
    graph: PostGraph,
    options: PostOptions,
  ) {
    super(services, view, graph)
    this.#graph = graph
    this.#options = options
  }

  override text(post: VisiblePost): Buffer {
    return Buffer.from(postText(viewOf(this.#graph, post), this.#options))
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
