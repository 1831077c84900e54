/** `aviary compliance check`: prints the action that each id of a file needs. */
import { type CheckInput, checkList } from '../../compliance-check/check-list.ts'
import { CheckReport, summaryOf } from '../../compliance-check/report.ts'
import { type Outcome, Tally } from '../../compliance-check/tally.ts'
import type { Context } from '../../domain/context.ts'
import { sizeOf } from '../../files/lines.ts'
import { ColumnUnclear } from '../../id-lists/layout.ts'
import { AtomicFile } from '../../lib/atomic-file.ts'
import type { Output } from '../output.ts'
import { UsageError } from '../run.ts'

export interface CheckOptions extends Pick<CheckInput, 'file' | 'subject' | 'column'> {
  /** Path of the report; undefined without a report. */
  readonly report: string | undefined
  /** Path of the list of unknown ids, which this server has never stored; undefined without a list. */
  readonly unknown: string | undefined
}

/** Writes a text. Resolves when the stream accepts more. */
export type Print = (text: string) => Promise<void>

/** Maximum number of unreadable lines in the text output. Reports list more of them. */
const MAX_SHOWN_LINES = 20

/**
 * Checks the ids of a file and prints the result.
 * @returns the exit code (spec/id-lists.md#exit-codes)
 * @throws {UsageError} when several columns may have the ids
 */
export async function checkIds(
  context: Context,
  output: Output,
  print: Print,
  options: CheckOptions,
): Promise<number> {
  const { file } = options
  const tally = new Tally()
  const bar = output.progress(sizeOf(file), 'bytes')
  let report: CheckReport | undefined
  let unknown: AtomicFile | undefined
  let isFirst = true
  try {
    if (options.report !== undefined) report = await CheckReport.create(context, options.report, options)
    if (options.unknown !== undefined) unknown = await AtomicFile.create(options.unknown, context.random)
    const facts = await checkList(context, options, tally, {
      read: (bytes) => bar.to(bytes),
      async begin(begun) {
        bar.end()
        await report?.begin(begun)
        if (output.isJson) await print('{"redactions":[')
      },
      async outcome(outcome) {
        await report?.add(outcome)
        if (outcome.reason === 'unknown') await unknown?.write(`${outcome.id}\n`)
        if (outcome.action === 'none') return
        await print(output.isJson ? `${isFirst ? '' : ','}${JSON.stringify(outcome)}` : lineOf(outcome))
        isFirst = false
      },
    })
    await report?.end(tally)
    await unknown?.commit()
    await print(
      output.isJson
        ? `],${JSON.stringify({ ...summaryOf(facts), ...tally.fields }).slice(1)}\n`
        : wordsOf(tally),
    )
    return tally.exitCode
  } catch (error) {
    if (error instanceof ColumnUnclear) throw new UsageError(`${file}: ${error.message} (--column, --type)`)
    throw error
  } finally {
    bar.end()
    await report?.abandon()
    await unknown?.abandon()
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
