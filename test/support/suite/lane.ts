/**
 * A worker process of a run of the suite. It takes test files from the queue one by one. The process loads
 * the server only once, because loading the server takes longer than running most files. The tests of a file
 * are a suite with the name of the file, so that top-level hooks apply only to their file.
 */
import { relative } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { cpuMsWithPrograms } from '../processes/cpu-time.ts'
import { FILES_PER_WORKER, markEnded, takeFiles } from './queue.ts'
import { forgetTests, newestTest } from './tracking.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Resolves when every test of the file has ended. A file that cannot be loaded is a failed suite. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    describe(relative(ROOT, file), async () => {
      after(() => resolve())
      // test/support/part.ts reads this variable while the file is loaded.
      process.env['TEST_FILE'] = relative(ROOT, file)
      await import(pathToFileURL(file).href)
    })
  })
}

const queue = process.env['TEST_QUEUE'] ?? ''
const until = Number(process.env['TEST_UNTIL'] ?? Number.POSITIVE_INFINITY)
// The port keeps the process alive until the end. This is needed because a test may wait for a timer that
// does not keep the process alive.
const { port1: listener } = new MessageChannel()
listener.ref()
let taken = 0
for (const file of takeFiles(queue, () => systemClock.now() >= until)) {
  const before = cpuMsWithPrograms()
  const earlier = newestTest()
  await runFile(file)
  // The tests of this file are kept while the next file runs, so that the report can name a test that fails late.
  forgetTests(earlier)
  markEnded(queue, file, cpuMsWithPrograms() - before)
  taken += 1
  if (taken === FILES_PER_WORKER) break
}
listener.close()
