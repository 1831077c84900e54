/**
 * Prevents a second server on the same SQLite file. Used nonces and rate windows are in memory, so each of two servers
 * would accept the same request. Several servers need PostgreSQL.
 *
 * There are two locks. The operating system releases them when the process ends. Of the CLI commands, only large
 * imports take the locks.
 *
 * - a lock file next to the database. If the file is removed, another server can create a new file and lock that file.
 * - the database itself, identified by device and inode, so that the lock is the same under any name, link or
 *   mount. Locks of SQLite cannot be used. In WAL mode, a lock that excludes other servers would also exclude
 *   commands. Instead the process binds an abstract socket whose name identifies the file. Linux lets only
 *   one process bind a name. Socket names are shared within a network namespace. Between containers, and on
 *   other systems, only the lock file protects the database. A removed lock file is soon created and locked
 *   again.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { takeFileLock } from '../../lib/files/file-lock.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { StoreRefused } from '../errors.ts'

/** Name of the lock file in the directory of the database. The file is empty. */
export const SERVER_LOCK_FILE = 'aviary.lock'

/** Milliseconds between checks of the lock file. */
const LOOK_MS = 1_000

export interface ServerLock {
  /**
   * When the lock file was removed or replaced, creates the file again and locks it.
   * @param onRemoved called with true when the file is locked again, and with false when the first attempt to
   *   lock it has failed; the attempts are repeated
   */
  watch(clock: Clock, onRemoved: (isHeld: boolean) => void): void
  release(): void
}

/**
 * Takes the lock file next to the database.
 * @throws {StoreRefused} when another server has the lock
 */
export function takeServerLock(file: string): ServerLock {
  let release = takeFileLock(file)
  if (release === undefined) throw refused('this data directory')
  let place = placeOf(file)
  let isHeld = true
  let stop = (): void => undefined
  return {
    watch(clock, onRemoved) {
      stop = clock.every(LOOK_MS, () => {
        if (isHeld && placeOf(file) === place) return
        const taken = tryLock(file)
        if (taken === undefined) {
          if (isHeld) onRemoved(false)
          isHeld = false
          return
        }
        // The lock of a removed file excludes no process.
        release?.()
        release = taken
        place = placeOf(file)
        isHeld = true
        onRemoved(true)
      })
    },
    release() {
      stop()
      release?.()
    },
  }
}

/**
 * Takes the lock of the database itself; has no effect except on Linux.
 * @param file an existing file
 * @returns a function that releases the lock
 * @throws {StoreRefused} when another server has the lock
 */
export async function takeDatabaseLock(file: string): Promise<() => void> {
  if (process.platform !== 'linux') return () => undefined
  const socket = createServer((connection) => connection.destroy())
  socket.unref()
  try {
    socket.listen({ path: `\0aviary-server/${placeOf(file)}`, exclusive: true })
    await once(socket, 'listening')
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'EADDRINUSE') throw refused(file)
    throw error
  }
  return () => {
    socket.close()
  }
}

/** Device and inode of a file, which are equal under every name of the file; undefined when the file is missing. */
function placeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}

/**
 * Tries to lock the file. Returns undefined when another process has the lock, or when the directory is not writable;
 * the caller retries.
 */
function tryLock(file: string): (() => void) | undefined {
  try {
    return takeFileLock(file)
  } catch {
    // The directory is not writable. The caller retries.
    return undefined
  }
}

function refused(what: string): StoreRefused {
  return new StoreRefused(
    `another server runs on ${what}, or a large import, which ends by itself; stop it, name another directory with --data, or use PostgreSQL (--database) for more than one`,
  )
}
