/**
 * The process of a lane (lane.ts). Node's runner follows every promise to the test that made it, to find the suite that a
 * test belongs to and the test of an uncaught error. That takes a tenth of the processor time of the suite, while an
 * `AsyncLocalStorage` follows for nothing: here it stands behind the functions by which the runner follows.
 */
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

/** Number of the current test. */
const current = new AsyncLocalStorage<number>()

let begin: HookCallbacks['init']

/** A test or suite is a resource. */
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
    // Inside, because a resource brings back the storage of its making.
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
// The runner takes the functions when it is loaded.
await import('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
await import('./lane.ts')
