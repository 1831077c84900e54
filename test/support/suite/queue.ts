/** The test files of a run, which its processes take one by one: whoever is free takes the next. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files after which a process makes room for the next: what they loaded and left stays in its memory. */
export const FILES_PER_WORKER = 60

const LIST = 'files.json'

/** Makes the queue in `folder`, which is there and empty. @param files absolute paths, in the order of taking */
export function writeQueue(folder: string, files: readonly string[]): void {
  writeFileSync(join(folder, LIST), JSON.stringify(files))
}

/** The files that nobody has taken yet, each taken as it is given; other processes take from the same folder. */
export function* takeFiles(folder: string): Generator<string> {
  for (const [index, file] of listed(folder).entries()) {
    if (marked(folder, index, 'taken')) yield file
  }
}

/** Notes that every test of the file has ended. */
export function markEnded(folder: string, file: string): void {
  marked(folder, listed(folder).indexOf(file), 'ended')
}

/** The files of the queue that have not ended: not taken, or their process went away in the middle. */
export function unendedFiles(folder: string): string[] {
  return listed(folder).filter((_, index) => !existsSync(join(folder, `${index}.ended`)))
}

function listed(folder: string): string[] {
  return JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as string[]
}

/** Makes a mark; false when it was there. The file system sees to it that one process alone makes it. */
function marked(folder: string, index: number, mark: string): boolean {
  try {
    writeFileSync(join(folder, `${index}.${mark}`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
