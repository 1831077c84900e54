/** `aviary import …`. */
import { Command } from 'commander'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import type { Context } from '../../domain/context.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { sizeOf } from '../../files/lines.ts'
import { type ArchiveReport, importArchive } from '../../importers/archive/archive.ts'
import { importFollowsFile } from '../../importers/follows.ts'
import type { ImportOptions, ImportReport } from '../../importers/line-import.ts'
import { importPostsFile } from '../../importers/posts/posts.ts'
import { type RepairCount, repairedParts } from '../../importers/repairs.ts'
import { importUsersFile } from '../../importers/users.ts'
import type { Streams } from '../output.ts'
import { dataAction, FAILED, standardCommand, UsageError } from '../run.ts'
import {
  type ArchiveFlags,
  leftOutLines,
  leftOutMembers,
  privacyOf,
  withArchiveFlags,
} from './import-archive.ts'

interface ImportFlags extends Record<string, unknown> {
  readonly live?: boolean
  readonly rate?: string
}

type ImportFile = (
  context: Context,
  file: string,
  options: ImportOptions,
  flags: ImportFlags,
) => Promise<ImportReport>

/** Posts per second. */
const DEFAULT_RATE = '10'
const MAX_RATE = 10_000

interface ImportEntry {
  readonly name: string
  /** The content of a file, for the help text. */
  readonly description: string
  readonly noun: string
  readonly work: ImportFile
  readonly flags?: (command: Command) => Command
}

const IMPORTS: readonly ImportEntry[] = [
  {
    name: 'follows',
    description: 'Import follows: one "follower followee" per line, oldest first',
    noun: 'edges',
    work: importFollowsFile,
  },
  {
    name: 'users',
    description: 'Import users: one v1.1 user object per line; existing users are updated',
    noun: 'users',
    work: importUsersFile,
  },
  {
    name: 'posts',
    description:
      'Import posts, with their authors and the posts they refer to: one v1.1 or v2 post object per line, or a JSON array',
    noun: 'posts',
    work: (context, file, options, flags) =>
      importPostsFile(context, file, { ...options, live: liveOf(flags) }),
    flags: (command) =>
      command
        .option('--live', 'Send new posts to streams and webhooks, as if they had just been written')
        .option('--rate <N>', `Posts per second with --live (default: ${DEFAULT_RATE})`),
  },
]

function liveOf({ live, rate }: ImportFlags): { readonly rate: number } | undefined {
  if (live !== true && rate !== undefined) throw new UsageError('--rate needs --live')
  if (live !== true) return undefined
  const number = Number(rate ?? DEFAULT_RATE)
  if (number > 0 && number <= MAX_RATE) return { rate: number }
  throw new UsageError(`--rate takes a number above 0 and up to ${MAX_RATE}, not ${JSON.stringify(rate)}`)
}

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('import').description('Import data from files.')
  for (const { name, description, noun, work, flags = (unchanged: Command) => unchanged } of IMPORTS) {
    command.addCommand(
      flags(
        standardCommand(
          name,
          `${description}. The file may be gzipped. Run an interrupted import again to resume it.`,
        ),
      )
        .argument('<file>')
        .action(
          dataAction<ImportFlags, [string]>(
            streams,
            exit,
            async ({ context }, { config, output }, options, file) => {
              const bar = output.progress(sizeOf(file), 'bytes')
              try {
                const report = await work(
                  context,
                  file,
                  { data: config.data, onBytes: (bytes) => bar.to(bytes) },
                  options,
                )
                await context.store.analyze()
                bar.end()
                output.result(summary(report), linesOf(report, noun))
                return isUseless(report) ? FAILED : undefined
              } finally {
                bar.end()
              }
            },
          ),
        ),
    )
  }
  return command.addCommand(archiveCommand(streams, exit))
}

function archiveCommand(streams: Streams, exit: (code: number) => void): Command {
  const description =
    'Import the archive that a user downloads, a zip file or a directory: profile, posts, follows, likes and messages'
  return withArchiveFlags(
    standardCommand('archive', `${description}. Run an interrupted import again to resume it.`),
  )
    .argument('<file>')
    .action(
      dataAction<ArchiveFlags, [string]>(
        streams,
        exit,
        async ({ context }, { config, output }, flags, file) => {
          let bar = output.progress(0, 'bytes')
          const blobs = openBlobs(config)
          const media = openMedia({
            blobs,
            stagingDirectory: stagingDirectory(config),
            quotaMib: config.media_quota_mib,
            random: context.random,
          })
          try {
            const report = await importArchive(context, file, {
              ...privacyOf(flags),
              data: config.data,
              media,
              onSize: (bytes) => {
                bar = output.progress(bytes, 'bytes')
              },
              onBytes: (bytes) => bar.to(bytes),
            })
            await context.store.analyze()
            bar.end()
            output.result({ ...summaries(report.kinds), ...leftOutMembers(report) }, [
              ...Object.entries(report.kinds).flatMap(([kind, one]) => linesOf(one, kind)),
              ...leftOutLines(report),
            ])
            // Most likes are of posts that this server does not have, so one kind may have no imports.
            const results = Object.values(report.kinds)
            return results.every(isUseless) && results.length > 0 ? FAILED : undefined
          } finally {
            bar.end()
            await blobs.close()
          }
        },
      ),
    )
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

/** Kinds of repairs in the text output; `--json` has all. */
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
