/** Uploads of the operator's desk (spec/console.md#uploads). */

import { ConsoleProblem, type ConsoleReason } from '../api/console/_problems.ts'
import { type DeskUpload, type DeskUploads, tusHeaders } from '../api/console/_transfers/uploads.ts'
import { asSentence } from '../text/sentence.ts'
import {
  type RefusedUpload,
  type Upload,
  UploadRefused,
  type UploadStore,
} from '../transfers/uploads/upload-store.ts'
import { worded } from './worded.ts'

const UPLOAD_REASONS: Readonly<Record<RefusedUpload, ConsoleReason>> = {
  'not-found': 'upload-not-found',
  'too-large': 'upload-too-large',
  'too-many': 'uploads-too-many',
  'offset-wrong': 'upload-offset-wrong',
  'beyond-length': 'upload-beyond-length',
  'in-use': 'upload-in-use',
}

/** Converts uploads of a store to their form in the console. */
export function deskUploads(store: UploadStore): DeskUploads {
  return {
    async list() {
      const { maxBytes, maxUploads } = store.bounds
      return {
        uploads: (await store.list()).map(uploadBody),
        ...{ max_bytes: maxBytes, max_uploads: maxUploads },
      }
    },
    require: (id) => worded(uploadProblem, async () => uploadBody(await store.require(id))),
    create: (name, length) => worded(uploadProblem, async () => uploadBody(await store.create(name, length))),
    append: (id, offset, chunk) => worded(uploadProblem, () => store.append(id, offset, chunk)),
    remove: (id) => worded(uploadProblem, async () => uploadBody(await store.remove(id))),
  }
}

function uploadBody({ id, name, length, offset, createdAt, expiresAt }: Upload): DeskUpload {
  return { id, name, length, offset, created_at: createdAt, expires_at: expiresAt }
}

/** Converts a refused upload to a problem of the console; other errors stay unchanged. */
export function uploadProblem(error: unknown): unknown {
  if (!(error instanceof UploadRefused)) return error
  const offset = error.offset === undefined ? {} : { 'upload-offset': String(error.offset) }
  return new ConsoleProblem(UPLOAD_REASONS[error.reason], {
    message: asSentence(error.message),
    headers: tusHeaders(offset),
  })
}
