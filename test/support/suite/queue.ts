/** The queue of the test files in a run. Each free process takes the next file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Number of files after which a worker process is replaced, because loaded modules stay in memory. A new process takes
 * four seconds to load the server.
 */
export const FILES_PER_WORKER = 600

/**
 * Number of worker processes. The number is a multiple of the number of processes that run at the same time.
 * Otherwise, one last worker would run the rest of the queue alone.
 */
export function workersFor(files: number, atOnce: number): number {
  return Math.max(1, Math.ceil(files / (FILES_PER_WORKER * atOnce))) * atOnce
}

const LIST = 'files.json'

/** Creates the queue in `folder`, which must be empty. @param files absolute paths, in order */
export function writeQueue(folder: string, files: readonly string[]): void {
  writeFileSync(join(folder, LIST), JSON.stringify(files))
}

/**
 * Takes files from the queue and yields them. Other processes take files from the same folder.
 * @param isLate true when no further file may begin
 */
export function* takeFiles(folder: string, isLate: () => boolean = () => false): Generator<string> {
  for (const [index, file] of listed(folder).entries()) {
    if (isLate()) return
    if (marked(folder, index, 'taken')) yield file
  }
}

/**
 * Records that all tests of the file have ended.
 * @param cpuMs processor time of these tests
 */
export function markEnded(folder: string, file: string, cpuMs: number): void {
  marked(folder, listed(folder).indexOf(file), 'ended', String(cpuMs))
}

/** The processor milliseconds of the files that have ended, the most expensive file first. */
export function cpuOfFiles(folder: string): { readonly file: string; readonly cpuMs: number }[] {
  return listed(folder)
    .entries()
    .map(([index, file]) => ({ file, mark: join(folder, `${index}.ended`) }))
    .filter(({ mark }) => existsSync(mark))
    .map(({ file, mark }) => ({ file, cpuMs: Number(readFileSync(mark, 'utf8')) }))
    .toArray()
    .sort((a, b) => b.cpuMs - a.cpuMs)
}

/** Files that have not ended, because no process took them or their process died. */
export function unendedFiles(folder: string): string[] {
  return listed(folder).filter((_, index) => !existsSync(join(folder, `${index}.ended`)))
}

/** Files that no process took. */
export function untakenFiles(folder: string): string[] {
  return listed(folder).filter((_, index) => !existsSync(join(folder, `${index}.taken`)))
}

function listed(folder: string): string[] {
  return JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as string[]
}

/**
 * Creates a mark, which is a file. Returns false if the mark exists. The file system makes this operation
 * atomic.
 */
function marked(folder: string, index: number, mark: string, text = ''): boolean {
  try {
    writeFileSync(join(folder, `${index}.${mark}`), text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
