/**
 * Snapshots of the blobs in a directory. The file of a blob is never changed in place, so the copies are hard links.
 * The implementation records which folders changed since a snapshot. If this process saved the snapshot, a restore
 * replaces only these folders.
 */
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../lib/files/unless-missing.ts'
import type { BlobSnapshots } from './blob-snapshots.ts'
import { subdirectoryOf } from './disk.ts'
import type { BlobStore } from './store.ts'

const SUFFIX = '.media'

export class DiskSnapshots implements BlobSnapshots {
  readonly isComplete = true
  readonly #media: string
  readonly #copies: string
  /** For each snapshot of this process: the folders that changed since the snapshot was saved or restored. */
  readonly #changed = new Map<string, Set<string>>()

  /**
   * @param media the directory of the blobs
   * @param copies the directory of the copies, which is created for the first copy
   */
  constructor(media: string, copies: string) {
    this.#media = media
    this.#copies = copies
  }

  watch(store: BlobStore): BlobStore {
    const changing = <T>(folder: string, work: () => Promise<T>): Promise<T> => {
      for (const folders of this.#changed.values()) folders.add(folder)
      return work()
    }
    return {
      put: (key, file) => changing(key.folder, () => store.put(key, file)),
      read: (key, range) => store.read(key, range),
      erase: (key) => changing(key.folder, () => store.erase(key)),
      eraseFolder: (folder) => changing(folder, () => store.eraseFolder(folder)),
      close: () => store.close(),
    }
  }

  async save(name: string, saveRows: () => Promise<void>): Promise<void> {
    const changed = new Set<string>()
    const copy = `${this.#copyOf(name)}.partial`
    await rm(copy, { recursive: true, force: true })
    this.#changed.set(name, changed)
    for (const folder of await this.#folders()) await linkAll(this.#pathOf(folder), join(copy, folder))
    await saveRows()
    for (const folder of changed) await linkAll(this.#pathOf(folder), join(copy, folder))
    await rm(this.#copyOf(name), { recursive: true, force: true })
    await rename(copy, this.#copyOf(name)).catch(unlessMissing) // If there were no blobs, there is no copy.
  }

  async copy(from: string, to: string): Promise<void> {
    await rm(this.#copyOf(to), { recursive: true, force: true })
    for (const folder of await listOf(this.#copyOf(from))) {
      await linkAll(join(this.#copyOf(from), folder), join(this.#copyOf(to), folder))
    }
    const changed = this.#changed.get(from)
    if (changed === undefined) this.#changed.delete(to)
    else this.#changed.set(to, new Set(changed))
  }

  async restore(name: string): Promise<void> {
    const copy = this.#copyOf(name)
    const folders = this.#changed.get(name) ?? new Set([...(await this.#folders()), ...(await listOf(copy))])
    for (const folder of folders) {
      await rm(this.#pathOf(folder), { recursive: true, force: true })
      await linkAll(join(copy, folder), this.#pathOf(folder))
      for (const changed of this.#changed.values()) changed.add(folder)
    }
    this.#changed.set(name, new Set())
  }

  async remove(name: string): Promise<void> {
    this.#changed.delete(name)
    await rm(this.#copyOf(name), { recursive: true, force: true })
  }

  async #folders(): Promise<readonly string[]> {
    const parents = await listOf(this.#media)
    return (await Promise.all(parents.map((parent) => listOf(join(this.#media, parent))))).flat()
  }

  #copyOf(name: string): string {
    return join(this.#copies, name + SUFFIX)
  }

  #pathOf(folder: string): string {
    return join(this.#media, subdirectoryOf(folder))
  }
}

/**
 * Creates hard links to the files of the directory `from` in the directory `to`. Does nothing if `from` does
 * not exist.
 */
async function linkAll(from: string, to: string): Promise<void> {
  const names = await listOf(from)
  if (names.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) await linkFile(join(from, name), join(to, name))
}

/**
 * Creates a hard link. Copies the file where hard links are impossible: across file systems, and on file
 * systems without hard links.
 */
async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = Error.isError(error) && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    // The blob was erased during the copy.
    if (code === 'ENOENT') return
    await copyFile(from, to).catch(unlessMissing)
  }
}

async function listOf(directory: string): Promise<readonly string[]> {
  return (await readdir(directory).catch(unlessMissing)) ?? []
}
