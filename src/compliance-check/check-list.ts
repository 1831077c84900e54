/**
 * Reads the ids of a file, looks each id up, and passes the required action to a sink. Ids are sorted on disk, and each
 * outcome is passed on immediately, so memory does not grow with the file (spec/id-lists.md#counts).
 */
import { type ComplianceState, findComplianceStates } from '../domain/compliance/redactions.ts'
import type { Context } from '../domain/context.ts'
import { serverIdOf } from '../domain/server-id.ts'
import { DistinctIds } from '../id-lists/distinct-ids.ts'
import type { IdSubject } from '../id-lists/parse-id.ts'
import { readIdList } from '../id-lists/read-id-list.ts'
import { logHead } from '../log/log-head.ts'
import { type FileFacts, HashedFile } from './hashed-file.ts'
import { type Outcome, outcomeOf, type Tally } from './tally.ts'

export interface CheckInput {
  /** Path of the file. */
  readonly file: string
  readonly subject: IdSubject
  /** The column with the ids in a table: its name, or its number from 1. */
  readonly column: string | undefined
  /** Cancels the check; the check then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Maximum size of the decompressed file, in bytes; default: no maximum. */
  readonly maxLength?: number | undefined
}

/** The results of reading the file, the position of the event log, and the id of the server. */
export interface CheckFacts extends FileFacts {
  readonly column: string | undefined
  /** The outcomes include every change up to this position of the log. */
  readonly position: bigint
  readonly serverId: string
}

/** Receives the progress and the results of a check. */
export interface CheckSink {
  /** Called while the file is read. @param bytes number of bytes that have been read so far */
  read(bytes: number): void
  /**
   * Called after the file has been read and before the first outcome. @param ids number of ids, including duplicates
   */
  begin(facts: CheckFacts, ids: number): Promise<void>
  /** Called for each distinct id, in ascending order. The tally already includes this outcome. */
  outcome(outcome: Outcome): Promise<void>
}

/** Number of ids that one query looks up. */
const BATCH_SIZE = 200

/**
 * Checks the ids of a file.
 * @param tally an object that counts the outcomes and the unreadable lines
 * @throws {ColumnUnclear} when the file is a table and it is unclear which column has the ids
 * @throws the reason of `input.signal`, after it is aborted
 */
export async function checkList(
  context: Context,
  input: CheckInput,
  tally: Tally,
  sink: CheckSink,
): Promise<CheckFacts> {
  const distinct = new DistinctIds()
  try {
    const read = await readAll(input, distinct, tally, sink)
    // The position is read before the lookups. Therefore the results include every change up to this position, and may
    // include later changes.
    const { head } = await logHead(context.store)
    const facts: CheckFacts = { ...read, position: head, serverId: await serverIdOf(context) }
    await sink.begin(facts, distinct.added)
    for await (const outcome of outcomes(context, input, distinct, tally)) {
      tally.add(outcome)
      await sink.outcome(outcome)
    }
    return facts
  } finally {
    await distinct.close()
  }
}

async function readAll(
  { file, subject, column, signal, maxLength }: CheckInput,
  distinct: DistinctIds,
  tally: Tally,
  sink: CheckSink,
): Promise<FileFacts & { readonly column: string | undefined }> {
  const source = new HashedFile(file, (bytes) => {
    signal?.throwIfAborted()
    sink.read(bytes)
  })
  try {
    const summary = await readIdList(
      source.chunks(),
      { subject, column, maxLength },
      {
        async take({ ids, deleted }) {
          signal?.throwIfAborted()
          await distinct.add(ids, false)
          await distinct.add(deleted, true)
        },
        fault: (fault) => tally.fault(fault),
        warn: (warning) => tally.warn(warning),
      },
    )
    if (summary.isRounded) tally.refuseRounded()
    return { ...(await source.finish()), column: summary.column }
  } finally {
    source.close()
  }
}

/** Yields one outcome for each distinct id, in ascending order of ids. */
async function* outcomes(
  { store }: Context,
  { subject, signal }: CheckInput,
  distinct: DistinctIds,
  tally: Tally,
): AsyncGenerator<Outcome> {
  if (tally.isRounded) return
  let count = 0
  for await (const batch of distinct.batches(BATCH_SIZE)) {
    signal?.throwIfAborted()
    const ids = batch.map(({ id }) => id)
    const states = new Map<bigint, ComplianceState>()
    for (const state of await findComplianceStates(store, subject, ids)) states.set(state.id, state)
    for (const { id, isMarked } of batch) yield outcomeOf(id, states.get(id), isMarked)
    count += batch.length
  }
  tally.duplicates = distinct.added - count
}
