/** A medium as a JSON object, with what only the author of its post is shown. */
import type { PostMedia } from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { has } from '../../formats/v2/field-set.ts'
import { MEDIA } from '../../formats/v2/fields.ts'
import { mediaKey, mediaObject } from '../../formats/v2/media.ts'
import { METRIC_GROUPS, type MetricGroup, mayReadMetrics } from '../../formats/v2/metrics.ts'
import { fieldNotAuthorized, type PartialError } from './partial-errors.ts'
import type { V2View } from './view.ts'

const PLAYBACK = [0, 25, 50, 75, 100].map((percent) => `playback_${percent}_count`)

const METRICS: Readonly<Record<MetricGroup, readonly string[]>> = {
  non_public_metrics: PLAYBACK,
  organic_metrics: [...PLAYBACK, 'view_count'],
  promoted_metrics: [...PLAYBACK, 'view_count'],
}

/**
 * How far videos are played nobody counts, so that their owner is shown nothing of it, and others are told that it is
 * not for them.
 * @param post that shows it
 * @param now milliseconds since the Unix epoch
 */
export function mediaText(
  media: PostMedia,
  post: Post,
  { selection: { media: fields }, viewer, dialect, origin }: V2View,
  now: number,
): { readonly text: Buffer; readonly errors: readonly PartialError[] } {
  const object = mediaObject(media, fields, origin)
  const mayRead = mayReadMetrics(post, viewer.userId, now)
  const errors: PartialError[] = []
  for (const group of METRIC_GROUPS) {
    if (media.type !== 'video' || !has(fields, MEDIA[group])) continue
    if (mayRead && group !== 'promoted_metrics') {
      if (group === 'organic_metrics' && media.view_count !== undefined) {
        object[group] = { view_count: media.view_count }
      }
      continue
    }
    for (const metric of METRICS[group]) {
      const wanted = {
        type: 'media',
        parameter: 'attachments.media_keys',
        value: mediaKey(media),
        section: 'includes',
      } as const
      const field = `${group}.${metric}`
      errors.push(fieldNotAuthorized(dialect, wanted, field))
    }
  }
  return { text: Buffer.from(JSON.stringify(object)), errors }
}
