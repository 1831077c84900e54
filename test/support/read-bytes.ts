/** Counts the bytes that this process reads from files, with the counter of Linux. */
import { existsSync, readFileSync } from 'node:fs'

const COUNTERS = '/proc/self/io'

/** True on machines with the counter. */
export const canCountReads = existsSync(COUNTERS)

/**
 * Number of bytes that `work` reads, also from the cache of the system. It includes reads of other threads,
 * and a few bytes for the counter itself.
 */
export async function bytesReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = readBytes()
  await work()
  return readBytes() - before
}

function readBytes(): number {
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(COUNTERS, 'utf8')) ?? []
  return Number(bytes)
}
