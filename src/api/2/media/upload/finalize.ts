/** POST 2/media/upload/:id/finalize: completes an upload in segments (spec/v2-messages-and-media.md#media-upload). */
import { Type } from 'typebox'
import { optionalId } from '../../../../http/params.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { dataAnswer } from '../../../_v2/data-answer.ts'
import { UPLOAD_STATE } from '../../../_v2/media/upload-answers.ts'
import { uploadFields } from '../../../_v2/media/upload-fields.ts'
import { SIZE_PROBLEMS, uploading } from '../../../_v2/media/upload-problem.ts'
import { finalizeUpload } from '../../../_v2/media/upload-steps.ts'
import { STEP_WINDOW, UPLOAD_SCOPES } from '../../../_v2/media/upload-windows.ts'

const PARAMS = { id: optionalId('The upload.') } as const

export const v2FinalizeUpload = defineEndpoint({
  method: 'POST',
  paths: ['/2/media/upload/:id/finalize'],
  summary: 'Completes an upload in segments.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: STEP_WINDOW,
  params: PARAMS,
  body: { kind: 'optional-json', schema: Type.Object({}, { title: 'V2FinalizeUpload' }) },
  answers: [{ schema: UPLOAD_STATE }],
  errors: SIZE_PROBLEMS,
  async handle({ caller, services, sent, json, params: { id } }) {
    refuseUnknownParameters(sent, PARAMS)
    if (json !== undefined) uploadFields(json, [])
    await requireEnrolment(services, '2', caller.app.id)
    return dataAnswer(await uploading(() => finalizeUpload(services, caller, { params: { media_id: id } })))
  },
})
