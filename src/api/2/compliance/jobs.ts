/** /2/compliance/jobs: creates a job, lists the jobs of the app, and shows one (spec/batch-compliance.md#jobs). */
import { Type } from 'typebox'
import { createJob, findJob, findJobs, JOB_STATUSES } from '../../../domain/compliance/jobs.ts'
import type { ComplianceSubject } from '../../../domain/compliance/redactions.ts'
import { Refusal } from '../../../domain/context.ts'
import { EdgeError } from '../../../http/endpoint.ts'
import { optionalId, optionalText, type ParamSpec } from '../../../http/params.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { type ParameterError, Problem, problemEntry } from '../../_problems.ts'
import { ValidationErrors } from '../../_v2/validation-errors.ts'
import { JOB, jobObject, requireBatchCompliance } from './_job.ts'

const WINDOW = { user: 0, app: 150 } as const
const MAX_NAME_LENGTH = 64

const NEW_JOB = Type.Object({
  type: Type.Union([Type.Literal('tweets'), Type.Literal('users')]),
  name: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH })),
  resumable: Type.Optional(Type.Boolean()),
})
const NO_SUCH_JOB = Type.Object({
  value: Type.String(),
  detail: Type.String(),
  title: Type.Literal('Not Found Error'),
  resource_type: Type.Literal('compliance_job'),
  parameter: Type.Literal('id'),
  resource_id: Type.String(),
  type: Type.String(),
})
const ONE_JOB = Type.Object(
  { data: Type.Optional(JOB), errors: Type.Optional(Type.Array(NO_SUCH_JOB)) },
  { title: 'ComplianceJobAnswer' },
)
const JOBS = Type.Object({ data: Type.Optional(Type.Array(JOB)) }, { title: 'ComplianceJobs' })

const LIST_PARAMS = {
  type: optionalText('Type of the jobs: `tweets` or `users`.'),
  status: optionalText('Only jobs in this state.'),
} satisfies ParamSpec
const SHOW_PARAMS = { id: optionalId('The job.') } satisfies ParamSpec

const COMMON = {
  auth: ['app'],
  scopes: [],
  writes: false,
  window: WINDOW,
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
} as const

export const v2CreateComplianceJob = defineEndpoint({
  ...COMMON,
  method: 'POST',
  paths: ['/2/compliance/jobs'],
  summary: 'Creates a job: the client uploads ids and downloads their compliance state.',
  params: {},
  body: { kind: 'json', schema: NEW_JOB },
  answers: [{ schema: ONE_JOB }],
  errors: [...COMMON.errors, problemEntry('conflict')],
  async handle({ caller, services, json, outer }) {
    requireBatchCompliance(services)
    const input = readNewJob(json)
    await requireEnrolment(services, '2', caller.app.id)
    const job = await createJob(services, { appId: caller.app.id, ...input }).catch((error: unknown) => {
      const isRunning = error instanceof Refusal && error.reason === 'job-running'
      throw isRunning ? new Problem('conflict', 'A job of this type is running already.') : error
    })
    return { status: 200, body: JSON.stringify({ data: jobObject(job, outer) }) }
  },
})

export const v2ComplianceJobs = defineEndpoint({
  ...COMMON,
  method: 'GET',
  paths: ['/2/compliance/jobs'],
  summary: 'The jobs of the app, newest first.',
  params: LIST_PARAMS,
  answers: [{ schema: JOBS }],
  async handle({ caller, services, sent, outer }) {
    requireBatchCompliance(services)
    const errors = new ValidationErrors(sent)
    errors.addUnknown(Object.keys(LIST_PARAMS))
    const [subject] = errors.choices('type', ['tweets', 'users'])
    if (errors.text('type') === undefined) errors.add('type', 'Request parameter `type` can not be empty')
    const [status] = errors.choices('status', JOB_STATUSES)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const jobs = await findJobs(services.store, caller.app.id, subject ?? 'tweets', services.clock.now())
    const data = jobs.filter((job) => status === undefined || job.status === status)
    const body = data.length === 0 ? {} : { data: data.map((job) => jobObject(job, outer)) }
    return { status: 200, body: JSON.stringify(body) }
  },
})

export const v2ComplianceJob = defineEndpoint({
  ...COMMON,
  method: 'GET',
  paths: ['/2/compliance/jobs/:id'],
  summary: 'One job of the app.',
  params: SHOW_PARAMS,
  answers: [{ schema: ONE_JOB }],
  async handle({ params: { id }, caller, services, sent, outer }) {
    requireBatchCompliance(services)
    const errors = new ValidationErrors(sent)
    errors.addUnknown(Object.keys(SHOW_PARAMS), 'id')
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    // A path without an id names no job.
    if (id === undefined) throw new EdgeError('unknown-path', 'no job is named')
    const job = await findJob(services.store, id, services.clock.now())
    // A job of another app has the error of an unknown job.
    if (job?.appId !== caller.app.id) return notFound(String(id))
    return { status: 200, body: JSON.stringify({ data: jobObject(job, outer) }) }
  },
})

function notFound(id: string) {
  const error = {
    value: id,
    detail: `Could not find compliance job with id: [${id}].`,
    title: 'Not Found Error',
    resource_type: 'compliance_job',
    parameter: 'id',
    resource_id: id,
    type: 'https://api.twitter.com/2/problems/resource-not-found',
  }
  return { status: 200, body: JSON.stringify({ errors: [error] }) }
}

interface NewJob {
  readonly subject: ComplianceSubject
  readonly name: string
  readonly isResumable: boolean
}

/** @throws {Problem} `invalidRequest` */
function readNewJob(json: JsonValue): NewJob {
  const errors: ParameterError[] = []
  const add = (name: string, value: unknown, message: string) => {
    errors.push({ parameters: { [name]: value === undefined ? [] : [String(value)] }, message })
  }
  const fields = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
  const { type, name = '', resumable = false, ...others } = fields as Record<string, unknown>
  const strangers = Object.keys(others)
  for (const stranger of strangers.slice(0, 10)) {
    add(stranger, undefined, `[${stranger}] is not one of [type,name,resumable]`)
  }
  if (type !== 'tweets' && type !== 'users')
    add('type', type, `type: [${String(type)}] is not one of [tweets,users]`)
  // PostgreSQL cannot store a NUL character.
  if (typeof name !== 'string' || [...name].length > MAX_NAME_LENGTH || name.includes('\0')) {
    add('name', undefined, `name: must be a text of at most ${MAX_NAME_LENGTH} characters`)
  }
  if (typeof resumable !== 'boolean') add('resumable', resumable, 'resumable: must be true or false')
  if (errors.length > 0) throw new Problem('invalidRequest', undefined, errors)
  return { subject: type as ComplianceSubject, name: String(name), isResumable: resumable === true }
}
