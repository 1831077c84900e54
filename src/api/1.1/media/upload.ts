/**
 * POST media/upload: uploads a file in one request or in segments. GET: the state of an upload (spec/media.md#upload).
 */
import type { UploadFault } from '../../../domain/media/facts.ts'
import { UploadRefused } from '../../../domain/media/refused.ts'
import { MAX_SIMPLE_BYTES } from '../../../domain/media/sizes.ts'
import { requireUpload } from '../../../domain/media/upload.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import { UPLOAD_ERRORS } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { BEGUN, STATUS, statusBody, UPLOADED } from './_answers.ts'
import { receive, UPLOAD_PARAMS } from './_received.ts'
import { STEPS } from './_steps.ts'

const PATH = '/1.1/media/upload.json'

/** Maximum bytes of a form: an image or a segment of the largest size in base64, with its escapes. */
const MAX_FORM_BYTES = 8 * 1024 * 1024

/** The budgets of the steps (spec/limits.md#v11-limits). */
const WINDOWS: Readonly<Record<string, WindowSpec>> = {
  INIT: { user: 200, budget: `${PATH} INIT` },
  APPEND: { user: 20_000, budget: `${PATH} APPEND` },
  FINALIZE: { user: 615, budget: `${PATH} FINALIZE` },
}

/** The errors of uploads, without the errors of alt texts. */
const UPLOAD_ERROR_NAMES = (Object.keys(UPLOAD_ERRORS) as UploadFault[]).filter(
  (fault) => fault !== 'alt-text-too-long',
)

/** Scopes of OAuth 2.0 tokens. No other call of v1.1 accepts such tokens (spec/oauth2.md#token-rules). */
const UPLOAD_SCOPES = [{ anyOf: ['media.write', 'tweet.write'] }] as const

export const mediaUpload = v11Endpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Uploads an image, a GIF or a video, in one request or in segments.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: { user: 415, app: 0, isChargedByHandler: true },
  params: UPLOAD_PARAMS,
  uploadErrors: UPLOAD_ERROR_NAMES,
  multipart: {
    files: { media: 'binary', media_data: 'base64' },
    maxFileBytes: MAX_SIMPLE_BYTES,
    maxFormBytes: MAX_FORM_BYTES,
  },
  answers: [
    { schema: UPLOADED },
    { status: 201, schema: UPLOADED, description: 'FINALIZE: the upload is complete.' },
    { status: 202, schema: BEGUN, description: 'INIT: segments can be sent.' },
    { status: 204, description: 'APPEND: the segment is stored.' },
  ],
  async handle({ caller, services, charge, ...call }) {
    const received = await receive({ services, ...call })
    try {
      const command = (received.params.command ?? '').toUpperCase()
      await charge(WINDOWS[command])
      const step = Object.hasOwn(STEPS, command) ? STEPS[command] : undefined
      if (step === undefined) throw new UploadRefused('command-unknown', `there is no command ${command}`)
      return await step({ caller, services, received })
    } finally {
      await received.discard()
    }
  },
})

export const mediaUploadStatus = v11Endpoint({
  paths: [PATH],
  summary: 'Processing state of an upload in segments.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  window: { user: 1_000, app: 0 },
  params: { command: optionalText('`STATUS`.'), media_id: optionalId('The upload.') },
  uploadErrors: ['command-unknown', 'upload-not-found', 'parameter-invalid', 'request-malformed'],
  answers: [{ schema: STATUS }],
  async handle({ params, caller, services }) {
    if (params.command?.toUpperCase() !== 'STATUS') {
      throw new UploadRefused('command-unknown', 'GET is for STATUS')
    }
    const { clock, store } = services
    const asked = { ownerId: caller.user.id, mediaId: params.media_id ?? 0n, now: clock.now() }
    return { status: 200, body: statusBody(await requireUpload(store, asked), asked.now) }
  },
})
