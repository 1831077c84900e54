/** The folder in which a test run keeps its data: in memory where the system offers that. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startJanitor } from './janitor.ts'

/** A file system in memory, on Linux; a sync there waits for no disk. */
const MEMORY = '/dev/shm'

/** Bytes that a run may need at a time: two browsers, an installed package, a cluster with its log. */
const ENOUGH = 3 * 2 ** 30

export interface RunFolder {
  readonly path: string
  remove(): Promise<void>
}

/**
 * A folder in memory, which everybody can traverse, and which is removed with this process at the latest; undefined
 * where there is no such file system, too little left of it, or no program can be run from it, as in many containers.
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
  // PostgreSQL runs as another user than root.
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true })
      dismissJanitor()
    },
  }
}

/** Whether files below `path` may be executed; a browser and an installed package are. */
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
