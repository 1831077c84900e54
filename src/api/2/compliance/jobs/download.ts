/** GET 2/compliance/jobs/:id/download: the results of a job, as lines of JSON (spec/batch-compliance.md#results). */
import { Type } from 'typebox'
import { downloadLines } from '../../../../domain/compliance/jobs.ts'
import { Refusal } from '../../../../domain/context.ts'
import { optionalId, optionalText } from '../../../../http/params.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { Problem, problemEntry } from '../../../_problems.ts'
import { requireJobByKey } from '../_job.ts'

const PARAMS = {
  id: optionalId('The job.'),
  key: optionalText('Secret from the URL in the job.'),
} as const

export const v2DownloadCompliance = defineEndpoint({
  method: 'GET',
  paths: ['/2/compliance/jobs/:id/download'],
  summary: 'Result of a complete job.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: PARAMS,
  answers: [{ schema: Type.String({ description: 'JSON lines.' }), type: 'text/plain' }],
  errors: [problemEntry('invalidRequest'), problemEntry('notFound')],
  async handle({ params, services, sent }) {
    refuseUnknownParameters(sent, PARAMS)
    const job = await requireJobByKey(services, params)
    const pieces: string[] = []
    try {
      for await (const lines of downloadLines(services, job.id)) pieces.push(lines)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'job-not-complete')
        throw new Problem('notFound', 'The job has no result yet.')
      throw error
    }
    return {
      status: 200,
      body: pieces.join(''),
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }
  },
})
