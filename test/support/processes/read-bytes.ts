/** Counts the bytes that this process reads from files, with a counter of Linux. */
import { existsSync, readFileSync } from 'node:fs'

const COUNTERS = '/proc/self/io'

/** True on machines that have the counter. */
export const canCountReads = existsSync(COUNTERS)

/**
 * Number of bytes that `work` reads from files or from the cache of the system. The number includes the reads
 * of other threads, and the few bytes that are read for the counter itself.
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
