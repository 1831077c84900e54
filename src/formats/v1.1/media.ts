/** Declares the fields of media of posts (spec/posts.md#media-entity), in the order of recorded responses. */
import { type TSchema, Type } from 'typebox'
import type { Indices, MediaSize, PostMedia } from '../../domain/posts/content.ts'
import { jsonNumber } from '../../lib/json.ts'
import type { Day } from '../fields/day.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import { INDICES, id, idText, idTwins, nullable } from './scalars.ts'

export interface MediaView {
  /** Scheme and host of the URLs of files on this server. */
  readonly origin: string
  readonly includeAltText: boolean
  /** Day of the API; by default the default day. */
  readonly day?: Day | undefined
}

/** A medium with its position in the text that is shown. */
export interface PlacedMedia {
  readonly media: PostMedia
  readonly indices: Indices
  /** The post from which the medium was copied, and its author. */
  readonly source?: { readonly postId: string; readonly userId: string } | undefined
}

interface MediaInput extends PlacedMedia {
  readonly view: MediaView
}

const TEXT = Type.String()

/** Absolute URL of a file. */
export function absolute(url: string, origin: string): string {
  return isOwnFile(url) ? origin + url : url
}

/** True for a path; its absolute URL depends on the host that the client uses. */
export function isOwnFile(url: string): boolean {
  return url.startsWith('/')
}

/** The URL without TLS, for files on other servers. The URL of a file on this server does not change. */
function plainUrl(https: string): string {
  return https.replace(/^https:/, 'http:')
}

function copied(name: keyof PostMedia, schema: TSchema): ObjectField<MediaInput> {
  return { name, schema, value: ({ media }) => media[name] }
}

/** An id of the source, as a number and as `_str`; omitted if there is no source. */
function sourceTwins(
  name: string,
  description: string,
  idIn: (placed: PlacedMedia) => string | undefined,
): readonly ObjectField<MediaInput>[] {
  const number = (input: MediaInput) => {
    const digits = idIn(input)
    return digits === undefined ? undefined : jsonNumber(BigInt(digits))
  }
  return [
    { name, schema: Type.Optional(id(description)), value: number },
    { name: `${name}_str`, schema: Type.Optional(idText(description)), value: idIn },
  ]
}

const KINDS = Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')])

const SIZE = Type.Object({ w: Type.Integer(), h: Type.Integer(), resize: TEXT })

const { id: ID, id_str: ID_TEXT } = idTwins('id', 'The media.')

/** Day of the first recording with sizes of 680, 1200 and 2048 pixels. The exact first day is unknown. */
const LARGER_SIZES_SINCE: Day = '2016-11-01'

/** Maximum width and height of the sizes before {@link LARGER_SIZES_SINCE}, in pixels, as in help/configuration. */
const BOXES: Readonly<Record<string, { readonly w: number; readonly h: number }>> = {
  small: { w: 340, h: 480 },
  medium: { w: 600, h: 1200 },
  large: { w: 1024, h: 2048 },
}

/**
 * The sizes of the picture, limited to {@link BOXES}. The thumbnail and sizes that already fit do not change.
 */
function smallerSizes(sizes: PostMedia['sizes']): PostMedia['sizes'] {
  const { large } = sizes
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, fitted(size, large ?? size, BOXES[name])]),
  )
}

/** @param full the largest size, which has the most exact proportions */
function fitted(size: MediaSize, full: MediaSize, box: { w: number; h: number } | undefined): MediaSize {
  if (box === undefined || (size.w <= box.w && size.h <= box.h)) return size
  const scale = Math.min(box.w / full.w, box.h / full.h)
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  return { ...size, w: scaled(full.w), h: scaled(full.h) }
}

/** @param kindOf returns the value of `type` */
function pictureFields(kindOf: (media: PostMedia) => PostMedia['type']): readonly ObjectField<MediaInput>[] {
  return [
    { name: 'id', schema: ID, value: ({ media }) => jsonNumber(BigInt(media.id_str)) },
    { name: 'id_str', schema: ID_TEXT, value: ({ media }) => media.id_str },
    { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
    {
      name: 'media_url',
      schema: TEXT,
      value: ({ media: { media_url_https: https, media_url: plain = plainUrl(https) }, view }) =>
        absolute(plain, view.origin),
    },
    {
      name: 'media_url_https',
      schema: TEXT,
      value: ({ media, view }) => absolute(media.media_url_https, view.origin),
    },
    copied('url', TEXT),
    copied('display_url', TEXT),
    copied('expanded_url', TEXT),
    { name: 'type', schema: KINDS, value: ({ media }) => kindOf(media) },
    {
      name: 'sizes',
      until: LARGER_SIZES_SINCE,
      schema: Type.Record(Type.String(), SIZE),
      value: ({ media }) => smallerSizes(media.sizes),
    },
    { ...copied('sizes', Type.Record(Type.String(), SIZE)), since: LARGER_SIZES_SINCE },
    ...sourceTwins(
      'source_status_id',
      'The post that the media are copied from.',
      ({ media, source }) => media.source_status_id_str ?? source?.postId,
    ),
    ...sourceTwins(
      'source_user_id',
      'Who wrote that.',
      ({ media, source }) => media.source_user_id_str ?? source?.userId,
    ),
  ]
}

interface VideoInput {
  readonly video: NonNullable<PostMedia['video_info']>
  readonly origin: string
}

type Variant = NonNullable<VideoInput['video']['variants']>[number]

const VARIANT_FIELDS = new ObjectTable<{ readonly variant: Variant; readonly origin: string }>([
  { name: 'bitrate', schema: Type.Optional(Type.Number()), value: ({ variant }) => variant.bitrate },
  { name: 'content_type', schema: TEXT, value: ({ variant }) => variant.content_type },
  { name: 'url', schema: TEXT, value: ({ variant, origin }) => absolute(variant.url, origin) },
])

const VIDEO_FIELDS = new ObjectTable<VideoInput>([
  {
    name: 'aspect_ratio',
    schema: Type.Optional(Type.Array(Type.Number())),
    value: ({ video }) => video.aspect_ratio,
  },
  {
    name: 'duration_millis',
    schema: Type.Optional(Type.Number()),
    value: ({ video }) => video.duration_millis,
  },
  {
    name: 'variants',
    schema: Type.Array(Type.Object(VARIANT_FIELDS.schema())),
    value: ({ video: { variants = [] }, origin }) =>
      variants.map((variant) => VARIANT_FIELDS.object({ variant, origin })),
  },
])

/** Media in `entities`. Each of them has the type `photo` and only a picture. */
export const MEDIA_FIELDS = new ObjectTable<MediaInput>(pictureFields(() => 'photo'))

/** Media in `extended_entities`, with their real type and the video. */
export const EXTENDED_MEDIA_FIELDS = new ObjectTable<MediaInput>([
  ...pictureFields(({ type }) => type),
  {
    name: 'video_info',
    schema: Type.Optional(Type.Object(VIDEO_FIELDS.schema())),
    value: ({ media: { video_info: video }, view: { origin } }) =>
      video && VIDEO_FIELDS.object({ video, origin }),
  },
  {
    ...copied('additional_media_info', Type.Optional(Type.Record(Type.String(), Type.Unknown()))),
    since: '2017-09-11',
  },
  {
    name: 'ext_alt_text',
    schema: Type.Optional(nullable(TEXT)),
    value: ({ media: { ext_alt_text: alt = null }, view }) => (view.includeAltText ? alt : undefined),
  },
])
