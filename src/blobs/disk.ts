/**
 * Stores blobs as files in a directory, with mode 0600. A file is synced and then renamed to its final name before
 * `put` resolves.
 */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StagedFile } from '../lib/files/staging.ts'
import { unlessMissing } from '../lib/files/unless-missing.ts'
import { type BlobKey, type BlobReading, type BlobStore, type ByteRange, requireName } from './store.ts'

export class DiskBlobs implements BlobStore {
  readonly #directory: string

  /** @param directory directory of the blobs; it is created when it is needed */
  constructor(directory: string) {
    this.#directory = directory
  }

  async put(key: BlobKey, file: StagedFile): Promise<void> {
    const path = this.#pathOf(key)
    const folder = dirname(path)
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    await sync(file.path)
    await moveInto(file.path, path)
    await sync(folder)
    // If the folder is new, its parent directories must also be synced.
    if (!isNew) return
    await sync(dirname(folder))
    await sync(this.#directory)
  }

  async read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined> {
    const path = this.#pathOf(key)
    const found = await stat(path).catch(unlessMissing)
    if (found === undefined) return undefined
    return { size: found.size, bytes: createReadStream(path, range) }
  }

  async erase(key: BlobKey): Promise<void> {
    await rm(this.#pathOf(key), { force: true })
  }

  async eraseFolder(folder: string): Promise<void> {
    await rm(this.#folderOf(folder), { recursive: true, force: true })
  }

  async close(): Promise<void> {}

  #pathOf({ folder, name }: BlobKey): string {
    return join(this.#folderOf(folder), requireName(name))
  }

  #folderOf(folder: string): string {
    return join(this.#directory, subdirectoryOf(folder))
  }
}

/**
 * Subdirectory of a folder, named after its first two characters, because a directory with a million entries is slow to
 * list.
 */
export function subdirectoryOf(folder: string): string {
  return join(requireName(folder).slice(0, 2), folder)
}

/**
 * Moves a file. Across file systems, the file is first copied next to the target, so that the target is never
 * incomplete.
 */
async function moveInto(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    const near = `${to}.partial`
    await copyFile(from, near)
    await sync(near)
    await rename(near, to)
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return Error.isError(error) && 'code' in error && error.code === code
}
