/**
 * One process of a run of the suite: takes test files from the queue, one after the other. Loading the server takes
 * longer than most files do, and here it is done once. A file's tests are a suite of its name, so that hooks at the top of a
 * file hold for that file alone.
 */
import { relative } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { FILES_PER_WORKER, markEnded, takeFiles } from './queue.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Resolves when every test of the file has ended; one that cannot be loaded is a failed suite. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    describe(relative(ROOT, file), async () => {
      after(() => resolve())
      await import(pathToFileURL(file).href)
    })
  })
}

const queue = process.env['TEST_QUEUE'] ?? ''
// A test may wait for a timer that holds no process; one that listens to nobody holds this one until the end.
const { port1: listener } = new MessageChannel()
listener.ref()
let taken = 0
for (const file of takeFiles(queue)) {
  await runFile(file)
  markEnded(queue, file)
  taken += 1
  if (taken === FILES_PER_WORKER) break
}
listener.close()
