/** Collects the media, polls and places that expansions of posts include, each once. */
import type { PostContent } from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION } from '../../formats/v2/fields.ts'
import { mediaKey } from '../../formats/v2/media-key.ts'
import { placeObject } from '../../formats/v2/place.ts'
import { pollObject } from '../../formats/v2/poll.ts'
import { mediaText } from './media-text.ts'
import type { PartialError } from './partial-errors.ts'
import type { V2View } from './view.ts'

export class IncludedThings {
  readonly #view: V2View
  readonly #now: number
  readonly #media = new Map<string, Buffer>()
  readonly #polls = new Map<string, Buffer>()
  readonly #places = new Map<string, Buffer>()
  /** Errors for fields of media that the viewer may not see. */
  readonly errors: PartialError[] = []

  /** @param now the time in milliseconds since the Unix epoch */
  constructor(view: V2View, now: number) {
    this.#view = view
    this.#now = now
  }

  get media(): Buffer[] {
    return [...this.#media.values()]
  }

  get polls(): Buffer[] {
    return [...this.#polls.values()]
  }

  get places(): Buffer[] {
    return [...this.#places.values()]
  }

  /** @param content the content of the post; for a repost, that of the original */
  add(post: Post, content: PostContent): void {
    const { poll } = content
    const { selection, day, texts } = this.#view
    const { expansions, poll: pollFields, place: placeFields } = selection
    const { place } = post.geo ?? {}
    if (has(expansions, EXPANSION['geo.place_id']) && place !== undefined && !this.#places.has(place.id)) {
      this.#places.set(place.id, textOf(texts?.place(place) ?? placeObject(place, placeFields, day)))
    }
    if (has(expansions, EXPANSION['attachments.poll_ids']) && poll !== undefined) {
      if (!this.#polls.has(poll.id))
        this.#polls.set(poll.id, textOf(texts?.poll(poll) ?? pollObject(poll, pollFields, this.#now, day)))
    }
    if (has(expansions, EXPANSION['attachments.media_keys'])) this.addMedia(post, content)
  }

  /** @param content the content of the post; for a repost, that of the original */
  addMedia(post: Post, { media = [] }: PostContent): void {
    for (const medium of media) {
      const key = mediaKey(medium)
      if (this.#media.has(key)) continue
      const { text, errors } = mediaText(medium, post, this.#view, this.#now)
      this.#media.set(key, text)
      this.errors.push(...errors)
    }
  }
}

/** @param object a JSON text or an object */
function textOf(object: string | Record<string, unknown>): Buffer {
  return Buffer.from(typeof object === 'string' ? object : JSON.stringify(object))
}
