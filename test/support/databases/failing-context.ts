/** Simulates a process that dies during a bulk import. */
import type { Context } from '../../../src/domain/context.ts'

/**
 * Makes a context whose bulk transactions fail from number `batch` on (the first is 1), as if the process had
 * died.
 */
export function failingFrom(context: Context, batch: number): Context {
  let written = 0
  const store = new Proxy(context.store, {
    get(target, name) {
      if (name === 'writeAlone') {
        return (verb: never) => {
          written += 1
          if (written >= batch) throw new Error('the process died')
          return target.writeAlone(verb)
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...context, store }
}
