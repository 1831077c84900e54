/** `aviary init`: writes an example of a seed file. */
import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { STARTER } from '../../../testing/world/starter.ts'
import type { Streams } from '../../output.ts'
import { action } from '../../run.ts'

const DEFAULT_FILE = 'world.yaml'

export function initCommand(streams: Streams, exit: (code: number) => void): Command {
  return new Command('init')
    .description('Write a commented seed file for "aviary test --seed-file".')
    .argument('[file]', `File to write; it must not exist (default: ${DEFAULT_FILE})`)
    .option('--json', 'Print one JSON object on standard output.')
    .action(
      action<Record<string, unknown>, [string | undefined]>(
        streams,
        exit,
        async ({ output }, _options, file = DEFAULT_FILE) => {
          await writeFile(file, STARTER, { flag: 'wx' })
          output.result({ file }, [`Wrote ${file}. Start a server with it: aviary test --seed-file ${file}`])
        },
      ),
    )
}
