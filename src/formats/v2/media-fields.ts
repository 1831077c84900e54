/**
 * Declares the fields of the API v2 media object (spec/v2-objects.md#media), in JSON order. To add a field, add it
 * here.
 */
import { type TSchema, Type } from 'typebox'
import type { PostMedia } from '../../domain/posts/content.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { absolute } from '../v1.1/media.ts'
import { type MemberField, type RefusedField, V2FieldTable } from './field-table.ts'
import { mediaKey } from './media-key.ts'
import { METRICS_SINCE, type MetricGroup, type MetricsInput, mayReadMetrics } from './metrics.ts'
import { COUNT, some, TEXT } from './scalars.ts'

export interface OwnMedia {
  readonly media: PostMedia
  /** Scheme and host of the URLs of files on this server. */
  readonly origin: string
}

/** A medium with its post, and the viewer of the metrics. */
export interface MediaViewer extends MetricsInput {
  readonly media: PostMedia
}

export interface MediaInputs {
  readonly media: OwnMedia
  readonly viewer: MediaViewer
}

function own<const Name extends string>(
  name: Name,
  schema: TSchema,
  value: (input: OwnMedia) => unknown,
  more: Pick<MemberField<MediaInputs, 'media', Name>, 'since' | 'until' | 'notIn' | 'isDefault'> = {},
): MemberField<MediaInputs, 'media', Name> {
  return { name, from: 'media', schema, value, ...more }
}

const KIND = Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')])

const PLAYBACK = [0, 25, 50, 75, 100].map((percent) => `playback_${percent}_count`)

const VIEWS = new ObjectTable<number>([{ name: 'view_count', schema: COUNT, value: (views) => views }])

/**
 * Metrics of videos, which only the author of the post may read. Playback is not counted, so these metrics occur only
 * in errors.
 */
function playback<const Name extends MetricGroup>(
  name: Name,
  members: readonly string[],
  isRefused: (viewer: MediaViewer) => boolean,
): RefusedField<MediaInputs, 'viewer', Name> {
  const restriction = {
    members,
    isRefused: (viewer: MediaViewer) => viewer.media.type === 'video' && isRefused(viewer),
  }
  return { name, from: 'viewer', notIn: ['search'], restriction, since: METRICS_SINCE[name] }
}

type Variant = NonNullable<NonNullable<PostMedia['video_info']>['variants']>[number]

/** A variant of a video. A playlist has no bit rate. */
const VARIANT_FIELDS = new ObjectTable<{ readonly variant: Variant; readonly origin: string }>([
  { name: 'bit_rate', schema: some(Type.Number()), value: ({ variant }) => variant.bitrate },
  { name: 'content_type', schema: TEXT, value: ({ variant }) => variant.content_type },
  { name: 'url', schema: TEXT, value: ({ variant, origin }) => absolute(variant.url, origin) },
])

const isForeign = (viewer: MediaViewer) => !mayReadMetrics(viewer)

const fields = [
  own('media_key', Type.String({ pattern: '^[0-9]+_[0-9]+$' }), ({ media }) => mediaKey(media), {
    isDefault: true,
  }),
  own('type', KIND, ({ media }) => media.type, { isDefault: true }),
  own('height', COUNT, ({ media }) => dimensionsOf(media).height),
  own('width', COUNT, ({ media }) => dimensionsOf(media).width),
  own('url', TEXT, (input) => (input.media.type === 'photo' ? addressOf(input) : undefined)),
  own('preview_image_url', TEXT, (input) => (input.media.type === 'photo' ? undefined : addressOf(input))),
  own('duration_ms', COUNT, ({ media }) =>
    media.type === 'video' ? media.video_info?.duration_millis : undefined,
  ),
  own('public_metrics', Type.Object(VIEWS.schema()), ({ media }) => viewsOf(media)),
  own('alt_text', TEXT, ({ media }) => media.ext_alt_text, { since: '2021-08-11' }),
  own(
    'variants',
    Type.Array(Type.Object(VARIANT_FIELDS.schema())),
    ({ media: { type, video_info: video }, origin }) =>
      type === 'photo'
        ? undefined
        : video?.variants?.map((variant) => VARIANT_FIELDS.object({ variant, origin })),
    { since: '2022-05-19' },
  ),
  playback('non_public_metrics', PLAYBACK, isForeign),
  {
    ...playback('organic_metrics', [...PLAYBACK, 'view_count'], isForeign),
    schema: Type.Object(VIEWS.schema()),
    value: ({ media }: MediaViewer) => (media.type === 'video' ? viewsOf(media) : undefined),
  },
  playback('promoted_metrics', [...PLAYBACK, 'view_count'], () => true),
] as const

export const MEDIA_FIELDS = new V2FieldTable<MediaInputs, (typeof fields)[number]['name']>(fields)

function viewsOf({ view_count: views }: PostMedia): Record<string, unknown> | undefined {
  return views === undefined ? undefined : VIEWS.object(views)
}

/** The absolute URL of the file; empty for an imported medium without a file. */
function addressOf({ media: { media_url_https: file }, origin }: OwnMedia): string {
  return file.startsWith('/') ? origin + file : file
}

/** Width and height of the original if they were imported; otherwise those of the largest stored size. */
function dimensionsOf({ sizes, kept }: PostMedia): { readonly width?: number; readonly height?: number } {
  const original = kept?.['original_info']
  if (typeof original === 'object' && original !== null && 'width' in original && 'height' in original) {
    const { width, height } = original
    if (typeof width === 'number' && typeof height === 'number') return { width, height }
  }
  let largest: { readonly width?: number; readonly height?: number } = {}
  for (const { w, h, resize } of Object.values(sizes)) {
    // The cropped size is a square, and small pictures are enlarged to this square.
    if (resize === 'crop') continue
    if (w * h > (largest.width ?? 0) * (largest.height ?? 0)) largest = { width: w, height: h }
  }
  return largest
}
