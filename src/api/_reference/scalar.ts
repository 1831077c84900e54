/**
 * The script that draws the reference. It comes from Scalar's integration for Fastify, the smallest package with the
 * script, which provides it only by a route.
 *
 * A separate thread requests the route and ends with the response. Parsing the package in this thread would block the
 * event loop for too long, and the package would stay in the memory of the server.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../lib/package/sibling.ts'

/** The script as a file of the build, next to this module. The sources have no such file. */
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
