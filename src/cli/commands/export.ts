/** `aviary export …`. */
import { Command } from 'commander'
import type { OnUnreadable } from '../../db/read-intact.ts'
import { countUsers } from '../../domain/accounts/every-user.ts'
import { countEdges } from '../../domain/graph/every-edge.ts'
import { countPosts } from '../../domain/posts/read/every-post.ts'
import type { ExportTarget, WriteOptions } from '../../exporters/file.ts'
import { exportFollowsFile, FOLLOWS_FORMATS } from '../../exporters/follows.ts'
import { exportPostsFile, POST_FORMATS } from '../../exporters/posts.ts'
import { exportUsersFile, USER_FORMATS } from '../../exporters/users.ts'
import type { Runtime } from '../../runtime.ts'
import {
  readSelection,
  type SelectionFlags,
  SelectionInvalid,
} from '../../transfers/exports/post-selection.ts'
import { FAILED } from '../exit-codes.ts'
import type { Output, Streams } from '../output.ts'
import { existingDataAction, noteRenamed, standardCommand, UsageError } from '../run.ts'
import { interruptible } from '../signals.ts'
import { UnreadableItems } from '../unreadable-items.ts'

interface ExportFlags extends SelectionFlags {
  readonly format?: string
  readonly dryRun?: boolean
  readonly noteTweet?: boolean
}

interface ExportCall {
  readonly runtime: Runtime
  readonly target: ExportTarget
  readonly flags: ExportFlags
  /**
   * Starts a progress bar, unless the output is JSON.
   * @param count a function that returns the total number of rows
   */
  readonly startProgress: (count: () => Promise<number>) => Promise<void>
  /** Called with the number of rows that are written. */
  readonly onRows: (rows: number) => void
  readonly onUnreadable: OnUnreadable
  readonly writing: WriteOptions
}

interface Exported {
  /** Number of rows. */
  readonly exported: number
  /** Number of posts left out because their authors are protected. */
  readonly left_out_protected?: number
  /** Number of texts that the csv format cannot represent exactly. */
  readonly ambiguous_texts?: number
}

interface ExportEntry {
  readonly name: string
  readonly description: string
  readonly noun: string
  /** The accepted formats; the first format is the default. */
  readonly formats: readonly string[]
  /** Sentences about the formats, for the help text. */
  readonly formatHelp: string
  /** For each format: a sentence about the data that the format leaves out (spec/exports.md#csv-losses). */
  readonly losses?: Readonly<Record<string, string>>
  readonly work: (call: ExportCall) => Promise<Exported>
  readonly flags?: (command: Command) => Command
}

const EXPORTS: readonly ExportEntry[] = [
  {
    name: 'follows',
    description: 'Export the follows between users who are not deactivated, oldest first.',
    noun: 'edges',
    formats: FOLLOWS_FORMATS,
    formatHelp: 'text: "follower followee"; csv: with that header',
    async work({ runtime, target, flags, startProgress, onRows: onEdges, writing }) {
      const format = formatOf(FOLLOWS_FORMATS, flags)
      const includesProtected = flags.includeProtected === true
      const { store } = runtime
      await startProgress(() => countEdges(store))
      return {
        exported: await exportFollowsFile(store, target, { format, includesProtected, onEdges, ...writing }),
      }
    },
    flags: (command) =>
      command.option('--include-protected', 'Also follows between two protected users, which are private'),
  },
  {
    name: 'users',
    description: 'Export all users except deactivated ones.',
    noun: 'users',
    formats: USER_FORMATS,
    formatHelp:
      'v1: v1.1 user objects, one per line; v2: responses of API v2 with 100 users; csv: the columns of twarc-csv',
    losses: {
      csv: 'csv does not carry short links, banners, colours and suspensions of users; v1 does.',
    },
    async work({ runtime, target, flags, startProgress, onRows: onUsers, onUnreadable, writing }) {
      const format = formatOf(USER_FORMATS, flags)
      const { store } = runtime
      await startProgress(() => countUsers(store))
      return { exported: await exportUsersFile(store, target, { format, onUsers, onUnreadable, ...writing }) }
    },
  },
  {
    name: 'posts',
    description: 'Export posts in the order of their ids.',
    noun: 'posts',
    formats: POST_FORMATS,
    formatHelp:
      'v1: extended v1.1 objects; v2: responses of API v2, {data, includes}; v2-flat: as twarc2 flatten; csv: the columns of twarc-csv; ids: one per line; parquet: the columns of csv',
    losses: {
      csv: 'csv does not carry ids of mentions, short links of profiles, texts shown for links, and private figures; v1 and v2 do (docs/exports.md).',
    },
    work: exportPosts,
    flags: (command) =>
      command
        .option(
          '--query <RULE>',
          'Only posts that match a rule of the filtered stream, such as "cats has:images"',
        )
        .option('--since <TIME>', 'Only posts as of a day, a time or a post id, inclusive')
        .option('--until <TIME>', 'Only posts before a day, a time or a post id')
        .option('--author <USER>', 'Only posts of a user, by screen name or id')
        .option('--include-protected', 'Also posts of protected users')
        .option(
          '--note-tweet',
          'With v2-flat: add note_tweet to long posts, whose text is whole in any case',
        ),
  },
]

