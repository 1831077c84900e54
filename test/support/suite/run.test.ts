/** Tests the suite runner with generated files. Every kind of failure must fail the run. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { NOT_SET_UP } from '../../../acceptance/clients/support/installs.ts'
import { temporaryDirectory } from '../engines.ts'
import { ONLY_SLOW, slowTest } from '../part.ts'

const RUN = import.meta.resolve('./run.ts')

const GOOD = `import { beforeEach, test } from 'node:test'
  import assert from 'node:assert/strict'
  let before = 0
  beforeEach(() => { before += 1 })
  test('fine', () => assert.equal(before, 1))`

interface Outcome {
  readonly passed: boolean
  readonly report: string
}

/** Number of tests that pass in the good files. */
function fineTests(report: string): number {
  return [...report.matchAll(/✔ fine/g)].length
}

interface How {
  /** True to run the generated file in its own process. */
  readonly alone?: boolean
  readonly patienceMs?: number
  readonly again?: boolean
  readonly timeMs?: number
}

/** Runs a generated file between two files that pass. */
async function ran(t: TestContext, planted: string, how: How = {}): Promise<Outcome> {
  const folder = await temporaryDirectory(t)
  const files = { 'a.test.mjs': GOOD, 'planted.test.mjs': planted, 'z.test.mjs': GOOD }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const program = `import { runSuite } from ${JSON.stringify(RUN)}
    const passed = await runSuite(${JSON.stringify(Object.keys(files))}, {
      alone: new Set(${how.alone ? "['planted.test.mjs']" : ''}),
      patienceMs: ${how.patienceMs ?? 60_000},
      again: ${how.again ?? false},
      ${how.timeMs === undefined ? '' : `timeMs: ${how.timeMs},`}
      report: process.stdout,
    })
    process.exitCode = passed ? 0 : 1`
  await writeFile(join(folder, 'program.mjs'), program)
  // The inner run is separate from the run of this test. The inner run starts no PostgreSQL, because the
  // environment names a server.
  const { NODE_TEST_CONTEXT: _, TEST_QUEUE: __, ...env } = process.env
  const options = { cwd: folder, env: { ...env, TEST_POSTGRES_URL: 'postgres://none', TMPDIR: folder } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['program.mjs'], options, (error, report) =>
      resolve({ passed: error === null, report }),
    )
  })
}

test('a run of passing files passes and counts every test, and hooks apply only to their file', async (t) => {
  const { passed, report } = await ran(t, GOOD)
  assert.ok(passed, report)
  assert.equal(fineTests(report), 3, report)
  assert.doesNotMatch(report, /run only in|not set up|left out/)
})

const FAILURES: Readonly<Record<string, string>> = {
  'a test fails': `import { test } from 'node:test'
    test('bad', () => { throw new Error('no') })`,
  'a file cannot be loaded': `import './nowhere.mjs'`,
  'something throws when its test is over': `import { test } from 'node:test'
    test('later', () => { setTimeout(() => { throw new Error('late') }, 1) })
    test('fine', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
}

for (const [what, planted] of Object.entries(FAILURES)) {
  slowTest(`a run fails when ${what}, and the other files run`, async (t) => {
    const { passed, report } = await ran(t, planted)
    assert.equal(passed, false, report)
    assert.ok(fineTests(report) >= 2, report)
  })
}

/** A test file that fails on its first run in a folder. */
const UNSTEADY = `import { test } from 'node:test'
  import { existsSync, writeFileSync } from 'node:fs'
  test('unsteady', () => {
    if (existsSync('ran')) return
    writeFileSync('ran', '')
    throw new Error('no')
  })`

for (const alone of [false, true]) {
  slowTest(
    `with the option "again", a file that fails once runs again and is named; alone: ${alone}`,
    async (t) => {
      const { passed, report } = await ran(t, UNSTEADY, { again: true, alone })
      assert.ok(passed, report)
      assert.match(
        report,
        /^Unsteady: these files failed, and passed when they ran alone: planted\.test\.mjs$/m,
      )
      assert.equal((await ran(t, UNSTEADY, { alone })).passed, false)
    },
  )
}

slowTest('files for which no time is left are listed by name, and the run passes without them', async (t) => {
  const { passed, report } = await ran(t, FAILURES['a file cannot be loaded'] ?? '', { timeMs: 0 })
  assert.ok(passed, report)
  assert.match(report, /^The time of this run is over\. 3 files were left out:\n {2}a\.test\.mjs\n/m)
  const inTime = await ran(t, GOOD, { timeMs: 60_000 })
  assert.equal(fineTests(inTime.report), 3, inTime.report)
  assert.doesNotMatch(inTime.report, /left out/)
})

for (const [what, planted] of Object.entries(FAILURES)) {
  slowTest(`a run with the option "again" also fails when ${what}`, async (t) => {
    assert.equal((await ran(t, planted, { again: true })).passed, false)
  })
}

test('tests of the slow part are counted at the end; other skipped tests are not', async (t) => {
  const planted = `import { test } from 'node:test'
    test('slow', { skip: ${JSON.stringify(ONLY_SLOW)} }, () => {})
    test('slow too', { skip: ${JSON.stringify(ONLY_SLOW)} }, () => {})
    test('other', { skip: 'no data' }, () => {})
    test('fine', () => {})`
  const { passed, report } = await ran(t, planted)
  assert.ok(passed, report)
  assert.match(report, /^2 tests run only in npm run test:slow\.$/m)
})

slowTest('clients that are not installed are named at the end, with their skipped tests', async (t) => {
  const skip = (clients: string) => JSON.stringify(`${NOT_SET_UP}${clients}`)
  const planted = `import { test } from 'node:test'
    test('one', { skip: ${skip('twarc 2')} }, () => {})
    test('another', { skip: ${skip('twarc 2')} }, () => {})
    test('third', { skip: ${skip('hbc 2')} }, () => {})
    test('fine', () => {})`
  const { passed, report } = await ran(t, planted)
  assert.ok(passed, report)
  assert.match(report, /^Skipped tests of clients that are not set up .*\n {7}2 {2}twarc 2\n {7}1 {2}hbc 2$/m)
})

slowTest('a run fails when a process is killed', async (t) => {
  // Results that the killed process had not reported yet are lost.
  const { passed, report } = await ran(
    t,
    `import { test } from 'node:test'
    test('killed', () => { process.kill(process.pid, 'SIGKILL') })`,
  )
  assert.equal(passed, false, report)
})

slowTest('a run fails when a file with its own process fails', async (t) => {
  const { passed, report } = await ran(t, FAILURES['a test fails'] ?? '', { alone: true })
  assert.equal(passed, false, report)
  assert.equal(fineTests(report), 2, report)
})

slowTest('a run fails when a process exits early with success', async (t) => {
  const { passed, report } = await ran(
    t,
    `import { test } from 'node:test'
    test('leaves', () => process.exit(0))`,
  )
  assert.equal(passed, false, report)
  assert.match(report, /did not end: planted\.test\.mjs/)
})

slowTest('a run ends and fails when a process hangs', async (t) => {
  const { passed, report } = await ran(
    t,
    `import { test } from 'node:test'
    test('hangs', () => { for (;;); })`,
    { patienceMs: 3_000 },
  )
  assert.equal(passed, false, report)
  assert.match(report, /a process hangs/)
})
