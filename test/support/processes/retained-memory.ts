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
  // V8 counts the buffers that a collection freed as used until the next collection.
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
