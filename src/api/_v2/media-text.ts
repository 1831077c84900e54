/** A media item as a JSON object. Only the author of the post gets the private metrics. */
import type { PostMedia } from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { mediaKey } from '../../formats/v2/media-key.ts'
import { fieldNotAuthorized, type PartialError } from './partial-errors.ts'
import type { V2View } from './view.ts'

/**
 * @param post the post that has the media item
 * @param now the time in milliseconds since the Unix epoch
 */
export function mediaText(
  media: PostMedia,
  post: Post,
  { selection: { media: fields }, viewer: { userId: viewerId }, dialect, origin, day, texts }: V2View,
  now: number,
): { readonly text: Buffer; readonly errors: readonly PartialError[] } {
  if (texts !== undefined) return { text: Buffer.from(texts.media(media)), errors: [] }
  const inputs = { media: { media, origin }, viewer: { media, post, viewerId, now } }
  const wanted = {
    type: 'media',
    parameter: 'attachments.media_keys',
    value: mediaKey(media),
    section: 'includes',
  } as const
  return {
    text: Buffer.from(JSON.stringify(MEDIA_FIELDS.members(inputs, fields, day))),
    errors: MEDIA_FIELDS.refused(inputs, fields, day).map((field) =>
      fieldNotAuthorized(dialect, wanted, field),
    ),
  }
}
