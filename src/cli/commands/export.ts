/** `aviary export …`. */
import { Command } from 'commander'
import type { OnUnreadable } from '../../db/read-intact.ts'
import type { Store } from '../../db/store.ts'
import { countUsers } from '../../domain/accounts/every-user.ts'
import { countPosts } from '../../domain/posts/read/every-post.ts'
import { countFollows, exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile, POST_FORMATS, type PostFormat } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, FAILED, standardCommand, UsageError } from '../run.ts'
import { interruptible } from '../signals.ts'
import { UnreadableItems } from '../unreadable-items.ts'

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
  readonly description: string
  readonly noun: string
  readonly count: (store: Store) => Promise<number>
  readonly work: ExportFile
  readonly flags?: (command: Command) => Command
}

/** @throws {UsageError} */
function formatOf({ format = 'v1.1' }: ExportFlags): PostFormat {
  const found = POST_FORMATS.find((name) => name === format)
  if (found !== undefined) return found
  throw new UsageError(`--format takes ${POST_FORMATS.join(' or ')}, not ${JSON.stringify(format)}`)
}

const EXPORTS: readonly ExportEntry[] = [
  {
    name: 'follows',
    description: 'Export all follows, oldest first. Gzipped if the file name ends in .gz.',
    noun: 'edges',
    count: countFollows,
    work: (store, file, { onRows, signal }) => exportFollowsFile(store, file, { onEdges: onRows, signal }),
  },
  {
    name: 'users',
    description:
      'Export all users except deactivated ones, one v1.1 user object per line. Gzipped if the file name ends in .gz.',
    noun: 'users',
    count: countUsers,
    work: (store, file, { onRows, onUnreadable, signal }) =>
      exportUsersFile(store, file, { onUsers: onRows, onUnreadable, signal }),
  },
  {
    name: 'posts',
    description: 'Export all visible posts, one JSON object per line. Gzipped if the file name ends in .gz.',
    noun: 'posts',
    count: countPosts,
    work: (store, file, { onRows, onUnreadable, signal }, flags) =>
      exportPostsFile(store, file, { format: formatOf(flags), onPosts: onRows, onUnreadable, signal }),
    flags: (command) =>
      command.option(
        '--format <NAME>',
        'v1.1 (default): extended post objects; v2: responses of API v2, {data, includes}',
      ),
  },
]

export function exportCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('export').description('Export data to files that "aviary import" can read.')
  for (const { name, description, noun, count, work, flags = (unchanged: Command) => unchanged } of EXPORTS) {
    command.addCommand(
      flags(standardCommand(name, description))
        .argument('<file>', 'File to create; it must not exist yet')
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
