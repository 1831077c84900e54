/** `aviary import …`. */
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { ArchiveReport } from '../../importers/archive/archive-report.ts'
import type { StoredKind } from '../../importers/items.ts'
import type { ImportReport } from '../../importers/line-import.ts'
import { type RepairCount, repairedParts } from '../../importers/repairs.ts'
import { openRuntime } from '../../runtime.ts'
import { importArchiveAt, withoutRejects } from '../../transfers/imports/archive-import.ts'
import { leftOutLines, leftOutMembers } from '../../transfers/imports/archive-output.ts'
import { DryRunCopy } from '../../transfers/imports/dry-run-copy.ts'
import { FAILED, INCOMPLETE } from '../exit-codes.ts'
import type { Streams } from '../output.ts'
import { action, type Invocation, standardCommand } from '../run.ts'
import { type ArchiveFlags, archiveChoices, withArchiveFlags } from './import-archive.ts'
import { withEdgeFlags } from './import-edges.ts'
import { filesAction, withFileFlags, withLiveFlags, withTableFlags } from './import-files.ts'

interface ImportEntry {
  readonly name: StoredKind
  /** The content of a file, for the help text. */
  readonly description: string
  /** Adds the options of this kind alone. */
  readonly flags: (command: Command) => Command
}

const IMPORTS: readonly ImportEntry[] = [
  {
    name: 'users',
    description: 'Import users; existing users are updated',
    flags: (command) => command,
  },
  {
    name: 'posts',
    description: 'Import posts, with their authors and the posts they refer to',
    flags: (command) => withLiveFlags(withTableFlags(command)),
  },
  {
    name: 'follows',
    description:
      'Import follows: one "follower followee" per line, oldest first, also tables, SNAP, KONECT and MatrixMarket files, and lists of one user',
    flags: withEdgeFlags,
  },
]

const FORMS =
  'Files are recognised by their content: JSON lines, lists and pages of v1.1 and v2, CSV tables, recorded streams, in gzip, bzip2, zstd, zip or tar'
const RESUMES = 'Run an interrupted import again to resume it'

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const description = `Import data from files, folders and personal archives. ${FORMS}. ${RESUMES}.`
  const command = [withFileFlags, withTableFlags, withEdgeFlags, withArchiveFlags, withLiveFlags]
    .reduce((made, addFlags) => addFlags(made), standardCommand('import', description))
    .argument('<files...>', 'Files, folders, patterns such as "*.json.gz", or - for standard input')
    .action(filesAction(streams, exit))
  for (const { name, description, flags } of IMPORTS) {
    command.addCommand(
      flags(withFileFlags(standardCommand(name, `${description}. ${FORMS}. ${RESUMES}.`)))
        .argument('<files...>')
        .action(filesAction(streams, exit, name)),
    )
  }
  return command.addCommand(archiveCommand(streams, exit))
}

function archiveCommand(streams: Streams, exit: (code: number) => void): Command {
  const description =
    'Import the archive that a user downloads, a zip file or a directory, or several of one account: profile, posts, follows, likes and messages'
  return withArchiveFlags(
    standardCommand('archive', `${description}. Run an interrupted import again to resume it.`),
  )
    .option('--dry-run', 'Read and check everything in a copy of the data, and write nothing')
    .argument('<files...>')
    .action(action<ArchiveFlags, [string] | []>(streams, exit, runArchive))
}

async function runArchive(
  { config, output }: Invocation,
  flags: ArchiveFlags,
  ...args: readonly (string | readonly string[])[]
): Promise<number | undefined> {
  const files = args.flat()
  const isDryRun = flags.dryRun === true
  await using data = isDryRun ? await DryRunCopy.open(config) : await openData(config)
  let bar = output.progress(0, 'bytes')
  try {
    const report = await importArchiveAt(data.runtime.context, data.config, files, archiveChoices(flags), {
      onSize: (bytes) => {
        bar = output.progress(bytes, 'bytes')
      },
      onBytes: (bytes) => bar.to(bytes),
    })
    if (!isDryRun) await data.runtime.store.analyze()
    bar.end()
    const { kinds } = isDryRun ? withoutRejects(report) : report
    output.result({ ...summaries(kinds), ...leftOutMembers(report) }, [
      ...Object.entries(kinds).flatMap(([kind, one]) => linesOf(one, kind.replaceAll('_', ' '))),
      ...leftOutLines(report),
    ])
    if (report.faults.length > 0) return FAILED
    // A kind may have no report, for example followers in an archive without followers.
    const results = Object.values(kinds)
    return results.every(isUseless) && results.length > 0 ? INCOMPLETE : undefined
  } finally {
    bar.end()
  }
}

async function openData(config: Config) {
  const runtime = await openRuntime(config, { manner: 'command' })
  return { runtime, config, [Symbol.asyncDispose]: () => runtime.close() }
}

function summaries(kinds: ArchiveReport['kinds']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kinds).map(([kind, one]) => [kind, summary(one)]))
}

/** True when every item of the file was rejected. */
function isUseless({ imported, skipped, rejected }: ImportReport): boolean {
  return rejected > 0 && imported + skipped === 0
}

function summary(report: ImportReport): Record<string, unknown> {
  const { read, imported, skipped, rejected, heldBack, rejects, repairs } = report
  return {
    read,
    imported,
    skipped,
    rejected,
    ...(heldBack === undefined ? {} : { held_back: heldBack }),
    ...(repairs.length === 0 ? {} : { repaired: repairedParts(repairs), repairs }),
    ...(rejects === undefined ? {} : { rejects }),
  }
}

/** Maximum kinds of repairs in the text output; `--json` has all. */
const MAX_SHOWN_KINDS = 20
function repairLinesOf(repairs: readonly RepairCount[]): string[] {
  if (repairs.length === 0) return []
  const sorted = repairs.toSorted((one, other) => other.count - one.count)
  const rest = sorted.length - MAX_SHOWN_KINDS
  return [
    `Repaired or dropped ${repairedParts(repairs)} invalid values:`,
    ...sorted
      .slice(0, MAX_SHOWN_KINDS)
      .map(
        ({ path, fault, count, lines }) =>
          `  ${count} of ${path}: ${fault} (first in line ${lines.join(', ')})`,
      ),
    ...(rest > 0 ? [`  and ${rest} more kinds`] : []),
  ]
}

function linesOf(report: ImportReport, noun: string): string[] {
  const { read, imported, skipped, rejected, heldBack = 0, rejects, resumedAfter } = report
  const heldBackPart = heldBack === 0 ? '' : `, ${heldBack} held back`
  return [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} already present, ${rejected} rejected${heldBackPart}.`,
    ...(resumedAfter > 0 ? [`Resumed after line ${resumedAfter}, where an earlier run stopped.`] : []),
    ...(rejects === undefined ? [] : [`Rejected lines, with reasons: ${rejects}`]),
    ...repairLinesOf(report.repairs),
  ]
}
