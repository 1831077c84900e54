/** Bytes that this process has read from files, by the counter of Linux. */
import { existsSync, readFileSync } from 'node:fs'

const COUNTERS = '/proc/self/io'

/** True on machines with the counter. */
export const canCountReads = existsSync(COUNTERS)

/** Bytes that `work` and other threads have read meanwhile, also from the cache of the system, and some for the counter. */
export async function bytesReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = readBytes()
  await work()
  return readBytes() - before
}

function readBytes(): number {
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(COUNTERS, 'utf8')) ?? []
  return Number(bytes)
}
