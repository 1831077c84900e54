/** `aviary import FILE…`: options, output and exit code. */
import { statSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { addressOf } from '../../db/open.ts'
import { TemporaryCopies } from '../../files/temporary-copies.ts'
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import { InputFiles } from '../../importers/archive/input/input-files.ts'
import { archiveInput, archivesByAccount } from '../../importers/archive/same-account.ts'
import { findInputs, type ImportInput } from '../../importers/files/inputs.ts'
import type { StoredKind, TableOptions } from '../../importers/items.ts'
import { isUseless, type ReportData } from '../../importers/report/report-data.ts'
import { AtomicFile } from '../../lib/atomic-file.ts'
import { TemporaryFolder } from '../../lib/files/temporary-folder.ts'
import { openRuntime } from '../../runtime.ts'
import { archiveOutput, type ImportOutput } from '../../transfers/imports/archive-output.ts'
import { archiveMembers, requireReadable, resultLines } from '../../transfers/imports/import-output.ts'
import {
  ArchiveUnwanted,
  type ImportPlace,
  type ImportPlan,
  type ImportResult,
  type ImportWatch,
  runImport,
} from '../../transfers/imports/run-import.ts'
import { FAILED, INCOMPLETE } from '../exit-codes.ts'
import { yieldToServers } from '../lower-priority.ts'
import { numberOfFlag } from '../number-flag.ts'
import type { Output, Streams } from '../output.ts'
import type { Progress } from '../progress.ts'
import { action, givenIdOf, UsageError } from '../run.ts'
import { endAtSignal, STOP_SIGNALS } from '../signals.ts'
import { type ArchiveFlags, archiveChoices } from './import-archive.ts'
import { type EdgeFlags, graphOptions } from './import-edges.ts'
import { fileOfReport } from './import-report.ts'
import { standardInputOf } from './import-standard-input.ts'

export interface FilesFlags extends ArchiveFlags, EdgeFlags {
  readonly dryRun?: boolean
  readonly strict?: boolean
  readonly rejects?: string
  readonly report?: string
  readonly encoding?: 'windows-1252'
  readonly author?: string
  readonly newIds?: boolean
  readonly live?: boolean
  readonly rate?: string
}

/** Default number of posts per second with `--live`. */
const DEFAULT_RATE = '10'
const RATES = { min: 0.01, max: 10_000 }

/** Adds the options that all imports have. */
export function withReportFlags(command: Command): Command {
  return command
    .option('--dry-run', 'Read and check everything, and write nothing; report and exit code are the same')
    .option('--strict', 'Exit with 3 when anything was rejected')
    .option('--rejects <FILE>', 'File for rejected objects (default: a file in the data directory)')
    .option('--report <FILE>', 'Write a report as a page (.html) or as data (.json)')
}

/** Adds the options that all imports of files have. */
export function withFileFlags(command: Command): Command {
  return withReportFlags(command).addOption(
    new Option('--encoding <NAME>', 'Encoding of bytes that are not UTF-8').choices(['windows-1252']),
  )
}

/** Adds the options for tables of posts. */
export function withTableFlags(command: Command): Command {
  return command
    .option('--author <ID>', 'Author of the posts that have no author, in tables and JSON')
    .option('--new-ids', 'Make ids for rows of tables whose ids a spreadsheet has rounded')
}

export function withLiveFlags(command: Command): Command {
  return command
    .option('--live', 'Send new posts to streams and webhooks, as if they had just been written')
    .option('--rate <N>', `Posts per second with --live (default: ${DEFAULT_RATE})`)
}

function liveOf({ live, rate }: FilesFlags): { readonly rate: number } | undefined {
  if (live !== true && rate !== undefined) throw new UsageError('--rate needs --live')
  if (live !== true) return undefined
  return { rate: numberOfFlag(rate ?? DEFAULT_RATE, '--rate', RATES) }
}

function tableOf(flags: FilesFlags): TableOptions {
  const { author, newIds } = flags
  return {
    ...(author === undefined ? {} : { author: givenIdOf(author, '--author') }),
    ...(newIds === true ? { newIds } : {}),
  }
}

/** The parts that differ between the import commands. */
interface ImportVariant {
  /** The only kind of data that is imported; undefined for all kinds. */
  readonly only?: StoredKind | undefined
  /**
   * Opens the named files.
   * @param copy path of the copy of standard input
   * @throws {FileUnreadable}
   */
  inputsOf(
    names: readonly string[],
    root: string | undefined,
    inputFiles: InputFiles,
    copy: string | undefined,
  ): Promise<readonly ImportInput[]>
  /** The output of the command. @throws {FileUnreadable} when none of the files was readable */
  outputOf(data: ReportData, archives: readonly ImportedArchive[]): ImportOutput
}

/** The action of an import of files. @param only the only kind of data that is imported; undefined for all kinds */
export function filesAction(streams: Streams, exit: (code: number) => void, only?: StoredKind) {
  return importAction(streams, exit, {
    only,
    inputsOf: async (names, root, inputFiles, copy) =>
      archivesByAccount(await findInputs(names, copy === undefined ? {} : { copy }), root, inputFiles),
    outputOf(data, archives) {
      requireReadable(data, archives)
      return {
        json: { ...data, ...archiveMembers(archives) },
        lines: resultLines(data, archives, only ?? 'objects'),
      }
    },
  })
}

/** The action of an import of one archive, whose parts may be in several files. */
export function archiveAction(streams: Streams, exit: (code: number) => void) {
  return importAction(streams, exit, {
    inputsOf: async (names, root, inputFiles, copy) => [await archiveInput(names, root, inputFiles, copy)],
    outputOf: archiveOutput,
  })
}

function importAction(streams: Streams, exit: (code: number) => void, variant: ImportVariant) {
  return action<FilesFlags, [string] | []>(streams, exit, async (invocation, flags, ...args) => {
    const plan = planOf(flags, variant.only)
    const report = flags.report === undefined ? undefined : fileOfReport(flags.report)
    using stack = new DisposableStack()
    // Temporary copies of files can contain private data, so they are also removed after a signal.
    stack.defer(endAtSignal(STOP_SIGNALS))
    await using place = await placeOf(invocation.config, flags.dryRun === true)
    const runtime = await openRuntime(place.config, { manner: 'command' })
    try {
      await using copies = new TemporaryCopies()
      await using inputFiles = new InputFiles()
      const { config, output } = invocation
      const names = args.flat()
      const given = streams.in ?? process.stdin
      const { chunks: stdin, copy } = await standardInputOf(names, given, copies, output)
      const inputs = await variant.inputsOf(names, flags.root, inputFiles, copy)
      const file =
        report === undefined ? undefined : await AtomicFile.create(report.path, runtime.context.random)
      try {
        const { context } = runtime
        await yieldToServers(context.store)
        const result = await imported({ context, config, stdin, inputFiles }, inputs, plan, output)
        const { data, archives } = result
        if (file !== undefined && report !== undefined) {
          await file.write(report.render(data, archives))
          await file.commit()
        }
        const { json, lines } = variant.outputOf(data, archives)
        output.result(json, [...lines, ...(report === undefined ? [] : [`Report: ${report.path}`])])
        return exitCode(data, archives, flags)
      } finally {
        await file?.abandon()
      }
    } finally {
      await runtime.close()
    }
  })
}

/** The data directory; for a dry run without a data directory, a temporary directory. */
async function placeOf(
  config: Config,
  isDryRun: boolean,
): Promise<{ readonly config: Config } & AsyncDisposable> {
  const { url, file } = addressOf(config)
  const isMissing = url === '' && statSync(file, { throwIfNoEntry: false }) === undefined
  if (!isDryRun || !isMissing) return { config, [Symbol.asyncDispose]: async () => undefined }
  const folder = await TemporaryFolder.create('dry-run')
  return {
    config: { ...config, data: folder.path },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** The import that the flags describe. @throws {UsageError} */
function planOf(flags: FilesFlags, only: StoredKind | undefined): ImportPlan {
  const { encoding, author, newIds, direction, idOffset, of, kind, newestFirst } = flags
  return {
    only,
    isDryRun: flags.dryRun === true,
    encoding,
    rejects: flags.rejects,
    live: liveOf(flags),
    table: tableOf(flags),
    graph: graphOptions(flags),
    archives: archiveChoices(flags),
    hasStatistics: flags.report !== undefined,
    identity: { only, encoding, author, newIds, direction, idOffset, of, kind, newestFirst },
  }
}

/** Shows the progress of an import. */
class ShownProgress implements ImportWatch {
  readonly #output: Output
  readonly onRecognised: ImportWatch['onRecognised']
  #bar: Progress | undefined

  constructor(output: Output, only: StoredKind | undefined) {
    this.#output = output
    this.onRecognised =
      only === undefined && !output.isJson ? ({ name }, form) => output.note(`${name}: ${form}`) : undefined
  }

  onStage(_stage: string, bytes: number | undefined): void {
    this.#bar?.end()
    this.#bar = this.#output.progress(bytes, 'bytes')
  }

  onBytes(bytes: number): void {
    this.#bar?.to(bytes)
  }

  onIndexing(): void {
    this.#output.note('building indexes')
  }

  end(): void {
    this.#bar?.end()
  }
}

/** Runs the import. @throws {UsageError} for an archive among files of one kind */
async function imported(
  place: ImportPlace,
  inputs: readonly ImportInput[],
  plan: ImportPlan,
  output: Output,
): Promise<ImportResult> {
  const progress = new ShownProgress(output, plan.only)
  try {
    return await runImport(place, inputs, plan, progress)
  } catch (error) {
    throw error instanceof ArchiveUnwanted ? new UsageError(error.message) : error
  } finally {
    progress.end()
  }
}

/** The exit code of an import (spec/odd-values.md#import-exit-codes). */
function exitCode(
  data: ReportData,
  archives: readonly ImportedArchive[],
  { strict }: FilesFlags,
): number | undefined {
  if (data.faults.length > 0) return FAILED
  if (strict === true && data.rejected + rejectedMedia(archives) > 0) return INCOMPLETE
  return isUseless(data, archives) ? INCOMPLETE : undefined
}

/**
 * Number of pictures and videos that were rejected. The posts and messages with rejected pictures and videos are still
 * imported.
 */
function rejectedMedia(archives: readonly ImportedArchive[]): number {
  return archives
    .flatMap(({ report: { media, pictures, profilePictures } }) => [media, pictures, profilePictures])
    .reduce((sum, report) => sum + (report?.rejected ?? 0), 0)
}
