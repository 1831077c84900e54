/** Directories that exist for one server of a test, in memory where the system has such files. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ThrowAwayDirectory {
  readonly path: string
  remove(): Promise<void>
}

/** Creates a directory. The end of the process removes it too, unless the process is killed. */
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

/** A test world takes a few MiB; containers often have 64 MiB of shared memory. */
const MIN_FREE_BYTES = 32 * 2 ** 20

/** A directory in memory where the system has one. */
function ramDirectory(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    // Systems other than Linux have no such directory.
    return tmpdir()
  }
}
