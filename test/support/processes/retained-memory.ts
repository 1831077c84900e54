import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects all garbage of this process. */
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * The number of bytes that are in use after garbage collection. Resident memory is not measured, because it
 * depends too much on V8.
 */
export function retainedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
