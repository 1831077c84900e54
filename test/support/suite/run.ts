/** Runs many test files in a few processes, with Node's test runner and its default report. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { type RunOptions, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { NOT_SET_UP } from '../../../acceptance/clients/support/installs.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { ONLY_SLOW } from '../part.ts'
import { cpuOfFiles, unendedFiles, untakenFiles, workersFor, writeQueue } from './queue.ts'

const WORKER = fileURLToPath(import.meta.resolve('./worker.ts'))
const LANE = fileURLToPath(import.meta.resolve('./lane.ts'))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const GLOBAL_SETUP = fileURLToPath(import.meta.resolve('../global-setup.ts'))

/** Number of processes. The number is one more than a small machine has processors, because tests also wait. */
const AT_ONCE = 3

/**
 * Flags of V8 for the processes. A collection takes long, because the heap has the modules of the server and of all
 * tests. With the defaults, every large buffer may start one. With these flags collections are rarer (decision 0027).
 */
const HEAP_FLAGS = [
  '--initial-old-space-size=512',
  '--external-memory-accounted-in-global-limit',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
] as const

/** Maximum milliseconds of a test. */
const TEST_TIMEOUT_MS = 180_000

/**
 * Milliseconds in addition to the timeout of a test. A process counts as hung if no test begins or ends for the sum
 * of both.
 */
const PATIENCE_MS = 60_000

/** Variables that the global setup sets for the servers and folders of one run. */
const OF_THE_RUN = ['TEST_POSTGRES_URL', 'TMPDIR'] as const

/** Maximum number of failed files that run again. If more files fail, they probably have one common cause. */
const MOST_AGAIN = 5

/** Number of files in the report of processor time. */
const MOST_EXPENSIVE = 40

export interface SuiteOptions {
  /** Files that have their own process, relative to the working directory. */
  readonly alone: ReadonlySet<string>
  readonly report: NodeJS.WritableStream
  /**
   * True to run a failed file once more alone, and to name it in the report. This option is for machines that check a
   * change, where tests may fail because other tests use the processors. The default is false.
   */
  readonly again?: boolean
  /** True to list the files with the most processor time at the end of the report. */
  readonly cpu?: boolean
  /**
   * Milliseconds after which no further file begins. The report names the files that were left out, and the run passes
   * without them. By default all files run.
   */
  readonly timeMs?: number
  /** Milliseconds per test. The default is {@link TEST_TIMEOUT_MS}. */
  readonly testTimeoutMs?: number
  /**
   * The run ends if no test begins or ends for this number of milliseconds. The default is a little more than
   * the timeout of a test.
   */
  readonly patienceMs?: number
}

/**
 * Runs test files in order, as processes become free, and reports the results.
 * @returns true if every test of every file passed; false also if a process crashed, hung or exited early
 */
export async function runSuite(files: readonly string[], options: SuiteOptions): Promise<boolean> {
  const paths = files.map((file) => resolve(file))
  const isAlone = (path: string) => options.alone.has(relative('.', path))
  const environment = { ...process.env }
  const queue = mkdtempSync(join(tmpdir(), 'aviary-test-queue-'))
  try {
    const shared = paths.filter((path) => !isAlone(path))
    writeQueue(queue, shared)
    process.env['TEST_QUEUE'] = queue
    const until = systemClock.now() + (options.timeMs ?? Number.POSITIVE_INFINITY)
    process.env['TEST_UNTIL'] = String(until)
    const lanes = Array.from({ length: workersFor(shared.length, AT_ONCE) }, () => WORKER)
    const failed = await runProcesses([...paths.filter(isAlone), ...lanes], options)
    const leftOut = new Set(systemClock.now() >= until ? untakenFiles(queue) : [])
    if (leftOut.size > 0) options.report.write(leftOutText([...leftOut]))
    const lost = unendedFiles(queue)
      .filter((path) => !leftOut.has(path))
      .map((path) => relative('.', path))
    if (lost.length > 0) options.report.write(`\nThese files did not end: ${lost.join(', ')}\n`)
    if (options.cpu === true) options.report.write(costs(queue))
    if (lost.length > 0 || failed === 'run') return false
    if (failed.length === 0) return true
    return (
      options.again === true && failed.length <= MOST_AGAIN && (await passAgain(failed, environment, options))
    )
  } finally {
    delete process.env['TEST_QUEUE']
    delete process.env['TEST_UNTIL']
    rmSync(queue, { recursive: true, force: true })
  }
}

