/** POST 2/media/upload/:id/append: a segment of an upload (spec/v2-messages-and-media.md#media-upload). */
import { Type } from 'typebox'
import { MAX_SEGMENT_BYTES } from '../../../../domain/media/sizes.ts'
import { optionalId, optionalText } from '../../../../http/params.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { dataAnswer } from '../../../_v2/data-answer.ts'
import { APPENDED_SEGMENT } from '../../../_v2/media/upload-answers.ts'
import { readUpload } from '../../../_v2/media/upload-fields.ts'
import { SIZE_PROBLEMS, uploading } from '../../../_v2/media/upload-problem.ts'
import { appendToUpload } from '../../../_v2/media/upload-steps.ts'
import { STEP_WINDOW, UPLOAD_MULTIPART, UPLOAD_SCOPES } from '../../../_v2/media/upload-windows.ts'

export const v2AppendUpload = defineEndpoint({
  method: 'POST',
  paths: ['/2/media/upload/:id/append'],
  summary: 'Adds a segment to an upload.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: STEP_WINDOW,
  params: {
    id: optionalId('The upload.'),
    segment_index: optionalText('Index of the segment, from 0 to 999.'),
    media: optionalText('The bytes: a part of a multipart body, or base64.'),
  },
  multipart: { ...UPLOAD_MULTIPART, maxFileBytes: MAX_SEGMENT_BYTES },
  body: {
    kind: 'optional-json',
    maxBytes: UPLOAD_MULTIPART.maxFormBytes,
    schema: Type.Object(
      { segment_index: Type.Integer(), media: Type.String({ description: 'The bytes in base64.' }) },
      { title: 'V2Segment' },
    ),
  },
  answers: [{ schema: APPENDED_SEGMENT }],
  errors: SIZE_PROBLEMS,
  async handle(call) {
    const {
      caller,
      services,
      params: { id },
    } = call
    const received = await readUpload(call)
    try {
      await requireEnrolment(services, '2', caller.app.id)
      const params = { ...received.params, media_id: id }
      return dataAnswer(await uploading(() => appendToUpload(services, caller, { ...received, params })))
    } finally {
      await received.discard()
    }
  },
})
