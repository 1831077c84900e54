/** Renders posts as JSON objects, with the members that depend on the viewer or on data outside the post. */
import type { PostContent } from '../../domain/posts/content.ts'
import { has } from '../../formats/v2/field-set.ts'
import { POST } from '../../formats/v2/fields.ts'
import { postObject } from '../../formats/v2/post.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { type Original, shownContent, shownPost } from '../../formats/v2/shown-post.ts'
import type { PostGraph, VisiblePost } from '../../views/post-graph.ts'
import type { Services } from '../_services.ts'
import { fieldNotAuthorized, type PartialError, type Wanted } from './partial-errors.ts'
import { postText, withMembers } from './renderings.ts'
import type { V2View } from './view.ts'

/** Renders the posts of one post graph (posts with the posts that they reference) for one view. */
export class PostWriter {
  readonly #services: Pick<Services, 'posts' | 'clock'>
  readonly #view: V2View
  readonly #graph: PostGraph
  /** Errors for fields that this viewer may not see. */
  readonly errors: PartialError[] = []

  constructor(services: Pick<Services, 'posts' | 'clock'>, view: V2View, graph: PostGraph) {
    this.#services = services
    this.#view = view
    this.#graph = graph
  }

  /** True if errors may name posts. In that case, the caller must know how each post was requested. */
  get namesPosts(): boolean {
    return has(this.#view.selection.post, POST_FIELDS.restricted)
  }

  /** Renders a post. Errors use the last three parameters, which say how the post was requested. */
  text(post: VisiblePost, parameter: string, value: string, section: Wanted['section']): Buffer {
    const { viewer, dialect, day, selection, texts } = this.#view
    if (texts !== undefined) return Buffer.from(texts.post(post, this.#graph))
    const { cached, author } = post
    const { post: fields } = selection
    const original = this.original(cached.entity.repostedId)
    const { withheldInCountries: codes } = author.entity
    const isWithheldOnlyThere = codes.length > 0 && cached.entity.withheldInCountries.length === 0
    const showsAuthorWithheld = isWithheldOnlyThere && has(fields, POST.withheld)
    // If only the author is withheld, the member `withheld` is added below, with the countries of the author.
    const alone = showsAuthorWithheld ? fields & ~POST.withheld : fields
    const text =
      original === undefined
        ? postText(this.#services.posts, cached, alone, day)
        : Buffer.from(JSON.stringify(postObject(cached.entity, alone, original, day)))
    if (!showsAuthorWithheld && !this.namesPosts) return text
    const inputs = {
      author: { ...shownPost(cached.entity, original), authorCodes: codes },
      viewer: { post: cached.entity, viewerId: viewer.userId, now: this.#services.clock.now() },
    }
    for (const field of POST_FIELDS.refused(inputs, fields, day)) {
      const wanted = { type: 'tweet', parameter, value, section } as const
      this.errors.push(fieldNotAuthorized(dialect, wanted, field))
    }
    return withMembers(text, POST_FIELDS.members(inputs, fields, day))
  }

  /** The original of a repost; undefined for other posts. */
  original(repostedId: bigint | null): Original | undefined {
    if (repostedId === null) return undefined
    const visibility = this.#graph.original(repostedId)
    return typeof visibility === 'string'
      ? undefined
      : { post: visibility.cached.entity, author: visibility.author.entity }
  }

  /** The content that a post shows; for a repost, the content of the original. */
  content({ cached: { entity } }: VisiblePost): PostContent {
    return shownContent(entity, this.original(entity.repostedId))
  }
}
