import assert from 'node:assert/strict'
import { postgresBinaries } from '../../src/demo/nodes/postgres-binaries.ts'
import { slowTest as test } from '../support/part.ts'
import { runFaults } from './run.ts'

/** Values of the run in the suite. The command `npm run faults` makes longer runs with other seeds. */
const RUN = { seed: 1, seconds: 60 }

/** Maximum milliseconds of a run, including the starts of servers and the checks. */
const AT_MOST_MS = 180_000

const skip = await postgresBinaries().then(
  () => false,
  (error: unknown) => `no PostgreSQL programs: ${error}`,
)

test('three servers keep their promises during a minute of faults', {
  skip,
  timeout: AT_MOST_MS,
}, async (t) => {
  const report = await runFaults(t, { ...RUN, say: (sentence) => t.diagnostic(sentence) })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual(report.problems, [])
  // A run that did nothing proves nothing.
  assert.ok(report.posts > 0 && report.deletions > 0 && report.live > 0)
  assert.ok(report.revocations > 0 && report.suspensions > 0)
  assert.ok(Object.keys(report.faults).length > 2)
})
