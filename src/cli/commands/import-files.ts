/** `aviary import FILE…`: options, output and exit code. */
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { addressOf } from '../../db/open.ts'
import type { Context } from '../../domain/context.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import { InputFiles } from '../../importers/archive/input/input-files.ts'
import { archivesByAccount } from '../../importers/archive/same-account.ts'
import { importFiles } from '../../importers/files/import-files.ts'
import { findInputs, fingerprintOfInputs, type ImportInput } from '../../importers/files/inputs.ts'
import { StatisticsCollector } from '../../importers/files/statistics.ts'
import type { TableOptions } from '../../importers/items.ts'
import { isUseless, type ReportData, reportData } from '../../importers/report/report-data.ts'
import type { StoredKind } from '../../importers/store-batch.ts'
import { AtomicFile } from '../../lib/atomic-file.ts'
import { openRuntime } from '../../runtime.ts'
import { FAILED, INCOMPLETE } from '../exit-codes.ts'
import type { Output, Streams } from '../output.ts'
import { action, type Invocation, idArgument, UsageError } from '../run.ts'
import { DryRunCopy } from './dry-run-copy.ts'
import { type ArchiveFlags, importArchiveAt, withoutRejects } from './import-archive.ts'
import { type EdgeFlags, graphOptions, withEdgeFlags } from './import-edges.ts'
import { archiveLines, archiveMembers, reportLines } from './import-output.ts'
import { fileOfReport } from './import-report.ts'

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

/** Posts per second. */
const DEFAULT_RATE = '10'
const MAX_RATE = 10_000

export function withFileFlags(command: Command): Command {
  return withEdgeFlags(command)
    .option('--dry-run', 'Read and check everything, and write nothing; report and exit code are the same')
    .option('--strict', 'Exit with 3 when anything was rejected')
    .option('--rejects <FILE>', 'File for rejected objects (default: a file in the data directory)')
    .option('--report <FILE>', 'Write a report as a page (.html) or as data (.json)')
    .option('--author <ID>', 'Author of the posts in tables without an author')
    .option('--new-ids', 'Make ids for rows of tables whose ids a spreadsheet has rounded')
    .addOption(
      new Option('--encoding <NAME>', 'Encoding of bytes that are not UTF-8').choices(['windows-1252']),
    )
}

export function withLiveFlags(command: Command): Command {
  return command
    .option('--live', 'Send new posts to streams and webhooks, as if they had just been written')
    .option('--rate <N>', `Posts per second with --live (default: ${DEFAULT_RATE})`)
}

function liveOf({ live, rate }: FilesFlags): { readonly rate: number } | undefined {
  if (live !== true && rate !== undefined) throw new UsageError('--rate needs --live')
  if (live !== true) return undefined
  const number = Number(rate ?? DEFAULT_RATE)
  if (number > 0 && number <= MAX_RATE) return { rate: number }
  throw new UsageError(`--rate takes a number above 0 and up to ${MAX_RATE}, not ${JSON.stringify(rate)}`)
}

function tableOf(flags: FilesFlags): TableOptions {
  const { author, newIds } = flags
  return {
    ...(author === undefined ? {} : { author: idArgument(author, '--author') }),
    ...(newIds === true ? { newIds } : {}),
  }
}

/** The action of an import of files. @param only the kind that is imported; undefined for all */
export function filesAction(streams: Streams, exit: (code: number) => void, only?: StoredKind) {
  return action<FilesFlags, [string] | []>(streams, exit, async (invocation, flags, ...args) => {
    const names = args.flat()
    liveOf(flags)
    tableOf(flags)
    graphOptions(flags)
    const report = flags.report === undefined ? undefined : fileOfReport(flags.report)
    await using place = await placeOf(invocation.config, flags.dryRun === true)
    const runtime = await openRuntime(place.config, { manner: 'command' })
    try {
      await using inputFiles = new InputFiles()
      const inputs = await archivesByAccount(await findInputs(names), flags.root, inputFiles)
      const file =
        report === undefined ? undefined : await AtomicFile.create(report.path, runtime.context.random)
      try {
        const { data, archives } = await importInputs(
          runtime.context,
          inputs,
          { ...invocation, inputFiles },
          flags,
          only,
        )
        if (file !== undefined && report !== undefined) {
          await file.write(report.render(data, archives))
          await file.commit()
        }
        const [fault] = data.faults
        if (data.objects === 0 && archives.length === 0 && fault !== undefined) {
          throw new FileUnreadable(`${fault.place}: ${shownName(fault.reason)}; nothing was imported`)
        }
        const { output } = invocation
        output.result({ ...data, ...archiveMembers(archives) }, [
          ...(data.read === 0 && data.faults.length === 0 && archives.length > 0
            ? []
            : reportLines(data, only ?? 'objects')),
          ...archiveLines(archives),
          ...(report === undefined ? [] : [`Report: ${report.path}`]),
        ])
        return exitCode(data, archives, flags)
      } finally {
        await file?.abandon()
      }
    } finally {
      await runtime.close()
    }
  })
}

