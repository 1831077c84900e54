/**
 * A worker process of a suite run: takes test files from the queue one by one. Loading the server takes longer than
 * most files, and is done once here. The tests of a file are a suite named after it, so that its top-level hooks apply
 * to it alone.
 */
import { relative } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cpuMsWithPrograms } from '../cpu-time.ts'
import { FILES_PER_WORKER, markEnded, takeFiles } from './queue.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Resolves when every test of the file has ended; a file that cannot be loaded is a failed suite. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    describe(relative(ROOT, file), async () => {
      after(() => resolve())
      // For test/support/part.ts, which declares tests while the file is loaded.
      process.env['TEST_FILE'] = relative(ROOT, file)
      await import(pathToFileURL(file).href)
    })
  })
}

const queue = process.env['TEST_QUEUE'] ?? ''
// A test may wait for an unref'd timer; this referenced port keeps the process alive until the end.
const { port1: listener } = new MessageChannel()
listener.ref()
let taken = 0
for (const file of takeFiles(queue)) {
  const before = cpuMsWithPrograms()
  await runFile(file)
  markEnded(queue, file, cpuMsWithPrograms() - before)
  taken += 1
  if (taken === FILES_PER_WORKER) break
}
listener.close()
