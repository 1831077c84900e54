/** The objects of compliance jobs, and the URLs of their files (spec/batch-compliance.md#jobs). */
import { Type } from 'typebox'
import {
  type ComplianceJob,
  DOWNLOAD_WINDOW_MS,
  findJob,
  JOB_STATUSES,
  UPLOAD_WINDOW_MS,
} from '../../../domain/compliance/jobs.ts'
import { EdgeError } from '../../../http/endpoint.ts'
import { isoSecond } from '../../../lib/time/iso-time.ts'
import { equalSecrets } from '../../../lib/vault.ts'
import { Problem } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import type { Origin } from '../../1.1/_users.ts'

export const JOB = Type.Object(
  {
    id: Type.String(),
    type: Type.Union([Type.Literal('tweets'), Type.Literal('users')]),
    name: Type.Optional(Type.String()),
    resumable: Type.Boolean(),
    status: Type.Union(JOB_STATUSES.map((status) => Type.Literal(status))),
    created_at: Type.String(),
    upload_url: Type.String(),
    upload_expires_at: Type.String(),
    download_url: Type.String(),
    download_expires_at: Type.String(),
  },
  { title: 'ComplianceJob' },
)

export function jobObject(job: ComplianceJob, { scheme, host }: Origin): Record<string, unknown> {
  const { id, subject, name, isResumable, status, secret, createdAt } = job
  const file = (what: string) => `${scheme}://${host}/2/compliance/jobs/${id}/${what}?key=${secret}`
  return {
    id: String(id),
    type: subject,
    ...(name === '' ? {} : { name }),
    resumable: isResumable,
    status,
    created_at: isoSecond(createdAt),
    upload_url: file('upload'),
    upload_expires_at: isoSecond(createdAt + UPLOAD_WINDOW_MS),
    download_url: file('download'),
    download_expires_at: isoSecond(createdAt + DOWNLOAD_WINDOW_MS),
  }
}

/** @throws {EdgeError} `unknown-path` when batch compliance is disabled */
export function requireBatchCompliance({ hasBatchCompliance }: Pick<Services, 'hasBatchCompliance'>): void {
  if (!hasBatchCompliance) throw new EdgeError('unknown-path', 'compliance jobs are not offered here')
}

/** The job that a URL names by id and key. @throws {Problem} `notFound` for an unknown job and for a wrong key */
export async function requireJobByKey(
  services: Services,
  { id, key }: { readonly id: bigint | undefined; readonly key: string | undefined },
): Promise<ComplianceJob> {
  requireBatchCompliance(services)
  const job = id === undefined ? undefined : await findJob(services.store, id, services.clock.now())
  if (job === undefined || !equalSecrets(job.secret, key ?? '')) {
    throw new Problem('notFound')
  }
  return job
}