async function exportPosts(call: ExportCall): Promise<Exported> {
  const { runtime, target, flags, startProgress, onRows: onRead, onUnreadable, writing } = call
  const format = formatOf(POST_FORMATS, flags)
  const hasNotes = flags.noteTweet === true
  if (hasNotes && format !== 'v2-flat') throw new UsageError('--note-tweet needs --format v2-flat')
  const selection = await readSelection(runtime.context, flags).catch(asUsageError)
  await startProgress(() => countPosts(runtime.store, selection.range))
  let left = 0
  const onProtected = (posts: number) => {
    left += posts
  }
  let ambiguous = 0
  const onAmbiguous = (posts: number) => {
    ambiguous += posts
  }
  const exported = await exportPostsFile(runtime.store, target, {
    ...{ format, selection, hasNotes },
    ...{ onRead, onProtected, onAmbiguous, onUnreadable },
    ...writing,
  })
  return {
    exported,
    ...(left === 0 ? {} : { left_out_protected: left }),
    ...(ambiguous === 0 ? {} : { ambiguous_texts: ambiguous }),
  }
}

/** A handler for `catch`: throws a usage error for an invalid selection, and any other error unchanged. */
function asUsageError(error: unknown): never {
  throw error instanceof SelectionInvalid ? new UsageError(error.message) : error
}

/** The previous name of the format `v1`, accepted for one more version. */
const OLD_FORMAT = 'v1.1'

/** @throws {UsageError} */
function formatOf<Format extends string>(formats: readonly Format[], { format }: ExportFlags): Format {
  const name = format === OLD_FORMAT ? 'v1' : (format ?? formats[0])
  const found = formats.find((each) => each === name)
  if (found !== undefined) return found
  throw new UsageError(`--format takes ${formats.join(', ')}, not ${JSON.stringify(format)}`)
}

export function exportCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('export').description(
    'Export data to files, most of which "aviary import" reads (docs/exports.md).',
  )
  for (const entry of EXPORTS) command.addCommand(entryCommand(entry, streams, exit))
  return command
}

function entryCommand(entry: ExportEntry, streams: Streams, exit: (code: number) => void): Command {
  const { name, description, formats, formatHelp, flags = (unchanged: Command) => unchanged } = entry
  const command = standardCommand(name, `${description} Compressed if the file name ends in .gz or .zst.`)
    .option('--format <NAME>', `${formatHelp} (default: ${formats[0]})`)
    .option('--dry-run', 'Read and check everything, and write nothing; report and exit code are the same')
  return flags(command)
    .argument('<file>', 'File to create, which must not exist yet; - is standard output')
    .action(
      existingDataAction<ExportFlags, [string]>(streams, exit, (runtime, { output }, options, file) =>
        run(entry, { runtime, output, streams, flags: options, file }),
      ),
    )
}

interface Run {
  readonly runtime: Runtime
  readonly output: Output
  readonly streams: Streams
  readonly flags: ExportFlags
  readonly file: string
}

/** The sentences about data that the file leaves out. */
function lossLines(
  { losses = {}, noun }: ExportEntry,
  { format = '' }: ExportFlags,
  result: Exported,
): string[] {
  const { ambiguous_texts: ambiguous = 0 } = result
  const loss = losses[format]
  return [
    ...(loss === undefined ? [] : [loss]),
    ...(ambiguous === 0
      ? []
      : [
          `The texts of ${ambiguous} ${noun} contain a backslash before an n, which readers of csv take for a line break, or a carriage return, which csv leaves out.`,
        ]),
  ]
}

async function run(
  entry: ExportEntry,
  { runtime, output, streams, flags, file }: Run,
): Promise<number | undefined> {
  const { noun, work } = entry
  if (flags.format === OLD_FORMAT) noteRenamed(streams, `the format "${OLD_FORMAT}"`, '"v1"')
  const isPiped = file === '-'
  const isDryRun = flags.dryRun === true
  let bar = output.progress(0, noun)
  const unreadable = new UnreadableItems()
  try {
    const result = await interruptible((signal) =>
      work({
        runtime,
        target: isPiped ? streams.out : file,
        flags,
        async startProgress(count) {
          if (!output.isJson) bar = output.progress(await count(), noun)
        },
        onRows: (rows) => bar.to(rows),
        onUnreadable: unreadable.onUnreadable,
        writing: { signal, isDryRun },
      }),
    )
    bar.end()
    const { exported, left_out_protected: hidden = 0 } = result
    const place = isPiped ? 'standard output' : file
    const sentences = [
      isDryRun
        ? `Dry run: nothing was written. The export has ${exported} ${noun}.`
        : `Wrote ${exported} ${noun} to ${place}.`,
      ...(hidden === 0
        ? []
        : [`Left out ${hidden} ${noun} of protected users; --include-protected adds them.`]),
      ...lossLines(entry, flags, result),
      ...unreadable.linesOf(noun),
    ]
    if (isPiped && !isDryRun) for (const sentence of sentences) output.note(sentence)
    else output.result({ ...result, ...unreadable.members }, sentences)
    return unreadable.count > 0 ? FAILED : undefined
  } finally {
    bar.end()
  }
}
