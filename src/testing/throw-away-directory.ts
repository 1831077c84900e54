/** Creates temporary directories for test servers, in memory if the system has a file system in memory. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ThrowAwayDirectory {
  readonly path: string
  remove(): Promise<void>
}

/** Creates a directory. The directory is also removed when the process exits, but not when the process is killed. */
export function throwAwayDirectory(): ThrowAwayDirectory {
  const path = mkdtempSync(join(ramDirectory(), 'aviary-test-'))
  const cancel = removeAtExit(path)
  return { path, remove: () => rm(path, { recursive: true, force: true }).finally(cancel) }
}

const directories = new Set<string>()

function removeDirectories(): void {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
}

function removeAtExit(directory: string): () => void {
  if (directories.size === 0) process.on('exit', removeDirectories)
  directories.add(directory)
  return () => {
    directories.delete(directory)
    if (directories.size === 0) process.off('exit', removeDirectories)
  }
}

const SHARED_MEMORY = '/dev/shm'

/**
 * Minimum free space of a file system in memory. A test server uses a few MiB, and containers often have 64 MiB of
 * shared memory.
 */
const MIN_FREE_BYTES = 32 * 2 ** 20

/** A directory in memory if possible; otherwise the system's directory for temporary files. */
function ramDirectory(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    // Only Linux has /dev/shm.
    return tmpdir()
  }
}
