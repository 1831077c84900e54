/**
 * POST 2/media/upload: an upload in one request, or one step of an upload; GET: the state of an upload
 * (spec/v2-messages-and-media.md#media-upload).
 */
import { Type } from 'typebox'
import { MAX_SIMPLE_BYTES } from '../../../domain/media/sizes.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { refuseUnknownParameters } from '../../_known-parameters.ts'
import { dataAnswer } from '../../_v2/data-answer.ts'
import { APPENDED_SEGMENT, BEGUN_UPLOAD, UPLOAD_STATE } from '../../_v2/media/upload-answers.ts'
import { readUpload } from '../../_v2/media/upload-fields.ts'
import {
  STORAGE_PROBLEMS,
  UPLOAD_PROBLEMS,
  unknownCommand,
  uploading,
} from '../../_v2/media/upload-problem.ts'
import {
  appendToUpload,
  finalizeUpload,
  initializeUpload,
  stateOfUpload,
  type UploadStep,
  uploadAtOnce,
} from '../../_v2/media/upload-steps.ts'
import { STEP_WINDOW, UPLOAD_MULTIPART, UPLOAD_SCOPES } from '../../_v2/media/upload-windows.ts'
import { UPLOAD_PARAMS } from '../../1.1/media/_received.ts'

const PATH = '/2/media/upload'

/**
 * The steps by the value of `command`, for clients from before 2025-04-30, when each step got its own path. A
 * request without `command` contains the whole upload.
 */
const STEPS: Readonly<Record<string, { readonly run: UploadStep; readonly window?: WindowSpec }>> = {
  '': { run: uploadAtOnce },
  INIT: { run: initializeUpload, window: { ...STEP_WINDOW, budget: `${PATH}/initialize` } },
  APPEND: { run: appendToUpload, window: { ...STEP_WINDOW, budget: `${PATH}/:id/append` } },
  FINALIZE: { run: finalizeUpload, window: { ...STEP_WINDOW, budget: `${PATH}/:id/finalize` } },
}

export const v2MediaUpload = defineEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Uploads an image, a GIF or a video in one request, or a step of an upload in segments.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: {
    user: 500,
    app: 0,
    further: [{ of: 'app', limit: 50_000, seconds: 86_400 }],
    isChargedByHandler: true,
  },
  params: UPLOAD_PARAMS,
  multipart: { ...UPLOAD_MULTIPART, maxFileBytes: MAX_SIMPLE_BYTES },
  body: {
    kind: 'optional-json',
    maxBytes: UPLOAD_MULTIPART.maxFormBytes,
    schema: Type.Object(
      {
        media: Type.String({ description: 'The bytes in base64.' }),
        media_category: Type.Optional(Type.String()),
      },
      { title: 'V2Upload' },
    ),
  },
  answers: [{ schema: Type.Union([UPLOAD_STATE, BEGUN_UPLOAD, APPENDED_SEGMENT]) }],
  errors: STORAGE_PROBLEMS,
  async handle(call) {
    const { caller, services, charge } = call
    const received = await readUpload(call)
    try {
      const command = (received.params.command ?? '').toUpperCase()
      const step = Object.hasOwn(STEPS, command) ? STEPS[command] : undefined
      await charge(step?.window)
      if (step === undefined) {
        throw unknownCommand()
      }
      await requireEnrolment(services, '2', caller.app.id)
      return dataAnswer(await uploading(() => step.run(services, caller, received)))
    } finally {
      await received.discard()
    }
  },
})

const STATUS_PARAMS = {
  command: optionalText('`STATUS`.'),
  media_id: optionalId('The upload.'),
} as const

export const v2MediaUploadStatus = defineEndpoint({
  method: 'GET',
  paths: [PATH],
  summary: 'Processing state of an upload.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: false,
  window: { user: 1_000, app: 0 },
  params: STATUS_PARAMS,
  answers: [{ schema: UPLOAD_STATE }],
  errors: UPLOAD_PROBLEMS,
  async handle({ params, caller, services, sent }) {
    refuseUnknownParameters(sent, STATUS_PARAMS)
    const { command = 'STATUS', media_id: mediaId = 0n } = params
    if (command.toUpperCase() !== 'STATUS') {
      throw unknownCommand()
    }
    await requireEnrolment(services, '2', caller.app.id)
    return dataAnswer(await uploading(() => stateOfUpload(services, caller, mediaId)))
  },
})
