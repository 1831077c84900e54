/**
 * Finds the media files of a personal archive (spec/archives.md#archive-media), including files that nothing refers to.
 */
import type { InnerFile } from '../../../files/lines.ts'
import type { ArchiveTally } from '../archive-tally.ts'

/** Uses of a media folder. */
export type MediaUse = 'posts' | 'messages' | 'profile'

interface MediaFile extends InnerFile {
  readonly folder: string
  isReferenced: boolean
}

/** The name of a media file: the id of the post, message or account, a dash, and the last part of the media URL. */
const OWNED = /^(\d{1,19})-[^/]+$/

export class MediaFiles {
  readonly #files: Readonly<Record<MediaUse, Map<string, MediaFile>>> = {
    posts: new Map(),
    messages: new Map(),
    profile: new Map(),
  }

  /** Adds a file. @param name file name without folders */
  add(use: MediaUse, folder: string, name: string, file: InnerFile): void {
    this.#files[use].set(name, { ...file, folder, isReferenced: false })
  }

  /** Names of all files. */
  get names(): readonly string[] {
    return Object.values(this.#files).flatMap((files) => [...files.keys()])
  }

  /** True if no file with this use was added. */
  isEmpty(use: MediaUse): boolean {
    return this.#files[use].size === 0
  }

  /** The file with this name. The call marks the file as referenced. */
  find(use: MediaUse, name: string): InnerFile | undefined {
    const file = this.#files[use].get(name)
    if (file !== undefined) file.isReferenced = true
    return file
  }

  /**
   * Counts the files that nothing refers to, by folder.
   * @param isHeld returns true for the id of a held-back post; the media files of such a post also count as held back
   */
  countOthers(tally: ArchiveTally, isHeld: (id: bigint) => boolean): void {
    for (const [use, noun] of NOUNS) {
      for (const [name, { folder, isReferenced }] of this.#files[use]) {
        const digits = OWNED.exec(name)?.[1]
        if (isReferenced) continue
        if (digits === undefined && use !== 'profile') tally.countHeldBack(folder, 1)
        else if (use === 'posts' && digits !== undefined && isHeld(BigInt(digits)))
          tally.countHeldBack(folder, 1)
        else tally.countNotKept(`${folder} (without ${noun})`, 1)
      }
    }
  }
}

const NOUNS = [
  ['posts', 'a post'],
  ['messages', 'a message'],
  ['profile', 'a profile'],
] as const satisfies readonly (readonly [MediaUse, string])[]

/** The last part of a URL, without the query; empty if there is none. */
export function lastPartOf(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  return path.slice(path.lastIndexOf('/') + 1)
}
