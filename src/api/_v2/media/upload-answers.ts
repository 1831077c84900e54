/** Renders the responses about uploads in API v2 (spec/v2-messages-and-media.md#media-upload). */
import { Type } from 'typebox'
import type { MediaType, UploadFault } from '../../../domain/media/facts.ts'
import type { Upload } from '../../../domain/media/upload.ts'
import type { JsonObject } from '../../../lib/json.ts'
import { UPLOAD_ERRORS } from '../../1.1/_errors.ts'

const TEXT = Type.String()

const NAMES = {
  id: TEXT,
  media_key: Type.Optional(Type.String({ description: 'Absent for subtitles, which are no medium.' })),
}

const EXPIRY = Type.Integer({
  description:
    'Seconds until the upload is deleted, unless the upload is attached to a post or message before.',
})

export const BEGUN_UPLOAD = Type.Object(
  { data: Type.Object({ ...NAMES, expires_after_secs: EXPIRY }) },
  { title: 'V2BegunUpload' },
)

export const APPENDED_SEGMENT = Type.Object(
  { data: Type.Object({ expires_at: Type.Integer({ description: 'Seconds since the Unix epoch.' }) }) },
  { title: 'V2AppendedSegment' },
)

const PROCESSING = Type.Object(
  {
    state: Type.Union(['pending', 'in_progress', 'failed', 'succeeded'].map((state) => Type.Literal(state))),
    check_after_secs: Type.Optional(Type.Integer()),
    progress_percent: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: TEXT })),
  },
  { title: 'V2ProcessingInfo' },
)

export const UPLOAD_STATE = Type.Object(
  {
    data: Type.Object({
      ...NAMES,
      size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
      expires_after_secs: EXPIRY,
      processing_info: Type.Optional(PROCESSING),
    }),
  },
  { title: 'V2UploadState' },
)

/** @param now the time in milliseconds since the Unix epoch */
export function begunData(upload: Upload, now: number): JsonObject {
  return { ...namesOf(upload), ...expiryOf(upload, now) }
}

/** Seconds after which a client should request the state of an incomplete upload again. */
const CHECK_AFTER_SECONDS = 5

/** The state of an upload. @param now the time in milliseconds since the Unix epoch */
export function uploadData(upload: Upload, now: number): JsonObject {
  const { facts, failure } = upload
  const common = { ...namesOf(upload), ...expiryOf(upload, now) }
  if (facts !== undefined) {
    return { ...common, size: facts.bytes, processing_info: { state: 'succeeded', progress_percent: 100 } }
  }
  if (failure === undefined) {
    return { ...common, processing_info: { state: 'pending', check_after_secs: CHECK_AFTER_SECONDS } }
  }
  return { ...common, processing_info: { state: 'failed', error: errorOf(failure) } }
}

function errorOf(failure: UploadFault): JsonObject {
  const isUnsupported = failure === 'type-unrecognized' || failure === 'type-mismatch'
  return { code: isUnsupported ? 3 : 1, message: UPLOAD_ERRORS[failure].message }
}

/** The number of each kind of media in `media_key`, as in the media of posts (formats/v2/media-key.ts). */
const KEY_KINDS: Readonly<Record<Exclude<MediaType, 'subtitles'>, number>> = {
  photo: 3,
  video: 7,
  animated_gif: 16,
}

function namesOf({ id, facts, category }: Upload): JsonObject {
  const type = facts?.type ?? expectedType(category)
  return { id: String(id), ...(type === 'subtitles' ? {} : { media_key: `${KEY_KINDS[type]}_${id}` }) }
}

/** The type of an upload whose bytes have not arrived yet. */
function expectedType(category: string): MediaType {
  if (category === 'subtitles') return 'subtitles'
  if (category.endsWith('video')) return 'video'
  return category.endsWith('gif') ? 'animated_gif' : 'photo'
}

/** The seconds until an unused upload is deleted. 0 for an upload that still exists later because a post uses it. */
function expiryOf({ expiresAt }: Upload, now: number): JsonObject {
  return { expires_after_secs: Math.max(0, Math.ceil((expiresAt - now) / 1_000)) }
}
