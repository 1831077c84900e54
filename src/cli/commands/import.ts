/** `aviary import …` and `aviary export …`. */
import { Command } from 'commander'
import { countFollows, exportFollowsFile } from '../../exporters/follows.ts'
import { importFollowsFile } from '../../importers/follows.ts'
import { sizeOf } from '../../importers/lines.ts'
import type { Streams } from '../output.ts'
import { dataAction, standardCommand } from '../run.ts'
import { interruptible } from '../signals.ts'

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('import').description('Load data from files.')
  command.addCommand(
    standardCommand(
      'follows',
      'Follow edges, "follower followee" per line, oldest first; gzip is accepted. An interrupted import goes on when it is run again.',
    )
      .argument('<file>')
      .action(
        dataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ context }, { config, output }, _options, file) => {
            const bar = output.progress(sizeOf(file), 'bytes')
            try {
              const report = await importFollowsFile(context, file, {
                data: config.data,
                onBytes: (bytes) => bar.to(bytes),
              })
              bar.end()
              const { read, imported, skipped, rejected, rejects, resumedAfter } = report
              output.result(
                { read, imported, skipped, rejected, ...(rejects === undefined ? {} : { rejects }) },
                [
                  `Read ${read} edges: ${imported} imported, ${skipped} there already, ${rejected} rejected.`,
                  ...(resumedAfter > 0
                    ? [`Went on after line ${resumedAfter}, where an earlier run had ended.`]
                    : []),
                  ...(rejects === undefined ? [] : [`What was rejected, and why: ${rejects}`]),
                ],
              )
            } finally {
              bar.end()
            }
          },
        ),
      ),
  )
  return command
}

export function exportCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('export').description('Write data to files, as import reads them.')
  command.addCommand(
    standardCommand('follows', 'Every follow edge, oldest first; compressed when the name ends in .gz.')
      .argument('<file>', 'A file that does not exist yet')
      .action(
        dataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ store }, { output }, _options, file) => {
            const bar = output.progress(output.showsProgress ? await countFollows(store) : 0, 'edges')
            try {
              const exported = await interruptible((signal) =>
                exportFollowsFile(store, file, { onEdges: (edges) => bar.to(edges), signal }),
              )
              bar.end()
              output.result({ exported }, [`Wrote ${exported} edges to ${file}.`])
            } finally {
              bar.end()
            }
          },
        ),
      ),
  )
  return command
}
