/**
 * Runs the fast part of the test suite (`npm test`) or the slow part (`npm run test:slow`); `-- 'src/lib/*.test.ts'`
 * selects files. Design: docs/decisions/0027-how-the-suite-runs.md and docs/decisions/0054-two-parts-of-the-suite.md.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALONE, ALONE_ONLY_IN_SLOW } from '../test/support/suite/alone.ts'
import { runSuite } from '../test/support/suite/run.ts'
import { slowFiles } from '../test/support/suite/slow-files.ts'

/** Folders with long tests first, so that the last files are short and all processes end together. */
const EVERYTHING = ['acceptance/**/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

/** Milliseconds per test in each part. */
const FAST_TIMEOUT_MS = 180_000
const SLOW_TIMEOUT_MS = 480_000

const { values, positionals } = parseArgs({
  options: {
    slow: { type: 'boolean', default: false },
    cpu: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    /** Minutes after which no further file begins. */
    minutes: { type: 'string' },
  },
  allowPositionals: true,
})

// The compile cache is for the processes of the tests and for the programs that they start.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
process.env['TEST_PART'] = values.slow ? 'slow' : 'fast'

const patterns = positionals.length > 0 ? positionals : EVERYTHING
// `npm run lighthouse` installs packages below test/, and some of them contain their tests.
const isOurs = (file: string) => !/(?:^|[\\/])node_modules[\\/]/.test(file)
const named = new Set(patterns.flatMap((pattern) => globSync(pattern).filter(isOurs).toSorted()))
if (named.size === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)
const paths = [...named].map((file) => resolve(file))
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
if (minutes !== undefined && !(minutes >= 0))
  throw new Error('--minutes must be a number of minutes, such as 25')
const files = inOrder(values.slow ? slowFiles(paths) : paths)
if (files.length === 0) throw new Error(`npm test runs all of ${patterns.join(' ')}: it has no slow part`)
const passed = await runSuite(files, {
  alone: new Set(Object.keys(ALONE).filter((file) => values.slow || !ALONE_ONLY_IN_SLOW.has(file))),
  report: process.stdout,
  cpu: values.cpu,
  ...(minutes === undefined ? {} : { timeMs: minutes * 60_000 }),
  again: values.again,
  testTimeoutMs: values.slow ? SLOW_TIMEOUT_MS : FAST_TIMEOUT_MS,
})
process.exitCode = passed ? 0 : 1

/**
 * The files in the order in which they begin. With a time limit, the acceptance tests come first, and the order of
 * the other files depends on the commit, so that runs of several commits leave out different files.
 */
function inOrder(all: readonly string[]): readonly string[] {
  if (minutes === undefined) return all
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? ''
  const rankOf = (file: string) =>
    createHash('sha256')
      .update(`${commit}${relative('.', file)}`)
      .digest('hex')
  const isFirst = (file: string) => relative('.', file).startsWith('acceptance')
  const others = all.filter((file) => !isFirst(file)).map((file) => ({ file, rank: rankOf(file) }))
  const shuffled = others.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ file }) => file)
  return [...all.filter(isFirst), ...shuffled]
}
