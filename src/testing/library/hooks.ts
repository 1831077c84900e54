/** Runs one server for all tests of a file, with any test runner that has hooks. */
import type { Aviary, AviaryOptions } from './aviary.ts'
import { startAviary } from './start.ts'

type Register = (work: () => Promise<void>) => unknown

/** Hook functions of the test runner. */
export interface TestHooks {
  /** `before` of node:test, `beforeAll` of vitest and jest. */
  readonly before: Register
  /** `after` of node:test, `afterAll` of vitest and jest. */
  readonly after: Register
  readonly beforeEach: Register
}

/**
 * Runs one server for all tests of a file. Before each test, the server returns to the state that it had at
 * the end of the `before` hooks.
 *
 * ```js
 * import { after, before, beforeEach, test } from 'node:test' // vitest, jest: beforeAll and afterAll
 * import { useAviary } from 'aviary-server/testing'
 *
 * const aviary = useAviary({ before, after, beforeEach })
 * test('the bot answers', async () => {
 *   await aviary.createPost({ author: aviary.user, text: 'Hello' })
 * })
 * ```
 * @returns the server, for use in tests and hooks
 */
export function useAviary({ before, after, beforeEach }: TestHooks, options: AviaryOptions = {}): Aviary {
  let started: Aviary | undefined
  let isChanged = false
  const running = (): Aviary => {
    if (started !== undefined) return started
    throw new Error('the server starts in the hook "before"; use it inside tests and hooks')
  }
  before(async () => {
    started = await startAviary(options)
  })
  beforeEach(async () => {
    await (isChanged ? running().reset() : running().saveStart())
    isChanged = true
  })
  after(async () => {
    await started?.stop()
  })
  return new Proxy({} as Aviary, { get: (_target, name) => Reflect.get(running(), name) })
}
