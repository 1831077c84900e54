import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from './engines.ts'
import { portion, runsOf, sample, seedOf, slowTest } from './part.ts'

const PART = import.meta.resolve('./part.ts')
const PROPERTIES = import.meta.resolve('./properties.ts')

/** Runs a module with these environment variables. Returns its output. */
async function printed(t: TestContext, env: Readonly<Record<string, string>>, text: string): Promise<string> {
  const file = join(await temporaryDirectory(t), 'program.mjs')
  const imports = `import * as part from '${PART}'\nimport * as fc from '${PROPERTIES}'\n`
  await writeFile(file, `${imports}${text}`)
  const { PATH } = process.env
  return (await promisify(execFile)(process.execPath, [file], { env: { PATH, ...env } })).stdout.trim()
}

/** A module that declares tests that print their names, and that prints a duration. */
const DECLARED = `const say = (name) => [name, () => console.log(name)]
  part.slowTest(...say('slow'))
  part.slowTest('options', { timeout: 1_000 }, () => console.log('options'))
  for (const engine of ['sqlite', 'postgres']) part.slowOnPostgres(engine)(...say(engine))
  part.slowOnPostgres('sqlite')('unrun', part.slow, () => console.log('unrun'))
  console.log(part.byPart(6, 60))`

slowTest('the fast part skips and shortens tests, but the slow part and a single file do not', async (t) => {
  const fast = await printed(t, { TEST_PART: 'fast' }, DECLARED)
  assert.match(fast, /^6\nsqlite$/m)
  assert.equal([...fast.matchAll(/# runs only in npm run test:slow/g)].length, 4, fast)
  for (const env of [{ TEST_PART: 'slow' }, {}] as Record<string, string>[]) {
    assert.match(await printed(t, env, DECLARED), /^60\nslow\noptions\nsqlite\npostgres\nunrun$/m)
  }
  const after = { TEST_PART: 'slow', TEST_AFTER_FAST: '1' }
  const chosen = await printed(t, { ...after, TEST_FILE: 'c' }, DECLARED)
  assert.match(
    chosen,
    /^60\nslow\noptions\npostgres\nunrun$/m,
    'only tests that already ran on SQLite are not repeated',
  )
  assert.match(chosen, /sqlite.*# ran in npm test before/)
  const others = await printed(t, { ...after, TEST_FILE: 'a' }, DECLARED)
  assert.match(others, /^60\nslow\noptions\nunrun$/m)
  assert.match(others, /postgres.*# left out of this run/)
  await assert.rejects(
    printed(t, { TEST_PART: 'quick' }, DECLARED),
    /TEST_PART must be fast or slow, not "quick"/,
  )
})

test('a property has a sixth of its runs, and at least one, in the fast part, and all runs in the slow part', () => {
  assert.deepEqual(
    [runsOf(300, 'fast'), runsOf(100, 'fast'), runsOf(1, 'fast'), runsOf(300, 'slow', false)],
    [50, 17, 1, 300],
  )
  assert.equal(runsOf(300, 'slow', true), 100, 'after the fast part')
})

/**
 * A module that prints the number of runs of three properties: with 30 runs, with the default number of runs,
 * and with a seed of its own.
 */
const COUNTED = `let runs = 0
  const property = fc.property(fc.nat(), () => { runs += 1 })
  const count = (parameters) => { runs = 0; fc.assert(property, parameters); return runs }
  console.log(count({ numRuns: 30 }), count(), count({ numRuns: 30, seed: 1 }))
  const later = fc.asyncProperty(fc.nat(), async () => { runs += 1 })
  runs = 0
  await fc.assert(later, { numRuns: 30 })
  console.log(runs)`

slowTest('the part of the suite decides the number of runs of properties', async (t) => {
  assert.equal(await printed(t, { TEST_PART: 'fast' }, COUNTED), '5 17 30\n5')
  assert.equal(await printed(t, { TEST_PART: 'slow' }, COUNTED), '30 100 30\n30')
  assert.equal(await printed(t, {}, COUNTED), '30 100 30\n30')
})

slowTest('a failed property prints its seed, and TEST_SEED repeats the failure', async (t) => {
  const failing = `try {
      fc.assert(fc.property(fc.nat(), (value) => value === value && value < 0))
    } catch (error) { console.log(String(error.message)) }`
  const [, seed = ''] = /seed: (-?\d+)/.exec(await printed(t, {}, failing)) ?? []
  assert.match(seed, /^-?\d+$/)
  assert.match(await printed(t, { TEST_SEED: seed }, failing), new RegExp(`seed: ${seed}\\b`))
  assert.equal(seedOf('-7'), -7)
  assert.equal(seedOf(''), undefined)
  assert.throws(() => seedOf('seven'), /TEST_SEED must be a whole number, not "seven"/)
})

test('the fast part samples a tenth of a list; another salt gives another tenth, and ten salts give the whole list', () => {
  const items = Array.from({ length: 12 }, (_, index) => index)
  const samples = [...'abcdefghij'].map((salt) => sample(items, salt, 'fast'))
  assert.deepEqual(
    samples.flat().toSorted((a, b) => a - b),
    items,
  )
  assert.ok(samples.every(({ length }) => length === 1 || length === 2))
  assert.deepEqual(sample(items, 'a', 'slow', false), items)
})

test('after the fast part, the slow part runs a third of a list, and at least one case; three salts give the whole list', () => {
  const items = Array.from({ length: 7 }, (_, index) => index)
  for (const chosen of [
    [...'abc'].map((salt) => sample(items, salt, 'slow', true)),
    [...'abc'].map((salt) => portion(items, salt, true)),
  ]) {
    assert.deepEqual(chosen.flat().toSorted(), items)
    assert.ok(chosen.every(({ length }) => length === 2 || length === 3))
  }
  for (const salt of 'abc') assert.deepEqual(portion(['one'], salt, true), ['one'])
  assert.deepEqual(portion(items, 'a', false), items)
})
