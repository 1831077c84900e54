/** A lock that one process holds, and that the system takes back when the process ends, however it ends. */
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the lock of a file, which is made when it is missing and holds nothing. On a file system of another machine it
 * may be lost while the process lives.
 * @returns how to give it back; undefined when somebody else holds it
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
