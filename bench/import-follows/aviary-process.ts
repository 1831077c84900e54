/** Runs the import as the command does, or in batches as an earlier version did, in a separate process. */
import type { Config } from '../../src/config.ts'
import { importFollowsFile } from '../../src/importers/follows.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { openRuntime } from '../../src/runtime.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

const NEVER = Number.POSITIVE_INFINITY

export const methods = {
  async run(config: Config, file: string, isInBatches: boolean): Promise<Sample> {
    const runtime = await openRuntime(config, { manner: 'command' })
    const cpu = process.cpuUsage()
    const started = systemClock.monotonic()
    const { imported } = await importFollowsFile(runtime.context, file, {
      data: config.data,
      ...(isInBatches ? { minBulkBytes: NEVER, minThreadBytes: NEVER } : {}),
    })
    const milliseconds = systemClock.monotonic() - started
    const { user, system } = process.cpuUsage(cpu)
    await runtime.close()
    return { operations: imported, milliseconds, cpuMilliseconds: (user + system) / 1000 }
  },
}

answerCalls(methods)
