/**
 * Stores the ids of a compliance job in pieces. Each transaction stores several pieces
 * (spec/batch-compliance.md#upload).
 *
 * Several uploads of one job can run at the same time, and an upload can be interrupted. The first transaction of an
 * upload claims the job. It deletes the pieces of earlier uploads, and numbers its own pieces in a new range. Each
 * transaction locks the job, and requires that the job still waits and that the claim of this upload is the newest. As
 * a result, exactly one of several concurrent uploads is accepted, with all of its ids, and the next upload replaces an
 * interrupted upload.
 */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { InvariantBroken } from '../../lib/assert.ts'
import { type Context, Refusal } from '../context.ts'
import { deletePieces, findJob } from './jobs.ts'

const IDS_PER_PIECE = 200

/** Number of ids in each batch of an upload, except in the last batch. One transaction stores one batch. */
export const UPLOAD_BATCH_SIZE = 10 * IDS_PER_PIECE

/** Number of piece numbers that are reserved for an upload. */
const PIECES_PER_UPLOAD = 100_000
/** The largest value of an integer column. */
const MAX_PIECE_NUMBER = 2 ** 31 - 1

/** Maximum number of ids in an upload. */
export const MAX_UPLOAD_IDS = PIECES_PER_UPLOAD * IDS_PER_PIECE

/** The claim of an upload on its job. */
interface Claim {
  readonly id: bigint
  /** Number of the first piece of the upload: a multiple of {@link PIECES_PER_UPLOAD}. */
  readonly start: number
}

/** The ids of an upload, in batches of {@link UPLOAD_BATCH_SIZE}. */
export type UploadBatches = AsyncIterable<readonly bigint[]> | Iterable<readonly bigint[]>

/**
 * Stores the ids of a job, replacing the ids of earlier uploads, and starts the job.
 * @param batches at most {@link MAX_UPLOAD_IDS} ids in total
 * @throws {Refusal} `job-not-waiting` when the job does not wait for ids, and when a later upload has claimed the job
 */
export async function storeUpload(context: Context, id: bigint, batches: UploadBatches): Promise<void> {
  const { store, clock } = context
  if ((await findJob(store, id, clock.now()))?.status !== 'created') throw notWaiting(id)
  let claim: Claim | undefined
  let from = 0
  for await (const ids of batches) {
    if (from + ids.length > MAX_UPLOAD_IDS) throw new InvariantBroken(`an upload of ${from + ids.length} ids`)
    claim = await addBatch(store, id, claim, { ids, from })
    from += ids.length
  }
  const whole = claim ?? (await addBatch(store, id, undefined, { ids: [], from }))
  // No event: only the app of a job uses the job.
  await store.write(async (tx) => {
    await requireClaim(tx, whole)
    await tx.run(startJob, { id })
  })
}

interface Batch {
  readonly ids: readonly bigint[]
  /** Number of ids in the earlier batches. */
  readonly from: number
}

function addBatch(
  store: Context['store'],
  id: bigint,
  claim: Claim | undefined,
  batch: Batch,
): Promise<Claim> {
  // No event: only the app of a job uses the job.
  return store.write(async (tx) => {
    if (claim === undefined) return claimJob(tx, id, batch)
    await requireClaim(tx, claim)
    await insertPieces(tx, piecesOf(claim, batch))
    return claim
  })
}

/**
 * Claims the job. Inserts at least one piece, even if there are no ids, because the number of the newest piece
 * identifies the claim.
 */
async function claimJob(tx: Tx, id: bigint, batch: Batch): Promise<Claim> {
  await lockWaiting(tx, id)
  const last = await tx.first(lastPiece, { id })
  const start = last === undefined ? 0 : startOf(last.place) + PIECES_PER_UPLOAD
  if (start + PIECES_PER_UPLOAD > MAX_PIECE_NUMBER) throw notWaiting(id)
  const claim = { id, start }
  await tx.run(deletePieces, { id })
  await insertPieces(tx, piecesOf(claim, batch))
  return claim
}

async function requireClaim(tx: Tx, { id, start }: Claim): Promise<void> {
  await lockWaiting(tx, id)
  const last = await tx.first(lastPiece, { id })
  if (last === undefined || startOf(last.place) !== start) throw notWaiting(id)
}

/** Locks the job until the transaction ends, by updating its row. @throws {Refusal} `job-not-waiting` */
async function lockWaiting(tx: Tx, id: bigint): Promise<void> {
  if ((await tx.run(touchWaiting, { id })) === 0) throw notWaiting(id)
}

function notWaiting(id: bigint): Refusal {
  return new Refusal('job-not-waiting', `the job ${id} takes no ids now; make another one`)
}

function startOf(place: number): number {
  return place - (place % PIECES_PER_UPLOAD)
}

function piecesOf({ id, start }: Claim, { ids, from }: Batch) {
  const rows: [bigint, number, string, null][] = []
  for (let first = 0; first === 0 || first < ids.length; first += IDS_PER_PIECE) {
    const piece = ids.slice(first, first + IDS_PER_PIECE)
    rows.push([id, start + (from + first) / IDS_PER_PIECE, JSON.stringify(piece.map(String)), null])
  }
  return rows
}

const touchWaiting = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('compliance_jobs')
    .set({ status: 'created' })
    .where('id', '=', p('id'))
    .where('status', '=', 'created'),
)

const startJob = query<{ id: bigint }>()((k, p) =>
  k.updateTable('compliance_jobs').set({ status: 'in_progress' }).where('id', '=', p('id')),
)

const lastPiece = query<{ id: bigint }>()((k, p) =>
  k
    .selectFrom('compliance_pieces')
    .select('place')
    .where('job_id', '=', p('id'))
    .orderBy('place', 'desc')
    .limit(1),
)

const insertPieces = bulk({ job_id: 'integer', place: 'integer', ids: 'text', found: 'text' }, (k, rows) =>
  k.insertInto('compliance_pieces').columns(['job_id', 'place', 'ids', 'found']).expression(rows),
)
