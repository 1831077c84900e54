/**
 * /console/api/operator/uploads: resumable uploads by the core protocol of tus 1.0 and its extensions creation and
 * termination (spec/console.md#uploads).
 */
import { Type } from 'typebox'
import { noteAction } from '../../../../domain/audit/note-action.ts'
import { optionalText } from '../../../../http/params.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import {
  bytesIn,
  fileNameIn,
  MAX_CHUNK_BYTES,
  offsetHeaders,
  requireChunkType,
  requireTus,
  tusHeaders,
  UPLOAD,
  UPLOAD_LIST,
} from '../../_transfers/uploads.ts'

const UPLOADS = '/console/api/operator/uploads'
const ONE = `${UPLOADS}/:upload_id` as const

const PARAMS = { upload_id: optionalText('The upload.') }

export const listUploads = operatorEndpoint({
  paths: [UPLOADS],
  summary: 'Files that are uploaded, whole or in part, the oldest first.',
  params: {},
  answers: [{ schema: UPLOAD_LIST }],
  async handle({ services: { transfers } }) {
    return jsonAnswer({ ...(await transfers.uploads.list()), max_chunk_bytes: MAX_CHUNK_BYTES })
  },
})

export const createUpload = operatorEndpoint({
  method: 'POST',
  paths: [UPLOADS],
  summary:
    'Begins an upload. The header `upload-length` has the bytes of the file, and `upload-metadata` its `filename`. The header `location` of the response has the URL of the upload.',
  params: {},
  answers: [{ status: 201, description: 'Begun.', schema: UPLOAD }],
  errors: ['upload-version-wrong', 'upload-header-wrong', 'upload-too-large', 'uploads-too-many'],
  async handle({ services, header }) {
    requireTus(header)
    const length = bytesIn(header, 'upload-length')
    const upload = await services.transfers.uploads.create(fileNameIn(header), length)
    const subject = { kind: 'upload', key: upload.id, name: upload.name } as const
    await noteAction(services, { action: 'upload.create', subject, details: { bytes: length } })
    const headers = { ...offsetHeaders(upload), location: `${UPLOADS}/${upload.id}` }
    return jsonAnswer(upload, { status: 201, headers })
  },
})

export const showUpload = operatorEndpoint({
  paths: [ONE],
  summary: 'An upload. The header `upload-offset` has the stored bytes, also for HEAD.',
  params: PARAMS,
  answers: [{ schema: UPLOAD }],
  errors: ['upload-not-found'],
  async handle({ services, params: { upload_id = '' } }) {
    const upload = await services.transfers.uploads.require(upload_id)
    return jsonAnswer(upload, { headers: offsetHeaders(upload) })
  },
})

export const appendToUpload = operatorEndpoint({
  method: 'PATCH',
  paths: [ONE],
  summary: 'Appends a chunk at the offset in the header `upload-offset`. The response has the new offset.',
  params: PARAMS,
  body: {
    kind: 'bytes',
    maxBytes: MAX_CHUNK_BYTES,
    schema: Type.String({ description: 'Octets, as `application/offset+octet-stream`.' }),
  },
  answers: [DONE],
  errors: [
    'upload-version-wrong',
    'upload-header-wrong',
    'upload-type-wrong',
    'upload-not-found',
    'upload-offset-wrong',
    'upload-beyond-length',
  ],
  async handle({ services, params: { upload_id = '' }, header, bytes }) {
    requireTus(header)
    requireChunkType(header)
    const { uploads } = services.transfers
    const offset = await uploads.append(upload_id, bytesIn(header, 'upload-offset'), bytes)
    return doneAnswer(tusHeaders({ 'upload-offset': String(offset) }))
  },
})

export const removeUpload = operatorEndpoint({
  method: 'DELETE',
  paths: [ONE],
  summary: 'Removes an upload with its file.',
  params: PARAMS,
  answers: [DONE],
  errors: ['upload-not-found', 'upload-in-use'],
  async handle({ services, params: { upload_id = '' } }) {
    const { id, name, offset } = await services.transfers.uploads.remove(upload_id)
    const subject = { kind: 'upload', key: id, name } as const
    await noteAction(services, { action: 'upload.remove', subject, details: { bytes: offset } })
    return doneAnswer(tusHeaders())
  },
})
