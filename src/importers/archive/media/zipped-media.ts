/** Zip files inside the media folders of an archive, as in archives of 2019 (spec/archives.md#archive-media). */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InnerFile } from '../../../files/lines.ts'
import { ZipFile } from '../../../files/zip.ts'

/** A file in a zip file. */
export interface ZippedFile {
  /** Without folders. */
  readonly name: string
  readonly file: InnerFile
}

/** Open zip files, which are copied to a temporary folder, because they may be in a zip file themselves. */
export class ZippedMedia implements AsyncDisposable {
  readonly #zips: ZipFile[] = []
  #folder: string | undefined

  /** The files of a zip file. @throws {FileUnreadable} when it is corrupt */
  async filesIn(zipped: InnerFile): Promise<readonly ZippedFile[]> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'aviary-media-'))
    const path = join(this.#folder, `${this.#zips.length}.zip`)
    await pipeline(zipped.open(), createWriteStream(path, { mode: 0o600 }))
    const zip = await ZipFile.open(path)
    this.#zips.push(zip)
    return zip.members
      .filter(({ name }) => !name.endsWith('/'))
      .map((member) => ({
        name: member.name.slice(member.name.lastIndexOf('/') + 1),
        file: { name: `${member.name} in ${zipped.name}`, open: () => zip.read(member) },
      }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const zip of this.#zips) await zip.close()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}
