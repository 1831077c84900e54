/**
 * Runs the fast part of the test suite (`npm test`) or the slow part (`npm run test:slow`); `-- 'src/lib/*.test.ts'`
 * selects files. Design: docs/decisions/0027-how-the-suite-runs.md and docs/decisions/0054-two-parts-of-the-suite.md.
 */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALONE } from '../test/support/suite/alone.ts'
import { runSuite } from '../test/support/suite/run.ts'
import { slowFiles } from '../test/support/suite/slow-files.ts'

/** Folders with long tests first, so that the last files are short and all processes end together. */
const EVERYTHING = ['acceptance/**/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

/** Milliseconds per test in each part. */
const FAST_TIMEOUT_MS = 180_000
const SLOW_TIMEOUT_MS = 900_000

const { values, positionals } = parseArgs({
  options: {
    slow: { type: 'boolean', default: false },
    cpu: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

// The compile cache is for the processes of the tests and for the programs that they start.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
process.env['TEST_PART'] = values.slow ? 'slow' : 'fast'

const patterns = positionals.length > 0 ? positionals : EVERYTHING
const named = new Set(patterns.flatMap((pattern) => globSync(pattern).toSorted()))
if (named.size === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)
const paths = [...named].map((file) => resolve(file))
const files = values.slow ? slowFiles(paths) : paths
if (files.length === 0) throw new Error(`npm test runs all of ${patterns.join(' ')}: it has no slow part`)
const passed = await runSuite(files, {
  alone: new Set(Object.keys(ALONE)),
  report: process.stdout,
  cpu: values.cpu,
  again: values.again,
  testTimeoutMs: values.slow ? SLOW_TIMEOUT_MS : FAST_TIMEOUT_MS,
})
process.exitCode = passed ? 0 : 1
