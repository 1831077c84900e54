/**
 * `aviary compliance check`: reads the ids of a file, looks each up and prints the action that it needs. Memory does not grow
 * with the file: ids are sorted on disk, and results are printed as they are found.
 */
import type { ComplianceState } from '../../domain/compliance/redactions.ts'
import { findComplianceStates } from '../../domain/compliance/redactions.ts'
import type { Context } from '../../domain/context.ts'
import { serverIdOf } from '../../domain/server-id.ts'
import { sizeOf } from '../../files/lines.ts'
import { DistinctIds } from '../../id-lists/distinct-ids.ts'
import { ColumnUnclear } from '../../id-lists/layout.ts'
import type { IdSubject } from '../../id-lists/parse-id.ts'
import { readIdList } from '../../id-lists/read-id-list.ts'
import { AtomicFile } from '../../lib/atomic-file.ts'
import { logHead } from '../../log/log-head.ts'
import type { Output } from '../output.ts'
import { UsageError } from '../run.ts'
import { type FileFacts, HashedFile } from './hashed-file.ts'
import { type Outcome, outcomeOf, Tally } from './tally.ts'

export interface CheckInput {
  readonly file: string
  readonly subject: IdSubject
  readonly column: string | undefined
  /** Path of the report; undefined for none. */
  readonly report: string | undefined
  /** Path of the list of ids that this server has never seen; undefined for none. */
  readonly unknown: string | undefined
}

/** Prints text; resolves when the stream accepts more. */
export type Print = (text: string) => Promise<void>

/** Ids of one lookup. */
const BATCH_SIZE = 200
/** Unreadable lines in the text output; reports list more. */
const MAX_SHOWN_LINES = 20

interface Facts extends FileFacts {
  readonly column: string | undefined
  readonly position: bigint
  readonly serverId: string
}

/**
 * Checks the ids of a file and prints the result.
 * @returns the exit code (spec/id-lists.md#exit-codes)
 * @throws {UsageError} when the column of the ids is not clear
 */
export async function checkIds(
  context: Context,
  output: Output,
  print: Print,
  input: CheckInput,
): Promise<number> {
  const tally = new Tally()
  const distinct = new DistinctIds()
  const size = sizeOf(input.file)
  const files: AtomicFile[] = []
  const begin = async (path: string | undefined): Promise<AtomicFile | undefined> => {
    if (path === undefined) return undefined
    const file = await AtomicFile.create(path, context.random)
    files.push(file)
    return file
  }
  try {
    const report = await begin(input.report)
    const unknown = await begin(input.unknown)
    const read = await readAll(output, input, size, distinct, tally)
    // Read before the lookups: the results then include every change up to this position, and maybe later ones.
    const { head } = await logHead(context.store)
    const facts: Facts = { ...read, position: head, serverId: await serverIdOf(context) }
    await report?.write(headOf(context, input, facts))
    if (output.isJson) await print('{"redactions":[')
    let isFirst = true
    let isFirstRedaction = true
    for await (const outcome of outcomes(context, input.subject, distinct, tally)) {
      tally.add(outcome)
      await report?.write(`${isFirst ? '\n' : ',\n'}${JSON.stringify(outcome)}`)
      isFirst = false
      if (outcome.reason === 'unknown') await unknown?.write(`${outcome.id}\n`)
      if (outcome.action === 'none') continue
      await print(
        output.isJson ? `${isFirstRedaction ? '' : ','}${JSON.stringify(outcome)}` : lineOf(outcome),
      )
      isFirstRedaction = false
    }
    await report?.write(`\n],${JSON.stringify(tally.fields).slice(1)}\n`)
    for (const file of files) await file.commit()
    await print(
      output.isJson
        ? `],${JSON.stringify({ ...summaryOf(facts), ...tally.fields }).slice(1)}\n`
        : wordsOf(tally),
    )
    return tally.exitCode
  } finally {
    for (const file of files) await file.abandon()
    await distinct.close()
  }
}

async function readAll(
  output: Output,
  { file, subject, column }: CheckInput,
  size: number,
  distinct: DistinctIds,
  tally: Tally,
): Promise<FileFacts & { readonly column: string | undefined }> {
  const bar = output.progress(size, 'bytes')
  const source = new HashedFile(file, (bytes) => bar.to(bytes))
  try {
    const summary = await readIdList(
      source.chunks(),
      { subject, column },
      {
        async take({ ids, deleted }) {
          await distinct.add(ids, false)
          await distinct.add(deleted, true)
        },
        fault: (fault) => tally.fault(fault),
        warn: (warning) => tally.warn(warning),
      },
    )
    if (summary.isRounded) tally.refuseRounded()
    return { ...(await source.finish()), column: summary.column }
  } catch (error) {
    if (error instanceof ColumnUnclear) throw new UsageError(`${file}: ${error.message} (--column, --type)`)
    throw error
  } finally {
    source.close()
    bar.end()
  }
}

/** One outcome per distinct id, in ascending order of ids. */
async function* outcomes(
  { store }: Context,
  subject: IdSubject,
  distinct: DistinctIds,
  tally: Tally,
): AsyncGenerator<Outcome> {
  if (tally.isRounded) return
  let count = 0
  for await (const batch of distinct.batches(BATCH_SIZE)) {
    const ids = batch.map(({ id }) => id)
    const states = new Map<bigint, ComplianceState>()
    for (const state of await findComplianceStates(store, subject, ids)) states.set(state.id, state)
    for (const { id, isMarked } of batch) yield outcomeOf(id, states.get(id), isMarked)
    count += batch.length
  }
  tally.duplicates = distinct.added - count
}

function headOf({ clock }: Context, { file, subject }: CheckInput, facts: Facts): string {
  const head = {
    report: 'aviary compliance check',
    version: 1,
    made_at: new Date(clock.now()).toISOString(),
    type: subject,
    file,
    ...summaryOf(facts),
  }
  return `${JSON.stringify(head).slice(0, -1)},"ids":[`
}

function summaryOf({ bytes, sha256, column, position, serverId }: Facts) {
  return {
    input: { bytes, sha256 },
    server_id: serverId,
    log_position: String(position),
    ...(column === undefined ? {} : { column }),
  }
}

function lineOf({ id, action, reason, withheld_in_countries: countries }: Outcome): string {
  return `${id}\t${action}\t${reason}${countries === undefined ? '' : `\t${countries.join(',')}`}\n`
}

function wordsOf(tally: Tally): string {
  const { faults, warnings, sentences, fields } = tally
  const more = Number(fields['unreadable']) - Math.min(faults.length, MAX_SHOWN_LINES)
  const lines = [
    ...faults
      .slice(0, MAX_SHOWN_LINES)
      .map(({ place, reason }) => `unreadable${place === '' ? '' : ` ${place}`}: ${reason}`),
    ...(more > 0 ? [`… and ${more} more; --report lists them`] : []),
    ...warnings.slice(0, MAX_SHOWN_LINES).map(({ place, reason }) => `skipped ${place}: ${reason}`),
    ...sentences,
  ]
  return `${lines.join('\n')}\n`
}
