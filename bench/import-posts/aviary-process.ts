/**
 * Runs an import in a separate process: the import as the command does it, or the earlier kind of import in
 * small batches, after which a server indexes the posts.
 */
import type { Config } from '../../src/config.ts'
import { indexReach, SEARCH_READER } from '../../src/domain/search/index-posts.ts'
import { WordCodec } from '../../src/domain/search/word-codec.ts'
import { importPostsFile } from '../../src/importers/posts/posts.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { findPosition } from '../../src/log/consumer.ts'
import { logHead } from '../../src/log/log-head.ts'
import { Tail } from '../../src/log/tail.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { prepareIndex } from '../../src/search/index-import.ts'
import { SearchIndexer } from '../../src/search/indexer.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'

const NEVER = Number.POSITIVE_INFINITY

export const methods = {
  run(config: Config, file: string): Promise<Sample> {
    return timed(config, async ({ context }) => {
      const { read } = await importPostsFile(context, file, { data: config.data })
      return read
    })
  },

  /** Imports batches without a thread, and then indexes the posts as a server does. */
  former(config: Config, file: string): Promise<Sample> {
    return timed(config, async (runtime) => {
      const { context, store } = runtime
      const codec = new WordCodec(context.vault)
      await prepareIndex(store, codec)
      const batches = { data: config.data, minBulkBytes: NEVER, minThreadBytes: NEVER }
      const { read } = await importPostsFile(context, file, batches)
      await index(runtime, codec)
      return read
    })
  },
}

async function timed(config: Config, work: (runtime: Runtime) => Promise<number>): Promise<Sample> {
  const runtime = await openRuntime(config, { manner: 'command' })
  const cpu = process.cpuUsage()
  const started = systemClock.monotonic()
  const operations = await work(runtime)
  const milliseconds = systemClock.monotonic() - started
  const { user, system } = process.cpuUsage(cpu)
  await runtime.close()
  return { operations, milliseconds, cpuMilliseconds: (user + system) / 1000 }
}

async function index({ store }: Runtime, codec: WordCodec): Promise<void> {
  const tail = await Tail.open(store, systemClock)
  const logger = { error: fail, info: () => undefined }
  const indexer = new SearchIndexer({ store, tail, clock: systemClock, logger, codec })
  indexer.start()
  const { head } = await logHead(store)
  while ((await findPosition(store, SEARCH_READER)) !== head) await sleep(systemClock, 20)
  await indexer.close()
  await tail.close()
  if ((await indexReach(store, codec)) !== 0n) throw new Error('the search index is not complete')
}

function fail(facts: unknown, text?: string): never {
  throw new Error(text, { cause: facts })
}

answerCalls(methods)
