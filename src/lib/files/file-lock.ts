/** A file lock that only one process can hold. The operating system releases it when the process ends. */
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file. If the file is missing, an empty file is created. On a network file system, the lock may get lost.
 * @returns a function that releases the lock; undefined when another process holds the lock
 */
export function takeFileLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error
    return undefined
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
