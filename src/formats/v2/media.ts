/** Renders the media object of API v2 (spec/v2-objects.md#media), without fields that depend on the viewer. */
import type { PostMedia } from '../../domain/posts/content.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { MEDIA_FIELDS } from './media-fields.ts'

/**
 * @param origin scheme and host of the URLs of files on this server, such as `https://host`
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function mediaObject(
  media: PostMedia,
  fields: FieldSet,
  origin: string,
  day?: Day,
): Record<string, unknown> {
  return MEDIA_FIELDS.members({ media: { media, origin } }, fields, day)
}
