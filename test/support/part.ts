/**
 * The two parts of the suite. `npm test` is the fast part; `npm run test:slow` runs whole what the fast part skips or
 * shortens. A file by itself (`node --test FILE`) skips nothing. docs/decisions/0054-two-parts-of-the-suite.md says why.
 */
import { type TestContext, type TestOptions, test } from 'node:test'

// Not the program's own type: tests in acceptance may not know the program, not even through a helper.
type Engine = 'sqlite' | 'postgres'
type Part = 'fast' | 'slow' | undefined
type TestFn = (t: TestContext) => void | Promise<void>

/** The reason of every test that the fast part skips. The runner counts them by it. */
export const ONLY_SLOW = 'runs only in npm run test:slow'

/** Runs of a property in the fast part and in the slow one, as a factor. */
const FAST_RUNS = 1 / 3
const SLOW_RUNS = 10

/** The part of the run that this process belongs to; undefined for a file by itself. */
const PART = partOf(process.env['TEST_PART'])

/** Options of a subtest that the fast part skips: `await t.test('…', slow, async () => …)`. */
export const slow: { readonly skip: string | false } = { skip: PART === 'fast' ? ONLY_SLOW : false }

/** Declares a test, with options or without, as `test` of node:test does. */
export interface DeclareTest {
  (name: string, fn: TestFn): void
  (name: string, options: TestOptions, fn: TestFn): void
}

/**
 * Declares a test that the fast part skips. A file of which that is true for every test imports it as `test`:
 * `import { slowTest as test } from '../support/part.ts'`.
 */
export const slowTest: DeclareTest = PART === 'fast' ? skipTest : test

/**
 * For tests that run on both engines, of which the fast part skips those on PostgreSQL: above all tests of endpoints, because
 * verbs and stores have suites of their own on both. One endpoint of each kind has its tests on both in the fast part too.
 */
export function slowOnPostgres(engine: Engine): DeclareTest {
  return engine === 'postgres' ? slowTest : test
}

/** How the tests of an engine are declared. A suite of several endpoints takes it, so that one of them is {@link onBoth}. */
export type TestOn = (engine: Engine) => DeclareTest

/** For the one endpoint of its kind whose tests run on both engines in the fast part. */
export const onBoth: TestOn = () => test

function skipTest(name: string): void {
  test(name, slow)
}

/** A length, a size or a duration: the first in the fast part, else the second. */
export function byPart<Value>(inFastPart: Value, otherwise: Value): Value {
  return PART === 'fast' ? inFastPart : otherwise
}

/** Runs of a property for which a test asks for `runs`: a third in the fast part, at least one, tenfold in the slow one. */
export function runsOf(runs: number, part: Part = PART): number {
  if (part === undefined) return runs
  return Math.ceil(runs * (part === 'fast' ? FAST_RUNS : SLOW_RUNS))
}

/**
 * The seed that the environment asks for by TEST_SEED, to repeat a failure; undefined when it asks for none.
 * @throws {TypeError} when it is no whole number
 */
export function seedOf(text: string | undefined = process.env['TEST_SEED']): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,10}$/.test(text))
    throw new TypeError(`TEST_SEED must be a whole number, not ${JSON.stringify(text)}`)
  return Number(text)
}

/** @throws {TypeError} when it is neither part */
function partOf(text: string | undefined): Part {
  if (text === undefined || text === 'fast' || text === 'slow') return text
  throw new TypeError(`TEST_PART must be fast or slow, not ${JSON.stringify(text)}`)
}
