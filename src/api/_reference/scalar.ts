/**
 * The script that draws the reference, as Scalar's own integration for Fastify serves it: the smallest package that
 * has it, and it gives it out by a route only.
 *
 * It is asked in a thread of its own, which ends with the answer: parsing that package would hold the event loop for
 * too long, and nothing of it should stay in the server, or run beside it.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../lib/package/sibling.ts'

/** The script as a file of the build, beside this module; the sources have none. */
export const SCALAR_FILE = 'scalar.browser.js'

/** The text of the script, a few MB. */
export function scalarScript(): Promise<string> {
  const built = new URL(SCALAR_FILE, import.meta.url)
  if (existsSync(built)) return readFile(built, 'utf8')
  const worker = new Worker(siblingModule(import.meta.url, 'scalar-worker'))
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread ended without a script')))
  })
}
