/**
 * The process that runs lane.ts. The test runner of Node tracks every promise, to find the test that caused
 * an uncaught error, and the suite of a new test. This tracking takes a tenth of the processor time of the
 * run. An `AsyncLocalStorage` does the tracking almost without cost. Therefore this file replaces the
 * functions that the runner uses for the tracking by functions that use an `AsyncLocalStorage`.
 */
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

/** Number of the current test. */
const current = new AsyncLocalStorage<number>()

let begin: HookCallbacks['init']

/** The resource of a test or suite, which sets the number of the current test. */
class Followed extends AsyncResource {
  constructor(type: string, options?: ConstructorParameters<typeof AsyncResource>[1]) {
    super(type, options)
    begin?.(this.asyncId(), type, current.getStore() ?? 0, this)
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
  createHook(callbacks: HookCallbacks) {
    begin = callbacks.init
    return NONE
  },
})
// The test runner is imported after the replacement, because it reads the functions when it is loaded.
await import('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
await import('./lane.ts')
