/**
 * The two parts of the suite. `npm test` is the fast part. `npm run test:slow` is the slow part. It runs in
 * full the tests that the fast part skips or shortens. A single file (`node --test FILE`) skips no tests.
 * docs/decisions/0054-two-parts-of-the-suite.md has the reasons.
 */
import { type TestContext, type TestOptions, test } from 'node:test'

// This is not the type of the program, because acceptance tests must not import the program, even indirectly.
type Engine = 'sqlite' | 'postgres'
type Part = 'fast' | 'slow' | undefined
type TestFn = (t: TestContext) => void | Promise<void>

/**
 * The reason of skipped tests that only the slow part runs. The test runner counts the tests with this
 * reason.
 */
export const ONLY_SLOW = 'runs only in npm run test:slow'

/** Factors by which the number of runs of properties is multiplied in the fast and the slow part. */
const FAST_RUNS = 1 / 6
const SLOW_RUNS = 1

/**
 * With `TEST_AFTER_FAST=1` the slow part runs one of this many long cases, and divides the runs of properties
 * by this number.
 */
const PORTION = 3

/** The current part of the suite. Undefined for a single file. */
const PART = partOf(process.env['TEST_PART'])

/** True in a slow part that follows a fast part of the same sources, as in `.ci/run`. */
const IS_AFTER_FAST = PART === 'slow' && process.env['TEST_AFTER_FAST'] === '1'

/** Options of a subtest that the fast part skips: `await t.test('…', slow, async () => …)`. */
export const slow: { readonly skip: string | false } = { skip: PART === 'fast' ? ONLY_SLOW : false }

/** Declares a test, with or without options, like `test` of node:test. */
export interface DeclareTest {
  (name: string, fn: TestFn): void
  (name: string, options: TestOptions, fn: TestFn): void
}

/**
 * Declares a test that the fast part skips. A file with only such tests imports this function as `test`:
 * `import { slowTest as test } from '../support/part.ts'`.
 */
export const slowTest: DeclareTest = PART === 'fast' ? skipTest : test

/** The reason of skipped tests that neither part runs. */
const ONLY_BY_ITSELF = 'runs only by itself: node --test FILE'

/**
 * Declares a test that both parts skip, because it takes minutes or measures the memory of its process. It
 * runs if its file runs alone.
 */
export const lengthyTest: DeclareTest = PART === undefined ? test : skipLengthy

function skipLengthy(name: string): void {
  test(name, { skip: ONLY_BY_ITSELF })
}

/** The reason of skipped tests that the fast part has already run. */
const RAN_BEFORE = 'ran in npm test before'

/** The reason of skipped tests on PostgreSQL that a slow part after a fast part leaves out. */
const LEFT_OUT = 'left out of this run: npm run test:slow has it'

/**
 * Declares tests that run on both engines. The fast part skips them on PostgreSQL. Most of these tests are
 * about endpoints; commands and stores have their own suites on both engines. In the fast part, one endpoint
 * of each kind runs on both engines. With `TEST_AFTER_FAST=1` the slow part skips SQLite, and PostgreSQL in
 * two thirds of the test files.
 */
export function slowOnPostgres(engine: Engine): DeclareTest {
  if (!IS_AFTER_FAST) return engine === 'postgres' ? slowTest : test
  if (engine === 'sqlite') return skipRanBefore
  return offsetOf(process.env['TEST_FILE'] ?? '') % PORTION === 0 ? test : skipFor(LEFT_OUT)
}

/**
 * Skips a test that the fast part has run. A test that the fast part skipped because of {@link slow} is run.
 */
const skipRanBefore: DeclareTest = (name: string, ...rest: [TestFn] | [TestOptions, TestFn]) => {
  if (rest[0] === slow && rest[1] !== undefined) test(name, rest[1])
  else test(name, { skip: RAN_BEFORE })
}

function skipFor(reason: string): DeclareTest {
  return (name: string) => void test(name, { skip: reason })
}

/**
 * A function that declares the tests of an engine. Suites that several endpoints share have this function as
 * a parameter, so that one endpoint can use {@link onBoth}.
 */
export type TestOn = (engine: Engine) => DeclareTest

/** Used for one endpoint of each kind. The tests of this endpoint run on both engines in the fast part. */
export const onBoth: TestOn = () => test

function skipTest(name: string): void {
  test(name, slow)
}

/**
 * Chooses a length, size or duration: the first value in the fast part, otherwise the second. The third
 * value, if there is one, is for a file that runs alone.
 */
export function byPart<Value>(inFastPart: Value, otherwise: Value, byItself: Value = otherwise): Value {
  if (PART === undefined) return byItself
  return PART === 'fast' ? inFastPart : otherwise
}

/** The fast part runs one of this many cases of a sampled list. */
const SAMPLE_STEP = 10

/**
 * A tenth of a list of cases in the fast part, in the order of the list. Otherwise all cases, or a third with
 * `TEST_AFTER_FAST=1`.
 * @param salt text that selects the tenth, so that two endpoints with equal cases sample different cases
 */
export function sample<Item>(
  items: readonly Item[],
  salt: string,
  part: Part = PART,
  isAfterFast: boolean = IS_AFTER_FAST,
): readonly Item[] {
  if (part === 'fast') return oneIn(SAMPLE_STEP, items, salt)
  return isAfterFast ? oneIn(PORTION, items, salt) : items
}

/**
 * With `TEST_AFTER_FAST=1`, a third of a list of cases that take seconds each, and at least one case.
 * Otherwise all cases.
 * @param salt as in {@link sample}
 */
export function portion<Item>(
  items: Iterable<Item>,
  salt: string,
  isAfterFast: boolean = IS_AFTER_FAST,
): readonly Item[] {
  const all = [...items]
  if (!isAfterFast) return all
  const some = oneIn(PORTION, all, salt)
  return some.length > 0 ? some : all.slice(0, 1)
}

function oneIn<Item>(step: number, items: readonly Item[], salt: string): readonly Item[] {
  const offset = offsetOf(salt)
  return items.filter((_, index) => (index + offset) % step === 0)
}

function offsetOf(salt: string): number {
  let offset = 0
  for (const letter of salt) offset += letter.charCodeAt(0)
  return offset
}

/**
 * The number of runs of a property: a sixth in the fast part (at least one), a third with
 * `TEST_AFTER_FAST=1`, otherwise unchanged.
 */
export function runsOf(runs: number, part: Part = PART, isAfterFast: boolean = IS_AFTER_FAST): number {
  if (part === undefined) return runs
  return Math.ceil(runs * (part === 'fast' ? FAST_RUNS : isAfterFast ? SLOW_RUNS / PORTION : SLOW_RUNS))
}

/**
 * The seed in TEST_SEED, which repeats a failure. Undefined if the variable is not set.
 * @throws {TypeError} when the seed is not an integer
 */
export function seedOf(text: string | undefined = process.env['TEST_SEED']): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,10}$/.test(text))
    throw new TypeError(`TEST_SEED must be a whole number, not ${JSON.stringify(text)}`)
  return Number(text)
}

/** @throws {TypeError} for an unknown part */
function partOf(text: string | undefined): Part {
  if (text === undefined || text === 'fast' || text === 'slow') return text
  throw new TypeError(`TEST_PART must be fast or slow, not ${JSON.stringify(text)}`)
}
