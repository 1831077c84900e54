/**
 * The script that renders the API reference. The script is part of Scalar's plugin for Fastify, which is the
 * smallest package with the script. The package provides the script only as a route.
 *
 * A separate thread requests the route and then ends. In the main thread, the package would block the event loop
 * for too long while it loads, and would stay in memory.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../lib/package/sibling.ts'

/**
 * Name of the file with the script. The build writes the file next to this module. The sources do not contain the
 * file.
 */
export const SCALAR_FILE = 'scalar.browser.js'

/** The text of the script, which has a few MB. */
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
