/** POST 2/media/upload/initialize: begins an upload in segments (spec/v2-messages-and-media.md#media-upload). */
import { Type } from 'typebox'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { dataAnswer } from '../../../_v2/data-answer.ts'
import { BEGUN_UPLOAD } from '../../../_v2/media/upload-answers.ts'
import { uploadParamsIn } from '../../../_v2/media/upload-fields.ts'
import { STORAGE_PROBLEMS, uploading } from '../../../_v2/media/upload-problem.ts'
import { initializeUpload } from '../../../_v2/media/upload-steps.ts'
import { STEP_WINDOW, UPLOAD_SCOPES } from '../../../_v2/media/upload-windows.ts'
import { ValidationErrors } from '../../../_v2/validation-errors.ts'

const BODY = Type.Object(
  {
    media_type: Type.Optional(Type.String({ description: 'Ignored: the type is detected from the bytes.' })),
    total_bytes: Type.Integer({ minimum: 1 }),
    media_category: Type.Optional(Type.String()),
    additional_owners: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    shared: Type.Optional(Type.Boolean({ description: 'Allow several messages to attach the upload.' })),
  },
  { title: 'V2InitializeUpload' },
)

export const v2InitializeUpload = defineEndpoint({
  method: 'POST',
  paths: ['/2/media/upload/initialize'],
  summary: 'Begins an upload in segments.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: STEP_WINDOW,
  params: {},
  body: { kind: 'json', schema: BODY },
  answers: [{ schema: BEGUN_UPLOAD }],
  errors: STORAGE_PROBLEMS,
  async handle({ caller, services, sent, json }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown([])
    errors.throwIfAny()
    const params = uploadParamsIn(json, Object.keys(BODY.properties))
    await requireEnrolment(services, '2', caller.app.id)
    return dataAnswer(await uploading(() => initializeUpload(services, caller, { params })))
  },
})
