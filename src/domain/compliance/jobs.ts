/**
 * Batch compliance (spec/batch-compliance.md#results). An app uploads the ids of the posts or users that it has copies
 * of. The app then downloads the ids of the copies that it must delete or change.
 *
 *   created ─ upload ─▶ in_progress ─ pieces are looked up in order ─▶ complete ─ seven days ─▶ deleted
 *      └─ no upload within 15 minutes ─▶ expired
 *
 * Ids are stored in pieces (store-upload.ts), so transactions are short and use little memory, and a restarted process
 * continues after the last piece. A job is in progress only if its upload is complete. A job is complete only if all of
 * its pieces have been looked up.
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { ComplianceJobsTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../lib/item-guard.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { lockApp } from '../apps/app.ts'
import { type Context, Refusal } from '../context.ts'
import { redactionLine } from './redaction-line.ts'
import { type ComplianceSubject, findRedactions } from './redactions.ts'

/** Time after its creation in which a job accepts uploads, in milliseconds. */
export const UPLOAD_WINDOW_MS = 15 * 60_000
/** Time after the upload window in which the result can be downloaded, in milliseconds. Then the job is deleted. */
export const DOWNLOAD_WINDOW_MS = 7 * 86_400_000

const SECRET_LENGTH = 40
const MAX_NAME_LENGTH = 64
const MAX_LISTED_JOBS = 200

export const JOB_STATUSES = ['created', 'in_progress', 'failed', 'complete', 'expired'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export interface ComplianceJob {
  readonly id: bigint
  readonly appId: bigint
  readonly subject: ComplianceSubject
  readonly name: string
  readonly isResumable: boolean
  readonly status: JobStatus
  /** The last part of the job's upload and download URLs. */
  readonly secret: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

export interface CreateJobInput {
  readonly appId: bigint
  readonly subject: ComplianceSubject
  /** Up to 64 characters; may be empty. */
  readonly name: string
  readonly isResumable: boolean
}

/**
 * Creates a job, which then waits for an upload.
 * @throws {Refusal} `name-too-long`; `job-running` while a job of the app and type is in progress
 */
export async function createJob(context: Context, input: CreateJobInput): Promise<ComplianceJob> {
  const { appId, subject, name, isResumable } = input
  if ([...name].length > MAX_NAME_LENGTH) {
    throw new Refusal('name-too-long', `a job's name has at most ${MAX_NAME_LENGTH} characters`)
  }
  const job: ComplianceJob = {
    ...{ appId, subject, name, isResumable },
    id: await context.ids.make(),
    status: 'created',
    secret: randomAlphanumeric(context.random, SECRET_LENGTH),
    createdAt: context.clock.now(),
  }
  // No event: only the app of a job uses the job.
  await context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const jobs = await findJobs(tx, appId, subject, job.createdAt)
    const running = jobs.find(({ status }) => status === 'in_progress')
    if (running !== undefined) throw new Refusal('job-running', `the job ${running.id} is in progress`)
    await tx.run(insertJob, {
      id: job.id,
      app: appId,
      kind: subject,
      name,
      resumable: isResumable ? 1 : 0,
      secret: job.secret,
      now: job.createdAt,
    })
  })
  return job
}

/** The job with an id, of any app, or undefined. */
export async function findJob(reader: Reader, id: bigint, now: number): Promise<ComplianceJob | undefined> {
  const row = await reader.first(jobById, { id })
  return row === undefined ? undefined : jobOf(row, now)
}

/** The jobs of an app for one subject, newest first; at most 200. */
export async function findJobs(
  reader: Reader,
  appId: bigint,
  subject: ComplianceSubject,
  now: number,
): Promise<readonly ComplianceJob[]> {
  const rows = await reader.rows(jobsOfApp, { app: appId, kind: subject, max: MAX_LISTED_JOBS })
  return rows.map((row) => jobOf(row, now))
}

/**
 * Looks up the next piece of the oldest job in progress. If a piece fails because of its data, its job fails, and other
 * jobs continue.
 * @returns false if there is no piece to look up and no job to complete
 */
