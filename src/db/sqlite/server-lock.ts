/**
 * Prevents a second server on a SQLite file. Nonces and rate windows are in memory, so two servers would accept every
 * request twice; several servers need PostgreSQL.
 *
 * There are two locks, which the system releases when the process ends. Among the CLI commands only large imports take
 * them.
 *
 * - a lock file next to the database: anyone may remove it, and another server would create a new one;
 * - the database itself, by device and inode, so that it is the same under any name, link or mount. Locks of SQLite are
 *   not suitable: in WAL mode, none excludes servers without excluding commands. An abstract socket name represents the
 *   file, and Linux lets one process bind it. The name is shared within a network namespace; between containers, and on
 *   other systems, the lock file is locked again soon after it is removed.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { takeFileLock } from '../../lib/files/file-lock.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { StoreRefused } from '../errors.ts'

/** In the directory of the database; empty. */
export const SERVER_LOCK_FILE = 'aviary.lock'

/** Milliseconds between checks of the lock file. */
const LOOK_MS = 1_000

export interface ServerLock {
  /**
   * Locks again when the lock file is removed or replaced.
   * @param onRemoved called with true when the lock was retaken, with false when that failed; retried in that case
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
 * Takes the lock of the database itself; Linux only.
 * @param file must exist
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

/** Device and inode, equal under every name of a file; undefined when missing. */
function placeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}

/** Also undefined when the directory is not writable; the caller retries. */
function tryLock(file: string): (() => void) | undefined {
  try {
    return takeFileLock(file)
  } catch {
    // The caller retries.
    return undefined
  }
}

function refused(what: string): StoreRefused {
  return new StoreRefused(
    `another server runs on ${what}, or a large import, which ends by itself; stop it, name another directory with --data, or use PostgreSQL (--database) for more than one`,
  )
}
