/** Runs the export as the command does, in a separate process. */
import type { Config } from '../../src/config.ts'
import { exportPostsFile, type PostFormat } from '../../src/exporters/posts.ts'
import { importPostsFile } from '../../src/importers/posts/posts.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { openRuntime } from '../../src/runtime.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

export const methods = {
  /** Fills the database. */
  async fill(config: Config, file: string): Promise<void> {
    const runtime = await openRuntime(config, { manner: 'command' })
    await importPostsFile(runtime.context, file, { data: config.data })
    await runtime.store.analyze()
    await runtime.close()
  },

  async run(config: Config, file: string, format: PostFormat): Promise<Sample> {
    const runtime = await openRuntime(config, { manner: 'command' })
    const cpu = process.cpuUsage()
    const started = systemClock.monotonic()
    const operations = await exportPostsFile(runtime.store, file, { format })
    const milliseconds = systemClock.monotonic() - started
    const { user, system } = process.cpuUsage(cpu)
    await runtime.close()
    return { operations, milliseconds, cpuMilliseconds: (user + system) / 1000 }
  },
}

answerCalls(methods)