export async function workOnJobs(
  { store }: Pick<Context, 'store'>,
  guard: ItemGuard = UNGUARDED,
): Promise<boolean> {
  const piece = await store.first(nextPiece, {})
  if (piece === undefined) return finishJob(store)
  const { id, place } = piece
  const isDone = await guard.attempt(pieceItem(id, place), async () => {
    const found = await linesOf(store, piece)
    // No event: only the app of a job uses the job.
    await store.write((tx) => tx.run(fillPiece, { id, place, found }))
    return true
  })
  // No event: only the app of a job uses the job.
  if (isDone === undefined) await store.write((tx) => tx.run(failJob, { id }))
  return true
}

/** Name of a piece in the list of failed items; {@link retryPiece} parses it. */
function pieceItem(id: bigint, place: number): string {
  return `piece ${place} of job ${id}`
}

/**
 * Looks up a failed piece again.
 * @param item name of the piece in the list of failed items
 * @returns a function that stores the result and resumes the job; undefined if the job no longer
 * exists, and if the piece was looked up in the meantime
 * @throws the error if the piece fails again
 */
export async function retryPiece(
  { store }: Pick<Context, 'store'>,
  item: string,
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const [, place, id] = /^piece (\d+) of job (\d+)$/.exec(item) ?? []
  const piece = await store.first(onePiece, { id: BigInt(id ?? 0), place: Number(place) })
  if (piece === undefined) return undefined
  const found = await linesOf(store, piece)
  return async (tx) => {
    await tx.run(fillPiece, { id: piece.id, place: piece.place, found })
    await tx.run(reopenJob, { id: piece.id })
  }
}

async function linesOf(
  store: Reader,
  { ids, kind }: { readonly ids: string; readonly kind: string },
): Promise<string> {
  const found = await findRedactions(
    store,
    kind as ComplianceSubject,
    (JSON.parse(ids) as string[]).map(BigInt),
  )
  return found.map((redaction) => `${redactionLine(redaction)}\n`).join('')
}

/** The lines of the result of a job, in chunks. @throws {Refusal} `job-not-complete` */
export async function* downloadLines(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  id: bigint,
): AsyncGenerator<string> {
  const job = await findJob(store, id, clock.now())
  if (job?.status !== 'complete') throw notComplete(id)
  for (let place = -1; ; ) {
    const row = await store.first(pieceAfter, { id, place })
    if (row === undefined) return
    if (row.found === null) throw notComplete(id)
    yield row.found
    place = row.place
  }
}

/** Deletes jobs whose download window has ended, up to 200. @returns the number of deleted jobs */
export async function deleteExpiredJobs(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  guard: ItemGuard = UNGUARDED,
): Promise<number> {
  const before = clock.now() - DOWNLOAD_WINDOW_MS - UPLOAD_WINDOW_MS
  const old = await store.rows(jobsBefore, { before, max: MAX_LISTED_JOBS })
  for (const { id } of old) {
    await guard.attempt(`job ${id}`, () =>
      // No event: only the app of a job uses the job.
      store.write(async (tx) => {
        await tx.run(deletePieces, { id })
        await tx.run(deleteJob, { id })
      }),
    )
  }
  return old.length
}

function notComplete(id: bigint): Refusal {
  return new Refusal('job-not-complete', `the job ${id} has no result yet`)
}

async function finishJob(store: Context['store']): Promise<boolean> {
  const done = await store.first(doneJob, {})
  if (done === undefined) return false
  // No event: only the app of a job uses the job.
  await store.write((tx: Tx) => tx.run(completeJob, { id: done.id }))
  return true
}

function jobOf(row: ComplianceJobsTable, now: number): ComplianceJob {
  const isLate = row.status === 'created' && now > row.created_at + UPLOAD_WINDOW_MS
  return {
    id: row.id,
    appId: row.app_id,
    subject: row.kind as ComplianceSubject,
    name: row.name,
    isResumable: row.is_resumable === 1,
    status: isLate ? 'expired' : (row.status as JobStatus),
    secret: row.address_key,
    createdAt: row.created_at,
  }
}

