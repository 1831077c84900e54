/** `aviary import …` and `aviary export …`. */
import { Command } from 'commander'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import type { OnUnreadable } from '../../db/read-intact.ts'
import type { Store } from '../../db/store.ts'
import { countUsers } from '../../domain/accounts/every-user.ts'
import type { Context } from '../../domain/context.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { countPosts } from '../../domain/posts/read/every-post.ts'
import { countFollows, exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile, POST_FORMATS, type PostFormat } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { type ArchiveReport, importArchive } from '../../importers/archive/archive.ts'
import { importFollowsFile } from '../../importers/follows.ts'
import type { ImportOptions, ImportReport } from '../../importers/line-import.ts'
import { sizeOf } from '../../importers/lines.ts'
import { importPostsFile } from '../../importers/posts/posts.ts'
import { type RepairCount, repairedParts } from '../../importers/repairs.ts'
import { importUsersFile } from '../../importers/users.ts'
import type { Output, Streams } from '../output.ts'
import { dataAction, existingDataAction, FAILED, standardCommand, UsageError } from '../run.ts'
import { interruptible } from '../signals.ts'
import { UnreadableItems } from '../unreadable-items.ts'
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

/** Posts a second. */
const RATE_USUAL = '10'
const RATE_LARGEST = 10_000

interface ImportEntry {
  readonly name: string
  /** What a file holds. */
  readonly what: string
  readonly noun: string
  readonly work: ImportFile
  readonly flags?: (command: Command) => Command
}

const IMPORTS: readonly ImportEntry[] = [
  {
    name: 'follows',
    what: 'Follow edges, "follower followee" per line, oldest first',
    noun: 'edges',
    work: importFollowsFile,
  },
  {
    name: 'users',
    what: 'Users with their profiles, a v1.1 user object per line; users that exist become what the file says',
    noun: 'users',
    work: importUsersFile,
  },
  {
    name: 'posts',
    what: 'Posts with their authors and the posts they refer to, a v1.1 or v2 post object per line or a list of them',
    noun: 'posts',
    work: (context, file, options, flags) =>
      importPostsFile(context, file, { ...options, live: liveOf(flags) }),
    flags: (command) =>
      command
        .option('--live', 'Publish what is new to streams and webhooks as if it were just written')
        .option('--rate <N>', `Posts a second with --live, usually ${RATE_USUAL}`),
  },
]