function leftOutText(paths: readonly string[]): string {
  const names = paths.map((path) => `\n  ${relative('.', path)}`).join('')
  return `\nThe time of this run is over. ${paths.length} files were left out:${names}\n`
}

/**
 * Runs each failed file alone.
 * @param environment environment of the first run
 * @returns true if all files pass
 */
async function passAgain(
  files: readonly string[],
  environment: NodeJS.ProcessEnv,
  options: SuiteOptions,
): Promise<boolean> {
  delete process.env['TEST_QUEUE']
  options.report.write(`\nThese files failed and run again, each alone: ${files.join(', ')}\n`)
  for (const file of files) {
    for (const name of OF_THE_RUN) {
      const before = environment[name]
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    }
    if ((await runProcesses([file], options)).length > 0) return false
  }
  options.report.write(
    `\nUnsteady: these files failed, and passed when they ran alone: ${files.join(', ')}\n`,
  )
  return true
}

/** The files with the most processor time. The time includes programs that the files start, except PostgreSQL. */
function costs(queue: string): string {
  const files = cpuOfFiles(queue)
  const total = files.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const lines = files
    .slice(0, MOST_EXPENSIVE)
    .map(({ file, cpuMs }) => `${(cpuMs / 1000).toFixed(1).padStart(8)} s  ${relative('.', file)}\n`)
  return `\nProcessor time of ${files.length} files: ${(total / 1000).toFixed(0)} s, most of it in\n${lines.join('')}`
}

/** Counts the skipped tests in the report by their reasons. */
function countSkipped(events: ReturnType<typeof run>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  events.on('test:pass', ({ skip }) => {
    if (typeof skip === 'string') counts.set(skip, (counts.get(skip) ?? 0) + 1)
  })
  return counts
}

/**
 * The number of tests of the slow part, and the clients that are not installed, each client with the number of its
 * tests.
 */
function skippedTests(counts: ReadonlyMap<string, number>): string {
  const onlySlow = counts.get(ONLY_SLOW) ?? 0
  const clients = [...counts]
    .filter(([reason]) => reason.startsWith(NOT_SET_UP))
    .map(([reason, count]) => `${String(count).padStart(8)}  ${reason.slice(NOT_SET_UP.length)}\n`)
  const heading = '\nSkipped tests of clients that are not set up (npm run clients):\n'
  return [
    onlySlow > 0 ? `\n${onlySlow} tests run only in npm run test:slow.\n` : '',
    clients.length > 0 ? `${heading}${clients.join('')}` : '',
  ].join('')
}

/**
 * Runs each file in a process.
 * @returns the failed files, relative to the working directory; `'run'` for a failure outside the tests of
 * files
 */
async function runProcesses(
  files: readonly string[],
  options: SuiteOptions,
): Promise<readonly string[] | 'run'> {
  const { report, testTimeoutMs = TEST_TIMEOUT_MS, patienceMs = testTimeoutMs + PATIENCE_MS } = options
  const hung = new AbortController()
  // The types of Node do not contain `globalSetupPath` yet.
  const order: RunOptions & { globalSetupPath: string } = {
    files: [...files],
    concurrency: AT_ONCE,
    execArgv: [...HEAP_FLAGS],
    timeout: testTimeoutMs,
    globalSetupPath: GLOBAL_SETUP,
    signal: hung.signal,
  }
  const events = run(order)
  let passed = true
  const failed = new Set<string>()
  const skipped = countSkipped(events)
  events.on('test:fail', ({ name, nesting, file }) => {
    // In a shared process, a file is a suite with the name of the file.
    if (nesting === 0) failed.add(file === LANE ? resolve(ROOT, name) : (file ?? name))
  })
  events.on('test:summary', ({ success }) => {
    passed &&= success
  })
  let cancel: () => void = () => undefined
  const wait = () => {
    cancel()
    cancel = systemClock.after(patienceMs, () => {
      report.write(
        `\nNo test has begun or ended for ${patienceMs / 1000} s, so a process hangs. The run ends it.\n`,
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
  report.write(skippedTests(skipped))
  if (passed) return []
  const known = [...failed].filter((file) => file !== WORKER && existsSync(file))
  const isAll = known.length === failed.size && known.length > 0
  return isAll ? known.map((file) => relative('.', file)) : 'run'
}
