/** Runs many test files in few processes, with Node's own runner and its usual report. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { type RunOptions, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { ONLY_SLOW } from '../part.ts'
import { FILES_PER_WORKER, unendedFiles, writeQueue } from './queue.ts'

const WORKER = fileURLToPath(import.meta.resolve('./worker.ts'))
const GLOBAL_SETUP = fileURLToPath(import.meta.resolve('../global-setup.ts'))

/** Processes at a time. */
const AT_ONCE = 2

/** Milliseconds that one test may take. */
const TEST_TIMEOUT_MS = 180_000

/** Milliseconds by which the longest silence is longer than that, after which a process is taken for hung. */
const PATIENCE_MS = 60_000

export interface SuiteOptions {
  /** Files that get a process of their own, relative to the working directory. */
  readonly alone: ReadonlySet<string>
  readonly report: NodeJS.WritableStream
  /** {@link TEST_TIMEOUT_MS} when left out. */
  readonly testTimeoutMs?: number
  /** Milliseconds without any news of any test, after which the run ends; somewhat longer than a test may take when left out. */
  readonly patienceMs?: number
}

/**
 * Runs test files, in the given order as far as processes are free, and reports.
 * @returns whether every test of every file passed; false too when a process crashed, hung or left before its end
 */
export async function runSuite(files: readonly string[], options: SuiteOptions): Promise<boolean> {
  const paths = files.map((file) => resolve(file))
  const isAlone = (path: string) => options.alone.has(relative('.', path))
  const queue = mkdtempSync(join(tmpdir(), 'aviary-test-queue-'))
  try {
    const shared = paths.filter((path) => !isAlone(path))
    writeQueue(queue, shared)
    process.env['TEST_QUEUE'] = queue
    const count = Math.max(AT_ONCE, Math.ceil(shared.length / FILES_PER_WORKER))
    const lanes = Array.from({ length: count }, () => WORKER)
    const passed = await runProcesses([...paths.filter(isAlone), ...lanes], options)
    const lost = unendedFiles(queue).map((path) => relative('.', path))
    if (lost.length > 0) options.report.write(`\nThese files did not come to their end: ${lost.join(', ')}\n`)
    return passed && lost.length === 0
  } finally {
    delete process.env['TEST_QUEUE']
    rmSync(queue, { recursive: true, force: true })
  }
}

/** Runs each file in a process. */
async function runProcesses(files: readonly string[], options: SuiteOptions): Promise<boolean> {
  const { report, testTimeoutMs = TEST_TIMEOUT_MS, patienceMs = testTimeoutMs + PATIENCE_MS } = options
  const hung = new AbortController()
  // Its types do not know `globalSetupPath` yet.
  const order: RunOptions & { globalSetupPath: string } = {
    files: [...files],
    concurrency: AT_ONCE,
    timeout: testTimeoutMs,
    globalSetupPath: GLOBAL_SETUP,
    signal: hung.signal,
  }
  const events = run(order)
  let passed = true
  let onlySlow = 0
  events.on('test:pass', ({ skip }) => {
    if (skip === ONLY_SLOW) onlySlow += 1
  })
  events.on('test:summary', ({ success }) => {
    passed &&= success
  })
  let cancel: () => void = () => undefined
  const wait = () => {
    cancel()
    cancel = systemClock.after(patienceMs, () => {
      report.write(
        `\nNo test has begun or ended for ${patienceMs / 1000} s: a process hangs, and is ended.\n`,
      )
      hung.abort()
    })
  }
  for (const event of ['test:enqueue', 'test:dequeue', 'test:complete'] as const) events.on(event, wait)
  wait()
  const text = events.compose(new spec())
  text.pipe(report, { end: false })
  await finished(text)
  cancel()
  if (onlySlow > 0) report.write(`\n${onlySlow} tests run only in npm run test:slow.\n`)
  return passed
}
