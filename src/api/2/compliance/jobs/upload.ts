/** PUT 2/compliance/jobs/:id/upload: the ids of a job, one a line (spec/compliance-stream.md section 5). */

import { Type } from 'typebox'
import type { Caller, Nobody } from '../../../../auth/caller.ts'
import { takeUpload } from '../../../../domain/compliance/take-upload.ts'
import { Refusal } from '../../../../domain/context.ts'
import type { Call, Endpoint } from '../../../../http/endpoint.ts'
import { optionalId, optionalText, type ParamValues } from '../../../../http/params.ts'
import { LARGEST_ID } from '../../../../lib/largest-id.ts'
import { refuseStrangers } from '../../../_known-parameters.ts'
import { Problem, problemEntry } from '../../../_problems.ts'
import type { Services } from '../../../_services.ts'
import { demandKeyed } from '../_job.ts'

/** Bytes of an upload: three quarters of a million ids. */
const UPLOAD_LARGEST = 16 * 2 ** 20

const ID = /^[0-9]{1,19}$/
const PARAMS = {
  id: optionalId('The job.'),
  key: optionalText('What the address of the job carries.'),
} as const

export const v2UploadComplianceIds = {
  method: 'PUT',
  paths: ['/2/compliance/jobs/:id/upload'],
  summary: 'Takes the ids of a job, one a line, and sets it to work.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: PARAMS,
  body: {
    kind: 'text',
    largest: UPLOAD_LARGEST,
    schema: Type.String({ description: 'One id a line, at most 16 MiB.' }),
  },
  answers: [{ schema: Type.Object({}, { title: 'Uploaded' }) }],
  errors: [problemEntry('invalidRequest'), problemEntry('notFound')],
  async handle({ params, services, sent, text = '' }: Call<Nobody, Services, ParamValues<typeof PARAMS>>) {
    refuseStrangers(sent, PARAMS)
    const job = await demandKeyed(services, params)
    try {
      await takeUpload(services, job.id, idsIn(text))
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'job-not-waiting') throw invalid(error.message)
      throw error
    }
    return { status: 200, body: '{}' }
  },
} as unknown as Endpoint<Caller, Services>

/** @throws {Problem} `invalidRequest` for a line that is no id */
function idsIn(text: string): readonly bigint[] {
  const ids: bigint[] = []
  let number = 0
  for (const each of text.split('\n')) {
    number += 1
    const line = each.trim()
    if (line === '') continue
    const id = ID.test(line) ? BigInt(line) : undefined
    if (id === undefined || id > LARGEST_ID) throw invalid(`line ${number} is no id`)
    ids.push(id)
  }
  return ids
}

function invalid(message: string): Problem {
  return new Problem('invalidRequest', undefined, [{ parameters: {}, message }])
}
