/**
 * PUT 2/compliance/jobs/:id/upload: uploads the ids of a job (spec/batch-compliance.md#upload). It accepts every
 * format that the command `aviary compliance check` reads (spec/id-lists.md#batch-jobs). An upload with content
 * that is not an id is refused, because a result without this content would seem complete.
 */

import { Type } from 'typebox'
import type { ComplianceSubject } from '../../../../domain/compliance/redactions.ts'
import { MAX_UPLOAD_IDS, storeUpload, UPLOAD_BATCH_SIZE } from '../../../../domain/compliance/store-upload.ts'
import { Refusal } from '../../../../domain/context.ts'
import { optionalId, optionalText } from '../../../../http/params.ts'
import { DistinctIds } from '../../../../id-lists/distinct-ids.ts'
import { ColumnUnclear } from '../../../../id-lists/layout.ts'
import { ROUNDED } from '../../../../id-lists/parse-id.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { Problem, problemEntry } from '../../../_problems.ts'
import { requireJobByKey } from '../_job.ts'

/** Maximum bytes of an upload, enough for about 750,000 ids. */
const MAX_UPLOAD_BYTES = 16 * 2 ** 20

/** Maximum characters of an upload after it is unpacked. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20

/** Maximum bytes that are read at a time, so that other requests are not delayed. */
const PIECE = 64 * 1024

const PARAMS = {
  id: optionalId('The job.'),
  key: optionalText('Secret from the URL in the job.'),
} as const

export const v2UploadComplianceIds = defineEndpoint({
  method: 'PUT',
  paths: ['/2/compliance/jobs/:id/upload'],
  summary: 'Uploads the ids of a job and starts it.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: PARAMS,
  body: {
    kind: 'bytes',
    maxBytes: MAX_UPLOAD_BYTES,
    schema: Type.String({
      description:
        'Ids, one per line; or CSV with a header, or JSON arrays, objects and posts; optionally compressed. At most 16 MiB.',
    }),
  },
  answers: [{ schema: Type.Object({}, { title: 'Uploaded' }) }],
  errors: [problemEntry('invalidRequest'), problemEntry('notFound')],
  async handle({ params, services, sent, bytes }) {
    refuseUnknownParameters(sent, PARAMS)
    const job = await requireJobByKey(services, params)
    const distinct = new DistinctIds()
    try {
      await readIds(bytes, job.subject, distinct)
      await storeUpload(services, job.id, idBatches(distinct))
    } catch (error) {
      const isTold = error instanceof Refusal && error.reason === 'job-not-waiting'
      if (isTold || error instanceof ColumnUnclear) throw invalid(error.message)
      throw error
    } finally {
      await distinct.close()
    }
    return { status: 200, body: '{}' }
  },
})

/**
 * @throws {Problem} `invalidRequest` for content that is not an id, for rounded ids, for too many ids, and for an
 *   upload without ids
 */
async function readIds(bytes: Buffer, subject: ComplianceSubject, distinct: DistinctIds): Promise<void> {
  // The parsers of id lists are loaded on demand, because few servers need them.
  const { readIdList } = await import('../../../../id-lists/read-id-list.ts')
  const { isRounded } = await readIdList(
    pieces(bytes),
    { subject, maxLength: MAX_UNPACKED_BYTES },
    {
      async take({ ids, deleted }) {
        await distinct.add(ids, false)
        await distinct.add(deleted, false)
        if (distinct.added > MAX_UPLOAD_IDS)
          throw invalid(`there are more than ${MAX_UPLOAD_IDS} ids; make several jobs`)
      },
      fault({ place, reason }) {
        throw invalid(place === '' ? reason : `line ${place}: ${reason}`)
      },
      warn() {
        // Pictures in an archive are ignored, because they contain no ids.
      },
    },
  )
  if (isRounded) throw invalid(ROUNDED)
  if (distinct.added === 0) throw invalid('there is no id in the upload')
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

async function* idBatches(distinct: DistinctIds): AsyncGenerator<readonly bigint[]> {
  for await (const batch of distinct.batches(UPLOAD_BATCH_SIZE)) yield batch.map(({ id }) => id)
}

function invalid(message: string): Problem {
  return new Problem('invalidRequest', undefined, [{ parameters: {}, message }])
}
