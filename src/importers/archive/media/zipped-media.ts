/**
 * Reads zip files inside the media folders of an archive; archives from 2019 have such files
 * (spec/archives.md#archive-media).
 */
import type { InnerFile } from '../../../files/lines.ts'
import { TemporaryCopies } from '../../../files/temporary-copies.ts'
import { ZipFile } from '../../../files/zip.ts'

/** A file in a zip file. */
export interface ZippedFile {
  /** File name without folders. */
  readonly name: string
  readonly file: InnerFile
}

/** Opened zip files. Each zip file is copied to a temporary folder, because it may be inside another zip file. */
export class ZippedMedia implements AsyncDisposable {
  readonly #zips: ZipFile[] = []
  readonly #copies = new TemporaryCopies()

  /** The files of a zip file. @throws {FileUnreadable} when the zip file is corrupt */
  async filesIn(zipped: InnerFile): Promise<readonly ZippedFile[]> {
    const zip = await ZipFile.open(await this.#copies.add(zipped.open()))
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
    await this.#copies[Symbol.asyncDispose]()
  }
}
