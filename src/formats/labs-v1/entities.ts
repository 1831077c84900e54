/**
 * What texts hold, as Labs v1 has it: code points of the escaped text, `end` exclusive (spec/v2-objects.md#entities).
 */
import type { EntityAnnotation, Indices, UrlEntity } from '../../domain/posts/content.ts'
import type { PostBody } from '../v1.1/post-body.ts'
import { filled } from './format.ts'

export function entitiesObject(
  body: PostBody,
  annotations: readonly EntityAnnotation[],
): Record<string, unknown> | undefined {
  const { urls, hashtags, symbols, mentions, media } = body
  if (
    urls.length + hashtags.length + symbols.length + mentions.length + media.length + annotations.length ===
    0
  ) {
    return undefined
  }
  return filled({
    urls: [...body.urls.map(urlObject), ...mediaLinks(body)],
    hashtags: body.hashtags.map(({ text, indices }) => ({ ...span(indices), tag: text })),
    cashtags: body.symbols.map(({ text, indices }) => ({ ...span(indices), tag: text })),
    mentions: body.mentions.map(({ screen_name, indices }) => ({ ...span(indices), username: screen_name })),
    annotations: annotations.map(({ start, end, probability, type, normalized_text }) => ({
      start,
      end,
      probability,
      type,
      normalized_text,
    })),
  })
}

/** A link in a text, with what its page says of itself. */
function urlObject({ url, expanded_url, display_url, indices, unwound }: UrlEntity): Record<string, unknown> {
  return filled({
    ...span(indices),
    url,
    expanded_url,
    display_url,
    unwound_url: unwound?.url,
    status: unwound?.status,
    title: unwound?.title,
    description: unwound?.description,
    images: unwound?.images,
  })
}

/** Several media of one post have one link, or none in the text. */
function mediaLinks({ media }: PostBody): Record<string, unknown>[] {
  const [first] = media
  if (first === undefined || first.indices[0] === first.indices[1]) return []
  const { url, expanded_url, display_url } = first.media
  return [{ ...span(first.indices), url, expanded_url, display_url }]
}

export function span([start, end]: Indices): { readonly start: number; readonly end: number } {
  return { start, end }
}