/** The data directory; a temporary one for a dry run without data. */
async function placeOf(
  config: Config,
  isDryRun: boolean,
): Promise<{ readonly config: Config } & AsyncDisposable> {
  const { url, file } = addressOf(config)
  const isMissing = url === '' && statSync(file, { throwIfNoEntry: false }) === undefined
  if (!isDryRun || !isMissing) return { config, [Symbol.asyncDispose]: async () => undefined }
  const data = await mkdtemp(join(tmpdir(), 'aviary-dry-run-'))
  return {
    config: { ...config, data },
    [Symbol.asyncDispose]: () => rm(data, { recursive: true, force: true }),
  }
}

async function importInputs(
  context: Context,
  inputs: readonly ImportInput[],
  { config, output, streams, inputFiles }: Invocation & { readonly inputFiles: InputFiles },
  flags: FilesFlags,
  only: StoredKind | undefined,
): Promise<{ readonly data: ReportData; readonly archives: readonly ImportedArchive[] }> {
  const { encoding, rejects } = flags
  const isDryRun = flags.dryRun === true
  const archives: ImportedArchive[] = []
  let copy: DryRunCopy | undefined
  const size = inputs.reduce((sum, input) => sum + input.size, 0)
  const fingerprint = isDryRun
    ? undefined
    : await checked(output, inputs, size, {
        only,
        encoding,
        author: flags.author,
        newIds: flags.newIds,
        direction: flags.direction,
        idOffset: flags.idOffset,
        of: flags.of,
        kind: flags.kind,
        newestFirst: flags.newestFirst,
      })
  const statistics = flags.report === undefined ? undefined : new StatisticsCollector()
  const bar = output.progress(size, 'bytes')
  try {
    const report = await importFiles(context, inputs, fingerprint, {
      data: config.data,
      stdin: streams.in ?? process.stdin,
      only,
      isDryRun,
      encoding,
      rejects,
      live: liveOf(flags),
      table: tableOf(flags),
      graph: graphOptions(flags),
      statistics,
      onBytes: (bytes) => bar.to(bytes),
      onIndexing: () => output.note('building indexes'),
      ...(only === undefined && !output.isJson
        ? { onRecognised: ({ name }, form) => output.note(`${name}: ${form}`) }
        : {}),
      importArchive: async (input) => {
        if (only !== undefined)
          throw new UsageError(`${input.name} is a personal archive; import it with "aviary import archive"`)
        copy ??= isDryRun ? await DryRunCopy.open(config) : undefined
        const place = { context: copy?.runtime.context ?? context, config: copy?.config ?? config }
        const report = await importArchiveAt(
          place.context,
          place.config,
          [input, ...(input.others ?? [])],
          flags,
          { inputFiles },
        )
        archives.push({ name: input.name, report: isDryRun ? withoutRejects(report) : report })
      },
    })
    if (!isDryRun) await context.store.analyze()
    return { data: reportData({ ...report, isDryRun, statistics: statistics?.result }), archives }
  } finally {
    await copy?.[Symbol.asyncDispose]()
    bar.end()
  }
}

/** The fingerprint of the inputs, which reads all of them. */
async function checked(
  output: Output,
  inputs: readonly ImportInput[],
  size: number,
  options: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const bar = output.progress(size, 'bytes')
  try {
    return await fingerprintOfInputs(inputs, options, (bytes) => bar.to(bytes))
  } finally {
    bar.end()
  }
}

/** @returns the exit code (spec/odd-values.md#import-exit-codes) */
function exitCode(
  data: ReportData,
  archives: readonly ImportedArchive[],
  { strict }: FilesFlags,
): number | undefined {
  if (data.faults.length > 0) return FAILED
  if (strict === true && data.rejected > 0) return INCOMPLETE
  return archives.length === 0 && isUseless(data) ? INCOMPLETE : undefined
}
