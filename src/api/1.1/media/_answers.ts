/** What is answered about uploads (spec/direct-messages.md section 5). */
import { Type } from 'typebox'
import type { Uploaded } from '../../../domain/media/complete-upload.ts'
import type { UploadFault } from '../../../domain/media/facts.ts'
import type { Upload } from '../../../domain/media/upload.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { UPLOAD_ERRORS } from '../_errors.ts'
import { id, idText } from '../_schemas/scalars.ts'

/** Seconds for which an upload waits to be shown. */
const EXPIRES_AFTER = 86_400

const NAMES = {
  media_id: id('Of the upload.'),
  media_id_string: idText('The same as text.'),
}

export const BEGUN = Type.Object({ ...NAMES, expires_after_secs: Type.Integer() }, { title: 'BegunUpload' })

const FACTS = {
  ...NAMES,
  size: Type.Integer({ description: 'Bytes.' }),
  expires_after_secs: Type.Integer({
    description: 'Seconds until it goes, unless something shows it by then.',
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

export function begunBody({ id: mediaId }: Pick<Upload, 'id'>): string {
  return JSON.stringify({ ...namesOf(mediaId), expires_after_secs: EXPIRES_AFTER })
}

export function uploadedBody(uploaded: Uploaded): string {
  return JSON.stringify(uploadedObject(uploaded))
}

/** Seconds after which a client may ask again about an upload that has not all come. */
const CHECK_AFTER = 5

export function statusBody({ id: mediaId, facts, failure }: Upload): string {
  if (facts !== undefined) {
    const processing_info = { state: 'succeeded', progress_percent: 100 }
    return JSON.stringify({ ...uploadedObject({ id: mediaId, facts }), processing_info })
  }
  const processing_info =
    failure === undefined
      ? { state: 'pending', check_after_secs: CHECK_AFTER }
      : { state: 'failed', error: { ...errorOf(failure), message: UPLOAD_ERRORS[failure].message } }
  return JSON.stringify({ ...namesOf(mediaId), processing_info })
}

function errorOf(failure: UploadFault): { readonly code: number; readonly name: string } {
  const isUnsupported = failure === 'type-unrecognized' || failure === 'type-mismatch'
  return isUnsupported ? { code: 3, name: 'UnsupportedMedia' } : { code: 1, name: 'InvalidMedia' }
}

function uploadedObject({ id: mediaId, facts }: Uploaded): object {
  const { type, mime, bytes, width: w, height: h } = facts
  return {
    ...namesOf(mediaId),
    size: bytes,
    expires_after_secs: EXPIRES_AFTER,
    ...(type === 'photo' || type === 'animated_gif' ? { image: { image_type: mime, w, h } } : {}),
    ...(type === 'video' ? { video: { video_type: mime } } : {}),
  }
}

function namesOf(mediaId: bigint): object {
  return { media_id: jsonNumber(mediaId), media_id_string: String(mediaId) }
}