function liveOf({ live, rate }: ImportFlags): { readonly rate: number } | undefined {
  if (live !== true && rate !== undefined) throw new UsageError('--rate goes with --live')
  if (live !== true) return undefined
  const number = Number(rate ?? RATE_USUAL)
  if (number > 0 && number <= RATE_LARGEST) return { rate: number }
  throw new UsageError(`--rate takes a number above 0 and up to ${RATE_LARGEST}, not ${JSON.stringify(rate)}`)
}

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('import').description('Load data from files.')
  for (const { name, what, noun, work, flags = (plain: Command) => plain } of IMPORTS) {
    command.addCommand(
      flags(
        standardCommand(
          name,
          `${what}; gzip is accepted. An interrupted import goes on when it is run again.`,
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
                tell(output, report, noun)
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
  const what =
    'The archive that a person downloads: profile, posts, follows, likes and messages; a zip file, or a directory'
  return withArchiveFlags(
    standardCommand('archive', `${what}. An interrupted import goes on when it is run again.`),
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
            // Most likes are of posts that are not here, so one kind may well come to nothing.
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

/** Whether nothing at all in the file was what it should be. */
function isUseless({ imported, skipped, rejected }: ImportReport): boolean {
  return rejected > 0 && imported + skipped === 0
}

function tell(output: Output, report: ImportReport, noun: string): void {
  output.result(summary(report), linesOf(report, noun))
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

/** Kinds that are told to people; with `--json` there are all. */
const TOLD_KINDS = 20

/** What was repaired, the most frequent first. */
function repairLinesOf(repairs: readonly RepairCount[]): string[] {
  if (repairs.length === 0) return []
  const sorted = repairs.toSorted((one, other) => other.count - one.count)
  const rest = sorted.length - TOLD_KINDS
  return [
    `Repaired or left out ${repairedParts(repairs)} values that were not as they should be:`,
    ...sorted
      .slice(0, TOLD_KINDS)
      .map(
        ({ path, fault, count, lines }) =>
          `  ${count} of ${path}: ${fault} (first in line ${lines.join(', ')})`,
      ),
    ...(rest > 0 ? [`  and ${rest} more kinds`] : []),
  ]
}

function linesOf(report: ImportReport, noun: string): string[] {
  const { read, imported, skipped, rejected, heldBack = 0, rejects, resumedAfter } = report
  const held = heldBack === 0 ? '' : `, ${heldBack} held back`
  return [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} there already, ${rejected} rejected${held}.`,
    ...(resumedAfter > 0 ? [`Went on after line ${resumedAfter}, where an earlier run had ended.`] : []),
    ...(rejects === undefined ? [] : [`What was rejected, and why: ${rejects}`]),
    ...repairLinesOf(report.repairs),
  ]
}

type ExportFile = (
  store: Store,
  file: string,
  options: {
    readonly onRows: (rows: number) => void
    readonly onUnreadable: OnUnreadable
    readonly signal: AbortSignal
  },
  flags: ExportFlags,
) => Promise<number>

interface ExportFlags extends Record<string, unknown> {
  readonly format?: string
}

interface ExportEntry {
  readonly name: string
  readonly what: string
  readonly noun: string
  readonly count: (store: Store) => Promise<number>
  readonly work: ExportFile
  readonly flags?: (command: Command) => Command
}

/** @throws {UsageError} with the formats there are */
function formatOf({ format = 'v1.1' }: ExportFlags): PostFormat {
  const known = POST_FORMATS.find((name) => name === format)
  if (known !== undefined) return known
  throw new UsageError(`--format takes ${POST_FORMATS.join(' or ')}, not ${JSON.stringify(format)}`)
}

const EXPORTS: readonly ExportEntry[] = [
  {
    name: 'follows',
    what: 'Every follow edge, oldest first; compressed when the name ends in .gz.',
    noun: 'edges',
    count: countFollows,
    work: (store, file, { onRows, signal }) => exportFollowsFile(store, file, { onEdges: onRows, signal }),
  },
  {
    name: 'users',
    what: 'Every user who is not deactivated, as a v1.1 user object per line; compressed when the name ends in .gz.',
    noun: 'users',
    count: countUsers,
    work: (store, file, { onRows, onUnreadable, signal }) =>
      exportUsersFile(store, file, { onUsers: onRows, onUnreadable, signal }),
  },
  {
    name: 'posts',
    what: 'Every post that is shown, an object per line; compressed when the name ends in .gz.',
    noun: 'posts',
    count: countPosts,
    work: (store, file, { onRows, onUnreadable, signal }, flags) =>
      exportPostsFile(store, file, { format: formatOf(flags), onPosts: onRows, onUnreadable, signal }),
    flags: (command) =>
      command.option(
        '--format <NAME>',
        'v1.1: post objects in their extended form (usual); v2: answers of the second generation, {data, includes}',
      ),
  },
]

export function exportCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('export').description('Write data to files, as import reads them.')
  for (const { name, what, noun, count, work, flags = (plain: Command) => plain } of EXPORTS) {
    command.addCommand(
      flags(standardCommand(name, what))
        .argument('<file>', 'A file that does not exist yet')
        .action(
          existingDataAction<ExportFlags, [string]>(
            streams,
            exit,
            async ({ store }, { output }, options, file) => {
              const bar = output.progress(output.showsProgress ? await count(store) : 0, noun)
              const unreadable = new UnreadableItems()
              const { onUnreadable } = unreadable
              try {
                const exported = await interruptible((signal) =>
                  work(store, file, { onRows: (rows) => bar.to(rows), onUnreadable, signal }, options),
                )
                bar.end()
                output.result({ exported, ...unreadable.members }, [
                  `Wrote ${exported} ${noun} to ${file}.`,
                  ...unreadable.linesOf(noun),
                ])
                return unreadable.count > 0 ? FAILED : undefined
              } finally {
                bar.end()
              }
            },
          ),
        ),
    )
  }
  return command
}
