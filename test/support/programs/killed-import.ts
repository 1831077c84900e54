/**
 * Imports a file into SQLite in bulk, and kills itself after a statement. The argument is {@link KillOrder}
 * as JSON.
 */
import { readConfig } from '../../../src/config.ts'
import { importFollowsFile } from '../../../src/importers/follows.ts'
import { importPostsFile } from '../../../src/importers/posts/posts.ts'
import { openRuntime } from '../../../src/runtime.ts'

export interface KillOrder {
  readonly data: string
  readonly file: string
  readonly of: 'follows' | 'posts'
  /** A part of the text of the statement after which the program kills itself. */
  readonly after: string
}

const { data, file, of, after }: KillOrder = JSON.parse(process.argv[2] ?? '')
const config = readConfig({ data, log_level: 'silent' }, {})
const runtime = await openRuntime(config, {
  manner: 'command',
  observer: {
    statement(_, text) {
      if (text.includes(after)) process.kill(process.pid, 'SIGKILL')
    },
  },
})
if (of === 'follows') await importFollowsFile(runtime.context, file, { data })
else await importPostsFile(runtime.context, file, { data, minBulkBytes: 0 })
process.stdout.write('completed\n')
await runtime.close()
