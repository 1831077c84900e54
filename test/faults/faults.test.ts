import assert from 'node:assert/strict'
import { postgresBinaries } from '../../src/demo/nodes/postgres-binaries.ts'
import { slowTest as test } from '../support/part.ts'
import { runFaults } from './run.ts'

/** For longer runs and other seeds: `npm run faults`. */
const RUN = { seed: 1, seconds: 60 }

/** Bound of a run with its starts and checks. */
const AT_MOST_MS = 180_000

const skip = await postgresBinaries().then(
  () => false,
  (error: unknown) => `no PostgreSQL programs: ${error}`,
)

test('three servers keep their promises under a minute of faults', {
  skip,
  timeout: AT_MOST_MS,
}, async (t) => {
  const report = await runFaults(t, { ...RUN, say: (sentence) => t.diagnostic(sentence) })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual(report.problems, [])
})
