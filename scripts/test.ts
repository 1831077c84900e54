/**
 * Runs the test suite: `npm test`, or `npm test -- src/lib/*.test.ts` for a part of it. How it does that and why is
 * docs/decisions/0027-how-the-suite-runs.md.
 */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { ALONE } from '../test/support/suite/alone.ts'
import { runSuite } from '../test/support/suite/run.ts'

/** Folders with long tests first: what is taken last should be short, or a process ends alone. */
const EVERYTHING = ['acceptance/**/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

// For the processes of the tests, and for the programs that these start.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

const given = process.argv.slice(2)
const patterns = given.length > 0 ? given : EVERYTHING
const files = new Set(patterns.flatMap((pattern) => globSync(pattern).toSorted()))
if (files.size === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)
const passed = await runSuite([...files], { alone: new Set(Object.keys(ALONE)), report: process.stdout })
process.exitCode = passed ? 0 : 1
