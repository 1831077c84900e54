/**
 * Keeps a second server away from a SQLite file. What a server remembers by itself, nonces and rate windows, would let
 * everything pass twice with two of them; several servers share a PostgreSQL.
 *
 * Two locks, which the system takes back when the process ends, however it ends. Commands ask for neither.
 *
 * - of a file beside the database: anybody may remove it, and then another server would make a new one;
 * - of the database itself, by its device and inode, so that it is the same under whatever name, link or mount. SQLite's
 *   own locks are no use: in WAL mode it has none on the file that would stop a server and no command. So the name of an
 *   abstract socket stands for the file, which Linux lets one process have. It is one for all processes of a network
 *   namespace; between containers, and on other systems, the first lock is taken again soon after it was removed.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { takeFileLock } from '../../lib/files/file-lock.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { StoreRefused } from '../errors.ts'

/** Beside the database; holds nothing. */
export const SERVER_LOCK_FILE = 'aviary.lock'

/** Milliseconds between two looks at the file of the lock. */
const LOOK_MS = 1_000

export interface ServerLock {
  /**
   * Takes the lock again when its file is removed or replaced.
   * @param onRemoved called with true when the lock was taken again, and with false when that fails, which is tried again
   */
  watch(clock: Clock, onRemoved: (isHeld: boolean) => void): void
  release(): void
}

/**
 * Takes the lock of the file beside the database.
 * @throws {StoreRefused} when another server holds it
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
        // The lock of a removed file keeps no one away.
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
 * Takes the lock of the database itself; on Linux only.
 * @param file must be there
 * @returns how to give it back
 * @throws {StoreRefused} when another server holds it
 */
export async function takeDatabaseLock(file: string): Promise<() => void> {
  if (process.platform !== 'linux') return () => undefined
  const socket = createServer((connection) => connection.destroy())
  socket.unref()
  try {
    socket.listen({ path: `\0aviary-server/${placeOf(file)}`, exclusive: true })
    await once(socket, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') throw refused(file)
    throw error
  }
  return () => {
    socket.close()
  }
}

/** Device and inode, the same under every name of a file; undefined when there is none. */
function placeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}

/** Undefined also when the directory allows it no more: it is tried again. */
function tryLock(file: string): (() => void) | undefined {
  try {
    return takeFileLock(file)
  } catch {
    // As above.
    return undefined
  }
}

function refused(what: string): StoreRefused {
  return new StoreRefused(
    `another server runs on ${what}; stop it, name another directory with --data, or use PostgreSQL (--database) for more than one`,
  )
}
