/** /console/api/compliance/checks: checks of uploaded lists of ids (spec/id-lists.md#counts). */
import { Type } from 'typebox'
import {
  type CheckRequest,
  type CheckRun,
  MAX_CHECKED_BYTES,
} from '../../../../compliance-check/check-runs.ts'
import type { MultipartBody } from '../../../../http/endpoint.ts'
import { optionalText, parseParams } from '../../../../http/params.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ConsoleProblem } from '../../_problems.ts'

const STATES = ['waiting', 'reading', 'checking', 'complete', 'failed', 'cancelled'] as const
const SUBJECTS = ['tweets', 'users'] as const
const MAX_NAME_LENGTH = 200

const NUMBER_OR_NULL = Type.Union([Type.Integer(), Type.Null()])

const CHECK = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of the file.' }),
    type: Type.Enum([...SUBJECTS]),
    state: Type.Enum([...STATES]),
    size: Type.Integer({ description: 'Bytes of the file.' }),
    read: Type.Integer({ description: 'Bytes that have been read.' }),
    ids: NUMBER_OR_NULL,
    counts: Type.Record(Type.String(), Type.Any(), {
      description:
        'Counts so far, as in the report: checked, to_delete, available, unknown, unreadable and more.',
    }),
    sentences: Type.Array(Type.String()),
    findings: Type.Array(
      Type.Object({
        id: Type.String(),
        action: Type.String(),
        reason: Type.String(),
        created_at: Type.Optional(Type.String()),
        redacted_at: Type.Optional(Type.String()),
        withheld_in_countries: Type.Optional(Type.Array(Type.String())),
      }),
      { description: 'The first 500 ids that need an action; the report has all.' },
    ),
    failure: Type.Union([Type.String(), Type.Null()]),
    started_at: Type.Integer({ description: 'Unix milliseconds.' }),
    ended_at: NUMBER_OR_NULL,
  },
  { title: 'ComplianceCheck' },
)

/** Fields of the multipart body. */
const FIELDS = {
  type: optionalText('`tweets` (default) or `users`.'),
  column: optionalText('Column of the ids in a table, by name or number, when its header does not name it.'),
  name: optionalText('Name of the file.'),
}

export const CHECK_ID = { check_id: optionalText('Id of the check.') }

export const listChecks = consoleEndpoint({
  paths: ['/console/api/compliance/checks'],
  summary: 'The last checks of the account on this server, the latest first; they are kept for a day.',
  params: {},
  answers: [{ schema: Type.Object({ checks: Type.Array(CHECK), max_bytes: Type.Integer() }) }],
  async handle({ services, caller }) {
    const checks = services.checks.list(caller.accountName).map(checkBody)
    return jsonAnswer({ checks, max_bytes: MAX_CHECKED_BYTES })
  },
})

export const startCheck = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/compliance/checks'],
  summary: 'Uploads a list of ids, posts or users, and starts to check it.',
  params: FIELDS,
  multipart: { files: { file: 'binary' }, maxFileBytes: MAX_CHECKED_BYTES, maxFormBytes: 1024 },
  answers: [{ status: 201, schema: CHECK }],
  errors: ['field-invalid', 'job-running'],
  async handle({ services, caller, multipart }) {
    const body = await multipart()
    try {
      const run = await services.checks.start({ account: caller.accountName, ...requestIn(body) })
      return jsonAnswer(checkBody(run), { status: 201 })
    } catch (error) {
      await body?.discard()
      throw error
    }
  },
})

/** Reads the check from the multipart body. @throws {ConsoleProblem} `field-invalid` */
function requestIn(body: MultipartBody | undefined): Omit<CheckRequest, 'account'> {
  const file = body?.files.get('file')
  if (body === undefined || file === undefined)
    throw new ConsoleProblem('field-invalid', { field: 'file', message: 'Choose a file.' })
  const { type = 'tweets', column, name = 'list' } = parseParams(FIELDS, body.fields)
  const subject = SUBJECTS.find((each) => each === type)
  if (subject === undefined) throw new ConsoleProblem('field-invalid', { field: 'type' })
  return { subject, column, file, name: name.slice(0, MAX_NAME_LENGTH).toWellFormed() }
}

export const showCheck = consoleEndpoint({
  paths: ['/console/api/compliance/checks/:check_id'],
  summary: 'A check of the account: progress, counts, and the first ids that need an action.',
  params: CHECK_ID,
  answers: [{ schema: CHECK }],
  errors: ['check-not-found'],
  async handle({ services, caller, params }) {
    const run = services.checks.find(caller.accountName, params.check_id ?? '')
    if (run === undefined) throw new ConsoleProblem('check-not-found')
    return jsonAnswer(checkBody(run))
  },
})

export const cancelCheck = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/compliance/checks/:check_id'],
  summary: 'Cancels a check of the account. A finished check does not change.',
  params: CHECK_ID,
  answers: [DONE],
  errors: ['check-not-found'],
  async handle({ services, caller, params }) {
    if (!services.checks.cancel(caller.accountName, params.check_id ?? ''))
      throw new ConsoleProblem('check-not-found')
    return doneAnswer()
  },
})

function checkBody(run: CheckRun) {
  const { id, name, subject, state, size, read, ids, counts, sentences, findings, failure } = run
  return {
    ...{ id, name, type: subject, state, size, read },
    ids: ids ?? null,
    ...{ counts, sentences, findings },
    failure: failure ?? null,
    started_at: run.startedAt,
    ended_at: run.endedAt ?? null,
  }
}
