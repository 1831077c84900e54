/** Response bodies of uploads (spec/media.md#upload). */
import { Type } from 'typebox'
import type { Uploaded } from '../../../domain/media/complete-upload.ts'
import type { UploadFault } from '../../../domain/media/facts.ts'
import type { Upload } from '../../../domain/media/upload.ts'
import { id, idText } from '../../../formats/v1.1/scalars.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { UPLOAD_ERRORS } from '../_errors.ts'

const NAMES = {
  media_id: id('Id of the upload.'),
  media_id_string: idText('The same as text.'),
}

export const BEGUN = Type.Object({ ...NAMES, expires_after_secs: Type.Integer() }, { title: 'BegunUpload' })

const FACTS = {
  ...NAMES,
  size: Type.Integer({ description: 'Bytes.' }),
  expires_after_secs: Type.Integer({
    description:
      'Seconds until the upload is deleted, unless the upload is attached to a post or message before.',
  }),
  image: Type.Optional(Type.Object({ image_type: Type.String(), w: Type.Integer(), h: Type.Integer() })),
  video: Type.Optional(Type.Object({ video_type: Type.String() })),
}

export const UPLOADED = Type.Object(FACTS, { title: 'Upload' })

const PROCESSING = Type.Object(
  {
    state: Type.Union(['pending', 'succeeded', 'failed'].map((state) => Type.Literal(state))),
    check_after_secs: Type.Optional(Type.Integer()),
    progress_percent: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.Object({ code: Type.Integer(), name: Type.String(), message: Type.String() })),
  },
  { title: 'ProcessingInfo' },
)

export const STATUS = Type.Object(
  {
    ...NAMES,
    size: Type.Optional(FACTS.size),
    expires_after_secs: Type.Optional(FACTS.expires_after_secs),
    image: FACTS.image,
    video: FACTS.video,
    processing_info: PROCESSING,
  },
  { title: 'UploadStatus' },
)

/**
 * The body for an upload that has begun.
 * @param now the time in milliseconds since the Unix epoch, as in all functions of this file
 */
export function begunBody({ id: mediaId, expiresAt }: Pick<Upload, 'id' | 'expiresAt'>, now: number): string {
  return JSON.stringify({ ...namesOf(mediaId), ...expiryOf(expiresAt, now) })
}

export function uploadedBody(uploaded: Uploaded, now: number): string {
  return JSON.stringify(uploadedObject(uploaded, now))
}

/** Seconds after which a client may request the state of an incomplete upload again. */
const CHECK_AFTER = 5

export function statusBody({ id: mediaId, facts, failure, expiresAt }: Upload, now: number): string {
  if (facts !== undefined) {
    const processing_info = { state: 'succeeded', progress_percent: 100 }
    return JSON.stringify({ ...uploadedObject({ id: mediaId, facts, expiresAt }, now), processing_info })
  }
  if (failure === undefined) {
    const processing_info = { state: 'pending', check_after_secs: CHECK_AFTER }
    return JSON.stringify({ ...namesOf(mediaId), ...expiryOf(expiresAt, now), processing_info })
  }
  const error = { ...errorOf(failure), message: UPLOAD_ERRORS[failure].message }
  return JSON.stringify({ ...namesOf(mediaId), processing_info: { state: 'failed', error } })
}

function errorOf(failure: UploadFault): { readonly code: number; readonly name: string } {
  const isUnsupported = failure === 'type-unrecognized' || failure === 'type-mismatch'
  return isUnsupported ? { code: 3, name: 'UnsupportedMedia' } : { code: 1, name: 'InvalidMedia' }
}

/**
 * The seconds until an upload expires, at a time that is fixed when the upload begins. An upload that is attached to
 * a post does not expire, but this number of seconds still decreases to 0.
 */
function expiryOf(expiresAt: number, now: number): { readonly expires_after_secs: number } {
  return { expires_after_secs: Math.max(0, Math.ceil((expiresAt - now) / 1_000)) }
}

function uploadedObject({ id: mediaId, facts, expiresAt }: Uploaded, now: number): object {
  const { type, mime, bytes, width: w, height: h } = facts
  return {
    ...namesOf(mediaId),
    size: bytes,
    ...expiryOf(expiresAt, now),
    ...(type === 'photo' || type === 'animated_gif' ? { image: { image_type: mime, w, h } } : {}),
    ...(type === 'video' ? { video: { video_type: mime } } : {}),
  }
}

function namesOf(mediaId: bigint): object {
  return { media_id: jsonNumber(mediaId), media_id_string: String(mediaId) }
}
