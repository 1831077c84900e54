/** Blobs as files of a directory: of mode 0600, synced before they are acknowledged, and renamed into place whole. */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StagedFile } from '../lib/files/staging.ts'
import { unlessMissing } from '../lib/files/unless-missing.ts'
import { type BlobKey, type BlobReading, type BlobStore, type ByteRange, requireName } from './store.ts'

export class DiskBlobs implements BlobStore {
  readonly #directory: string

  /** @param directory is made when needed */
  constructor(directory: string) {
    this.#directory = directory
  }

  async put(place: BlobKey, file: StagedFile): Promise<void> {
    const path = this.#pathOf(place)
    const folder = dirname(path)
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    await sync(file.path)
    await moveInto(file.path, path)
    await sync(folder)
    // The entry of a new folder lies in those above it.
    if (!isNew) return
    await sync(dirname(folder))
    await sync(this.#directory)
  }

  async read(place: BlobKey, range?: ByteRange): Promise<BlobReading | undefined> {
    const path = this.#pathOf(place)
    const found = await stat(path).catch(unlessMissing)
    if (found === undefined) return undefined
    return { size: found.size, bytes: createReadStream(path, range) }
  }

  async erase(place: BlobKey): Promise<void> {
    await rm(this.#pathOf(place), { force: true })
  }

  async eraseFolder(folder: string): Promise<void> {
    await rm(this.#folderOf(folder), { recursive: true, force: true })
  }

  async close(): Promise<void> {}

  #pathOf({ folder, name }: BlobKey): string {
    return join(this.#folderOf(folder), requireName(name))
  }

  /** Spread over subdirectories by how it begins: one directory with a million entries is slow to list. */
  #folderOf(folder: string): string {
    return join(this.#directory, requireName(folder).slice(0, 2), folder)
  }
}

/** Renames; over the edge of a file system copies beside the place first, so that nothing half is ever in it. */
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
  return error instanceof Error && 'code' in error && error.code === code
}
