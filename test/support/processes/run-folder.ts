/** Creates the data folder of a test run, in memory if possible. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startJanitor } from './janitor.ts'

/** A file system of Linux that is in memory, so that a sync takes no time. */
const MEMORY = '/dev/shm'

/**
 * Bytes that a run may need, for two browsers, an installed package, and a PostgreSQL cluster with its log.
 */
const ENOUGH = 3 * 2 ** 30

export interface RunFolder {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Creates a folder in memory to which every user has access. The folder is removed when this process ends, or
 * earlier. Undefined when there is no file system in memory, when it has too little space, when the machine
 * has too little free memory, or when programs cannot be run from the folder, as in many containers.
 */
export async function memoryFolder(memory = MEMORY, enough = ENOUGH): Promise<RunFolder | undefined> {
  const system = await statfs(memory).catch(() => undefined)
  if (system === undefined || system.bavail * system.bsize < enough) return undefined
  if (process.availableMemory() < 2 * enough) return undefined
  const path = await mkdtemp(join(memory, 'aviary-test-run-'))
  if (!(await runsPrograms(path))) {
    await rm(path, { recursive: true })
    return undefined
  }
  const dismissJanitor = startJanitor(path)
  // Other users need access, because PostgreSQL does not run as root.
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true })
      dismissJanitor()
    },
  }
}

/** True if files below `path` can be executed. A browser and an installed package need this. */
async function runsPrograms(path: string): Promise<boolean> {
  const program = join(path, 'program')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
  try {
    await promisify(execFile)(program)
    return true
  } catch {
    return false
  } finally {
    await rm(program)
  }
}
