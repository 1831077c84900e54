/**
 * Imports files and archives (spec/data-files.md#import). The command `aviary import` and the console use this code.
 */
import type { Config } from '../../config.ts'
import type { Context } from '../../domain/context.ts'
import type { FallbackEncoding } from '../../files/decode.ts'
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import type { InputFiles } from '../../importers/archive/input/input-files.ts'
import { importFiles } from '../../importers/files/import-files.ts'
import { fingerprintOfInputs, type ImportInput } from '../../importers/files/inputs.ts'
import { StatisticsCollector } from '../../importers/files/statistics.ts'
import type { GraphOptions } from '../../importers/graph/edge-value.ts'
import type { StoredKind, TableOptions } from '../../importers/items.ts'
import { type ReportData, reportData } from '../../importers/report/report-data.ts'
import { type ArchiveChoices, importArchiveAt, withoutRejects } from './archive-import.ts'
import { DryRunCopy } from './dry-run-copy.ts'

/** The choices of an import. */
export interface ImportPlan {
  /** The only kind to import; undefined for all kinds. */
  readonly only: StoredKind | undefined
  readonly isDryRun: boolean
  readonly encoding?: FallbackEncoding | undefined
  /** Path of the file for rejected objects; by default a file in the data directory. */
  readonly rejects?: string | undefined
  readonly live?: { readonly rate: number } | undefined
  readonly table?: TableOptions
  readonly graph?: GraphOptions
  readonly archives: ArchiveChoices
  /** True to collect the statistics for a report. */
  readonly hasStatistics: boolean
  /**
   * Options that identify an import, by the names of the command line options. An interrupted import resumes only
   * with the same values.
   */
  readonly identity: Readonly<Record<string, unknown>>
}

/** Receives the progress of an import. */
export interface ImportWatch {
  /**
   * Called at the beginning of a stage, and before and after each archive, whose bytes are counted separately. The
   * first stage reads all files to recognise an interrupted import; a dry run has no first stage. The second stage
   * imports the files.
   * @param bytes total size of the files or of the archive; undefined if standard input is one of the files
   */
  onStage(stage: 'checking' | 'importing', bytes: number | undefined): void
  /**
   * Called with the number of bytes of the stage so far. The function may throw an error to end the import; batches
   * that are already stored stay in the database.
   */
  onBytes(bytes: number): void
  onIndexing(): void
  /** Called once for each input, after its first values were recognised. */
  onRecognised?: ((input: ImportInput, forms: string) => void) | undefined
}

/** Results of an import. */
export interface ImportResult {
  readonly data: ReportData
  readonly archives: readonly ImportedArchive[]
}

/** The context, the settings and the inputs that an import uses. */
export interface ImportPlace {
  readonly context: Context
  readonly config: Config
  readonly stdin: AsyncIterable<Buffer>
  readonly inputFiles: InputFiles
}

/** Thrown when an import of one kind of objects has an archive among its files. */
export class ArchiveUnwanted extends Error {
  override readonly name = 'ArchiveUnwanted'

  constructor(name: string) {
    super(`${name} is a personal archive; import it with "aviary import archive"`)
  }
}

/**
 * Imports the inputs in order.
 * @throws {ArchiveUnwanted}
 * @throws {FileUnreadable} when no input was readable
 * @throws {ImportRunsElsewhere}
 * @throws {ClockUnusable}
 */
export async function runImport(
  { context, config, stdin, inputFiles }: ImportPlace,
  inputs: readonly ImportInput[],
  plan: ImportPlan,
  watch: ImportWatch,
): Promise<ImportResult> {
  const { only, isDryRun, hasStatistics, identity, archives: choices, ...options } = plan
  const unwanted = only === undefined ? undefined : inputs.find(({ is }) => is === 'archive')
  if (unwanted !== undefined) throw new ArchiveUnwanted(unwanted.name)
  await using copies = new AsyncDisposableStack()
  let copy: DryRunCopy | undefined
  const isUnsized = inputs.some(({ is }) => is === 'stdin')
  const size = isUnsized ? undefined : inputs.reduce((sum, input) => sum + input.size, 0)
  const fingerprint = isDryRun ? undefined : await checked(inputs, size, identity, watch)
  const statistics = hasStatistics ? new StatisticsCollector() : undefined
  watch.onStage('importing', size)
  const report = await importFiles(context, inputs, fingerprint, {
    ...options,
    ...{ data: config.data, stdin, only, isDryRun, statistics },
    onBytes: (bytes) => watch.onBytes(bytes),
    onIndexing: () => watch.onIndexing(),
    ...(watch.onRecognised === undefined ? {} : { onRecognised: watch.onRecognised }),
    importArchive: async (input, rejects) => {
      if (isDryRun && copy === undefined) copy = copies.use(await DryRunCopy.open(config))
      const place = { context: copy?.runtime.context ?? context, config: copy?.config ?? config }
      const parts = [input, ...(input.others ?? [])]
      const report = await importArchiveAt(place.context, place.config, parts, choices, {
        inputFiles,
        rejects,
        ...(statistics === undefined ? {} : { onPosts: (posts) => statistics.add(posts) }),
        onSize: (bytes) => watch.onStage('importing', bytes),
        onBytes: (bytes) => watch.onBytes(bytes),
      })
      // From this point on, progress counts the bytes of all inputs again.
      watch.onStage('importing', size)
      return isDryRun ? withoutRejects(report) : report
    },
  })
  if (!isDryRun) await context.store.analyze()
  const data = reportData({ ...report, isDryRun, statistics: statistics?.result })
  return { data, archives: report.tally.state.archives }
}

/** The fingerprint of the inputs. Computing it reads all inputs. */
function checked(
  inputs: readonly ImportInput[],
  size: number | undefined,
  identity: ImportPlan['identity'],
  watch: ImportWatch,
): Promise<string | undefined> {
  watch.onStage('checking', size)
  return fingerprintOfInputs(inputs, identity, (bytes) => watch.onBytes(bytes))
}