/** SQL condition: all pieces of the job have been looked up. */
const ALL_LOOKED_UP = sql<boolean>`not exists (
  select 1 from compliance_pieces
  where compliance_pieces.job_id = compliance_jobs.id and compliance_pieces.found is null
)`

const insertJob = query<{
  id: bigint
  app: bigint
  kind: string
  name: string
  resumable: number
  secret: string
  now: number
}>()((k, p) =>
  k.insertInto('compliance_jobs').values({
    id: p('id'),
    app_id: p('app'),
    kind: p('kind'),
    name: p('name'),
    is_resumable: p('resumable'),
    status: 'created',
    address_key: p('secret'),
    created_at: p('now'),
  }),
)

const jobById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('compliance_jobs').selectAll().where('id', '=', p('id')),
)

// Uses the index compliance_jobs_app.
const jobsOfApp = query<{ app: bigint; kind: string; max: number }>()((k, p) =>
  k
    .selectFrom('compliance_jobs')
    .selectAll()
    .where('app_id', '=', p('app'))
    .where('kind', '=', p('kind'))
    .orderBy('id', 'desc')
    .limit(p('max')),
)

// The statement checks the conditions again, because the job may have changed since it was read.
const completeJob = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('compliance_jobs')
    .set({ status: 'complete' })
    .where('id', '=', p('id'))
    .where('status', '=', 'in_progress')
    .where(ALL_LOOKED_UP),
)

/** Deletes the uploaded ids of a job. */
export const deletePieces = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('compliance_pieces').where('job_id', '=', p('id')),
)

const deleteJob = query<{ id: bigint }>()((k, p) => k.deleteFrom('compliance_jobs').where('id', '=', p('id')))

const nextPiece = query()((k) =>
  k
    .selectFrom('compliance_jobs')
    .innerJoin('compliance_pieces', 'compliance_pieces.job_id', 'compliance_jobs.id')
    .select([
      'compliance_jobs.id',
      'compliance_jobs.kind',
      'compliance_pieces.place',
      'compliance_pieces.ids',
    ])
    .where('compliance_jobs.status', '=', 'in_progress')
    .where('compliance_pieces.found', 'is', null)
    .orderBy('compliance_jobs.id')
    .orderBy('compliance_pieces.place')
    .limit(1),
)

const onePiece = query<{ id: bigint; place: number }>()((k, p) =>
  k
    .selectFrom('compliance_jobs')
    .innerJoin('compliance_pieces', 'compliance_pieces.job_id', 'compliance_jobs.id')
    .select([
      'compliance_jobs.id',
      'compliance_jobs.kind',
      'compliance_pieces.place',
      'compliance_pieces.ids',
    ])
    .where('compliance_jobs.id', '=', p('id'))
    .where('compliance_pieces.place', '=', p('place'))
    .where('compliance_pieces.found', 'is', null),
)

const failJob = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('compliance_jobs')
    .set({ status: 'failed' })
    .where('id', '=', p('id'))
    .where('status', '=', 'in_progress'),
)

const reopenJob = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('compliance_jobs')
    .set({ status: 'in_progress' })
    .where('id', '=', p('id'))
    .where('status', '=', 'failed'),
)

const fillPiece = query<{ id: bigint; place: number; found: string }>()((k, p) =>
  k
    .updateTable('compliance_pieces')
    .set({ found: p('found'), ids: '' })
    .where('job_id', '=', p('id'))
    .where('place', '=', p('place')),
)

const pieceAfter = query<{ id: bigint; place: number }>()((k, p) =>
  k
    .selectFrom('compliance_pieces')
    .select(['place', 'found'])
    .where('job_id', '=', p('id'))
    .where('place', '>', p('place'))
    .orderBy('place')
    .limit(1),
)

const doneJob = query()((k) =>
  k
    .selectFrom('compliance_jobs')
    .select('id')
    .where('status', '=', 'in_progress')
    .where(ALL_LOOKED_UP)
    .orderBy('id')
    .limit(1),
)

const jobsBefore = query<{ before: number; max: number }>()((k, p) =>
  k
    .selectFrom('compliance_jobs')
    .select('id')
    .where('created_at', '<', p('before'))
    .orderBy('id')
    .limit(p('max')),
)
