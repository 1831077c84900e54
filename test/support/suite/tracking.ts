/**
 * Replaces the functions with which the test runner of Node finds the test that caused an uncaught error, and the suite
 * of a new test. The runner tracks every promise for this, which takes a tenth of the processor time of the run. An
 * `AsyncLocalStorage` does the same almost without cost. Import this module before `node:test`, and call
 * {@link restoreHooks} after it.
 */
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

/** Number of the current test. */
const current = new AsyncLocalStorage<number>()

let callbacks: HookCallbacks = {}

/** The tests, suites and hooks that the runner knows, in the order of their numbers. */
let known: Followed[] = []

/** The resource of a test or suite, which sets the number of the current test. */
class Followed extends AsyncResource {
  /** Members of the tests and suites of the runner. */
  declare readonly parent?: Followed | null
  declare subtests?: Followed[]

  constructor(type: string, options?: ConstructorParameters<typeof AsyncResource>[1]) {
    super(type, options)
    const number = this.asyncId()
    if (type !== 'TestReporterScope') known.push(this)
    callbacks.init?.(number, type, current.getStore() ?? 0, this)
  }

  override runInAsyncScope<This, Result>(
    fn: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    // The number is set inside the scope, because a resource restores the storage as it was when the resource
    // was created.
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => Reflect.apply(fn, thisArg, args)))
  }
}

const NONE: hooks.AsyncHook = { enable: () => NONE, disable: () => NONE }

const { createHook, executionAsyncId } = hooks
Object.assign(hooks, {
  AsyncResource: Followed,
  executionAsyncId: () => current.getStore() ?? 0,
  createHook(given: HookCallbacks) {
    callbacks = given
    return NONE
  },
})

/** Undoes the replacement for all modules but the test runner, which reads the functions when it is loaded. */
export function restoreHooks(): void {
  Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
}

/** Number of the newest test or suite. */
export function newestTest(): number {
  return known.at(-1)?.asyncId() ?? 0
}

/**
 * Removes ended tests from the lists of the runner, which would keep their servers and data in memory until the process
 * ends. If a removed test fails later, the report names no test.
 * @param last number of the newest test to remove
 */
export function forgetTests(last: number): void {
  // The test that contains all files has no parent. It ends last, and needs the results of its subtests then.
  const isEnded = (test: Followed) => test.asyncId() <= last && test.parent !== null
  for (const test of known.filter(isEnded)) {
    callbacks.destroy?.(test.asyncId())
    test.subtests = []
  }
  known = known.filter((test) => !isEnded(test))
}
