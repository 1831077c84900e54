/** Imports a file of follows into SQLite and kills itself after a statement. Takes one argument, {@link KillOrder} as JSON. */
import { readConfig } from '../../../src/config.ts'
import { importFollowsFile } from '../../../src/importers/follows.ts'
import { openRuntime } from '../../../src/runtime.ts'

export interface KillOrder {
  readonly data: string
  readonly file: string
  /** Part of the text of the last statement. */
  readonly after: string
}

const { data, file, after }: KillOrder = JSON.parse(process.argv[2] ?? '')
const config = readConfig({ data, log_level: 'silent' }, {})
const runtime = await openRuntime(config, {
  manner: 'command',
  observer: {
    statement(_, text) {
      if (text.includes(after)) process.kill(process.pid, 'SIGKILL')
    },
  },
})
await importFollowsFile(runtime.context, file, { data })
process.stdout.write('completed\n')
await runtime.close()
