/** Uploads the media of an archive, and counts the results. */
import type { MediaType } from '../../../domain/media/facts.ts'
import { uploadStaged } from '../../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../../domain/media/refused.ts'
import type { MediaContext } from '../../../domain/media/tools.ts'
import type { InnerFile } from '../../../files/lines.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'

export interface PictureReport {
  /** Number of files that posts, messages or profiles refer to. */
  readonly read: number
  readonly imported: number
  /** Number of files that the post, message or profile already had. */
  readonly skipped: number
  /**
   * Number of files that were not imported: unsupported and corrupt files, missing files of messages, and files that a
   * message cannot have. Posts and messages that refer to these files are imported.
   */
  readonly rejected: number
  /** Reasons of the first rejections, at most {@link MAX_LISTED_FAULTS}. */
  readonly faults: readonly string[]
  /** Number of rejected files that are corrupt in the archive; undefined if there are none. */
  readonly corrupt?: number
}

export const MAX_LISTED_FAULTS = 20

/**
 * Minimum width and height of a picture in pixels. The minimum is small, because old pictures can be smaller than new
 * uploads may be.
 */
const MIN_SIDE = 1

/** Uploads files for the owner of an archive, and counts the results. */
export class MediaUploads {
  readonly #context: MediaContext
  readonly #ownerId: bigint
  #counts = { read: 0, imported: 0, skipped: 0, rejected: 0 }
  #corrupt = 0
  #faults: string[] = []

  constructor(context: MediaContext, ownerId: bigint) {
    this.#context = context
    this.#ownerId = ownerId
  }

  /** Results so far. */
  get report(): PictureReport {
    const corrupt = this.#corrupt === 0 ? {} : { corrupt: this.#corrupt }
    return { ...this.#counts, faults: [...this.#faults], ...corrupt }
  }

  /** Continues with the results of an earlier run. */
  restore({ faults, read, imported, skipped, rejected, corrupt = 0 }: PictureReport): void {
    this.#counts = { read, imported, skipped, rejected }
    this.#corrupt = corrupt
    this.#faults = [...faults]
  }

  count(result: 'read' | 'imported' | 'skipped', number = 1): void {
    this.#counts[result] += number
  }

  /** Counts a rejected file. @param error the error of a corrupt file */
  reject(fault: string, error?: unknown): void {
    this.#counts.rejected += 1
    if (error instanceof FileUnreadable) this.#corrupt += 1
    if (this.#faults.length < MAX_LISTED_FAULTS) this.#faults.push(fault)
  }

  /**
   * Uploads a file. If nothing refers to the upload, the upload expires.
   * @param types accepted types of files
   * @returns the id of the upload; undefined when it was rejected
   */
  async upload(name: string, file: InnerFile, types: readonly MediaType[]): Promise<bigint | undefined> {
    try {
      const staged = await this.#context.media.staging.of(file.open())
      try {
        const input = { ownerId: this.#ownerId, category: '', additionalOwners: [], isShared: false }
        const { id, facts } = await uploadStaged(this.#context, input, staged, MIN_SIDE)
        if (types.includes(facts.type)) return id
        this.reject(`the file ${shownFile(name)} is of the type ${facts.mime}, which does not fit`)
        return undefined
      } finally {
        await staged.discard()
      }
    } catch (error) {
      if (!(error instanceof UploadRefused || error instanceof FileUnreadable)) throw error
      this.reject(`the picture ${shownFile(name)} cannot be imported: ${error.message}`, error)
      return undefined
    }
  }
}

/** The name of a file, shortened for messages. */
export function shownFile(name: string): string {
  return name.replace(/\p{C}/gu, '?').slice(0, 100)
}
