/** `aviary import …` and `aviary export …`. */
import { Command } from 'commander'
import type { Store } from '../../db/store.ts'
import { countUsers } from '../../domain/accounts/every-user.ts'
import type { Context } from '../../domain/context.ts'
import { countFollows, exportFollowsFile } from '../../exporters/follows.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { importFollowsFile } from '../../importers/follows.ts'
import type { ImportOptions, ImportReport } from '../../importers/line-import.ts'
import { sizeOf } from '../../importers/lines.ts'
import { importUsersFile } from '../../importers/users.ts'
import type { Output, Streams } from '../output.ts'
import { dataAction, existingDataAction, FAILED, standardCommand } from '../run.ts'
import { interruptible } from '../signals.ts'

type ImportFile = (context: Context, file: string, options: ImportOptions) => Promise<ImportReport>

const IMPORTS = [
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
] as const satisfies readonly { name: string; what: string; noun: string; work: ImportFile }[]

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('import').description('Load data from files.')
  for (const { name, what, noun, work } of IMPORTS) {
    command.addCommand(
      standardCommand(name, `${what}; gzip is accepted. An interrupted import goes on when it is run again.`)
        .argument('<file>')
        .action(
          dataAction<Record<string, unknown>, [string]>(
            streams,
            exit,
            async ({ context }, { config, output }, _options, file) => {
              const bar = output.progress(sizeOf(file), 'bytes')
              try {
                const report = await work(context, file, {
                  data: config.data,
                  onBytes: (bytes) => bar.to(bytes),
                })
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
  return command
}

/** Whether nothing at all in the file was what it should be. */
function isUseless({ imported, skipped, rejected }: ImportReport): boolean {
  return rejected > 0 && imported + skipped === 0
}

function tell(output: Output, report: ImportReport, noun: string): void {
  const { read, imported, skipped, rejected, rejects, resumedAfter } = report
  output.result({ read, imported, skipped, rejected, ...(rejects === undefined ? {} : { rejects }) }, [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} there already, ${rejected} rejected.`,
    ...(resumedAfter > 0 ? [`Went on after line ${resumedAfter}, where an earlier run had ended.`] : []),
    ...(rejects === undefined ? [] : [`What was rejected, and why: ${rejects}`]),
  ])
}

type ExportFile = (
  store: Store,
  file: string,
  options: { readonly onRows: (rows: number) => void; readonly signal: AbortSignal },
) => Promise<number>

const EXPORTS = [
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
    work: (store, file, { onRows, signal }) => exportUsersFile(store, file, { onUsers: onRows, signal }),
  },
] as const satisfies readonly {
  name: string
  what: string
  noun: string
  count: (store: Store) => Promise<number>
  work: ExportFile
}[]

export function exportCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('export').description('Write data to files, as import reads them.')
  for (const { name, what, noun, count, work } of EXPORTS) {
    command.addCommand(
      standardCommand(name, what)
        .argument('<file>', 'A file that does not exist yet')
        .action(
          existingDataAction<Record<string, unknown>, [string]>(
            streams,
            exit,
            async ({ store }, { output }, _options, file) => {
              const bar = output.progress(output.showsProgress ? await count(store) : 0, noun)
              try {
                const exported = await interruptible((signal) =>
                  work(store, file, { onRows: (rows) => bar.to(rows), signal }),
                )
                bar.end()
                output.result({ exported }, [`Wrote ${exported} ${noun} to ${file}.`])
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
