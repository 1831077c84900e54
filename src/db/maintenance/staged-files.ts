/** Key and media files of a backup during a restore. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreRefused } from '../errors.ts'
import { BackupUnusable, KEY, mediaPathOf } from './archive-format.ts'
import type { Member } from './archive-reader.ts'
import { syncDirectory } from './sync.ts'

export interface FileLocations {
  /** Directory of the temporary files. It must be on the same file system as the final files. */
  readonly data: string
  readonly keyFile: string
  readonly mediaDirectory: string
  /** Part of temporary names. */
  readonly nonce: string
}

/** Writes files under temporary names first, then moves all of them. */
export class StagedFiles {
  readonly #keyFile: string
  readonly #mediaDirectory: string
  readonly #stagedKey: string
  readonly #stagedMedia: string
  #hasKey = false
  #mediaFiles = 0
  readonly #placed: string[] = []

  constructor({ data, keyFile, mediaDirectory, nonce }: FileLocations) {
    this.#keyFile = keyFile
    this.#mediaDirectory = mediaDirectory
    this.#stagedKey = join(data, `.key.${nonce}.partial`)
    this.#stagedMedia = join(data, `.media.${nonce}.partial`)
  }

  refuseOccupied(): void {
    const media = this.#mediaDirectory
    if (existsSync(media) && readdirSync(media).length > 0) {
      throw new StoreRefused(`${media} holds files; restore into an empty data directory`)
    }
  }

  async stage(member: Member): Promise<void> {
    if (member.name === KEY) {
      await writeNew(this.#stagedKey, member.content)
      this.#hasKey = true
      this.#refuseOtherKey()
      return
    }
    const path = mediaPathOf(member.name)
    if (path === undefined)
      throw new BackupUnusable(`it holds ${JSON.stringify(member.name)}, which no backup does`)
    const file = join(this.#stagedMedia, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeNew(file, member.content)
    this.#mediaFiles += 1
  }

  async place(): Promise<{ readonly mediaFiles: number; readonly hasKey: boolean }> {
    if (this.#mediaFiles > 0) {
      await rm(this.#mediaDirectory, { recursive: true, force: true })
      await rename(this.#stagedMedia, this.#mediaDirectory)
      this.#placed.push(this.#mediaDirectory)
    }
    if (this.#hasKey && !existsSync(this.#keyFile)) {
      await rename(this.#stagedKey, this.#keyFile)
      this.#placed.push(this.#keyFile)
    }
    await rm(this.#stagedKey, { force: true })
    await syncDirectory(dirname(this.#keyFile))
    return { mediaFiles: this.#mediaFiles, hasKey: this.#hasKey }
  }

  async discard(): Promise<void> {
    for (const path of [this.#stagedKey, this.#stagedMedia, ...this.#placed.splice(0)]) {
      await rm(path, { recursive: true, force: true })
    }
  }

  #refuseOtherKey(): void {
    if (!existsSync(this.#keyFile)) return
    if (readFileSync(this.#keyFile).equals(readFileSync(this.#stagedKey))) return
    throw new StoreRefused(
      `${this.#keyFile} is another key than the backup's; restore into an empty data directory, or move that key away`,
    )
  }
}

async function writeNew(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of content) await handle.write(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
