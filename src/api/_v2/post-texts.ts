/** Posts as JSON objects, with what depends on who looks and on other things than the post. */
import type { PostContent } from '../../domain/posts/content.ts'
import { has } from '../../formats/v2/field-set.ts'
import { POST } from '../../formats/v2/fields.ts'
import { METRICS, PRIVATE_METRICS, privateMetrics } from '../../formats/v2/metrics.ts'
import { postObject, withheldOf } from '../../formats/v2/post.ts'
import { type Original, shownContent } from '../../formats/v2/shown-post.ts'
import type { PostScene, SeenPost } from '../../views/post-scene.ts'
import type { Services } from '../_services.ts'
import { fieldNotAuthorized, type PartialError, type Wanted } from './partial-errors.ts'
import { postText, withMembers } from './renderings.ts'
import type { V2View } from './view.ts'

/** Writes the posts of one scene for one view. */
export class PostWriter {
  readonly #services: Pick<Services, 'posts' | 'clock'>
  readonly #view: V2View
  readonly #scene: PostScene
  /** Which fields are not for this viewer. */
  readonly errors: PartialError[] = []

  constructor(services: Pick<Services, 'posts' | 'clock'>, view: V2View, scene: PostScene) {
    this.#services = services
    this.#view = view
    this.#scene = scene
  }

  /** Whether errors may tell of a post, and so must know how it was named. */
  get namesPosts(): boolean {
    return has(this.#view.selection.post, PRIVATE_METRICS)
  }

  /** The other three say how the post is named in errors. */
  text({ known, author }: SeenPost, parameter: string, value: string, section: Wanted['section']): Buffer {
    const { post: fields } = this.#view.selection
    const original = this.original(known.it.repostedId)
    const { withheldInCountries: codes } = author.it
    const isWithheldOnlyThere = codes.length > 0 && known.it.withheldInCountries.length === 0
    const showsAuthorWithheld = isWithheldOnlyThere && has(fields, POST.withheld)
    // What the post alone has to say of that would stand there as well.
    const alone = showsAuthorWithheld ? fields & ~POST.withheld : fields
    const text =
      original === undefined
        ? postText(this.#services.posts, known, alone)
        : Buffer.from(JSON.stringify(postObject(known.it, alone, original)))
    if (!showsAuthorWithheld && !has(fields, PRIVATE_METRICS)) return text
    return withMembers(text, {
      ...(showsAuthorWithheld
        ? { withheld: withheldOf(known.it, shownContent(known.it, original), codes) }
        : {}),
      ...this.#privateMetrics(known.it, { type: 'tweet', parameter, value, section }),
    })
  }

  /** What a repost shows; undefined for any other post. */
  original(repostedId: bigint | null): Original | undefined {
    if (repostedId === null) return undefined
    const sight = this.#scene.original(repostedId)
    return typeof sight === 'string' ? undefined : { post: sight.known.it, author: sight.author.it }
  }

  /** What a post shows. */
  content({ known: { it } }: SeenPost): PostContent {
    return shownContent(it, this.original(it.repostedId))
  }

  #privateMetrics(post: SeenPost['known']['it'], wanted: Wanted): Record<string, unknown> {
    const { viewer, selection, dialect } = this.#view
    const now = this.#services.clock.now()
    const { shown, refused } = privateMetrics(post, selection.post, viewer.userId, now)
    for (const group of refused) {
      for (const metric of METRICS[group]) {
        this.errors.push(fieldNotAuthorized(dialect, wanted, `${group}.${metric}`))
      }
    }
    return shown
  }
}
