/** Exports of the operator's desk (spec/console.md#exports-at-the-desk). */

import { ConsoleProblem } from '../api/console/_problems.ts'
import { downloadBody } from '../api/console/_transfers/download.ts'
import type { DeskExports, ExportInput } from '../api/console/_transfers/exports.ts'
import type { Context } from '../domain/context.ts'
import type { Logger } from '../lib/log.ts'
import { asSentence } from '../text/sentence.ts'
import type { ExportChoices, PreparedExport } from '../transfers/exports/download.ts'
import { ExportLog, type ExportRun } from '../transfers/exports/export-log.ts'
import { type Compression, EXPORT_KINDS, ExportInvalid } from '../transfers/exports/kinds.ts'
import { SelectionInvalid } from '../transfers/exports/post-selection.ts'
import { worded } from './worded.ts'

const COMPRESSIONS: readonly Compression[] = ['none', 'gz', 'zst']

/** Lists and prepares exports of this process, in the form of the console's API. */
export function deskExports(
  context: Pick<Context, 'store' | 'vault' | 'clock'>,
  logger: Logger,
): DeskExports {
  const log = new ExportLog(context.clock)
  return {
    async list() {
      const { EXPORT_FORMATS } = await exporters()
      return {
        exports: log.list().map(exportBody),
        formats: Object.fromEntries(EXPORT_KINDS.map((kind) => [kind, [...EXPORT_FORMATS[kind]]])),
      }
    },
    prepare: (input, startedBy) =>
      worded(exportProblem, async () => {
        const { prepareExport } = await exporters()
        const prepared = await prepareExport(context, choicesOf(input))
        if (log.isFull) throw new ConsoleProblem('exports-too-many')
        return { name: prepared.name, body: bodyOf(prepared, log, startedBy, logger) }
      }),
  }
}

/** This import is dynamic: few servers export data, and none at its start. */
function exporters() {
  return import('../transfers/exports/download.ts')
}

function bodyOf({ name, write }: PreparedExport, log: ExportLog, startedBy: string, logger: Logger) {
  return downloadBody(async (target, signal) => {
    const run = log.begin(name, startedBy)
    const watch = {
      onRows(rows: number) {
        run.rows = rows
      },
      onUnreadable(item: string, error: unknown) {
        run.unreadable += 1
        logger.warn({ item, err: error }, 'an item is left out of an export: it cannot be read')
      },
    }
    try {
      run.rows = await write(target, watch, signal)
      log.end(run, 'complete')
    } catch (error) {
      log.end(run, 'failed')
      throw error
    }
  })
}

function exportBody({ name, startedBy, startedAt, endedAt, rows, unreadable, state }: ExportRun) {
  return { name, started_by: startedBy, started_at: startedAt, ended_at: endedAt, rows, unreadable, state }
}

/** @throws {ConsoleProblem} `field-invalid` */
function choicesOf(input: ExportInput): ExportChoices {
  const { format, query, since, until, author, includesProtected, hasNotes } = input
  const kind = oneOf('kind', EXPORT_KINDS, input.kind)
  const compression = oneOf('compression', COMPRESSIONS, input.compression ?? 'none')
  const given = Object.entries({ query, since, until, author }).filter(([, value]) => value !== undefined)
  const notes = hasNotes ? [['note_tweet', true] as const] : []
  const [wrong] = kind === 'posts' ? [] : [...given, ...notes]
  if (wrong !== undefined)
    throw new ConsoleProblem('field-invalid', { field: wrong[0], message: `Only posts have ${wrong[0]}.` })
  const selection = { ...Object.fromEntries(given), includeProtected: includesProtected }
  return { kind, format, compression, selection, hasNotes }
}

function oneOf<Name extends string>(field: string, names: readonly Name[], value: string | undefined): Name {
  const found = names.find((name) => name === value)
  if (found !== undefined) return found
  throw new ConsoleProblem('field-invalid', {
    field,
    message: `The value of ${field} is one of ${names.join(', ')}.`,
  })
}

function exportProblem(error: unknown): unknown {
  if (error instanceof SelectionInvalid) {
    const message = asSentence(`${error.flag}: ${error.reason}`)
    return new ConsoleProblem('field-invalid', { field: error.flag, message })
  }
  if (!(error instanceof ExportInvalid)) return error
  return new ConsoleProblem('field-invalid', { field: error.field, message: asSentence(error.message) })
}
