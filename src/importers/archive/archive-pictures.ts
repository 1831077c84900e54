/**
 * Pictures of direct messages in a personal archive (docs/decisions/0017-imported-posts.md). They become uploads of whose
 * archive it is, and attachments of their messages, so that only the two sides of a message are given them.
 */

import { uploadStaged } from '../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import type { MediaContext } from '../../domain/media/tools.ts'
import { type MessagePicture, messagesUnknown } from '../../domain/messages/import-messages.ts'
import { randomSlug } from '../../text/links.ts'
import { FileUnreadable, type InnerFile } from '../lines.ts'
import type { ToldPicture } from './archive-messages.ts'

export interface PictureReport {
  /** Pictures of which messages told. */
  readonly read: number
  readonly imported: number
  /** Of messages that were there already, which stay as they are. */
  readonly skipped: number
  /** Not in the archive, or nothing that is taken; their messages are imported all the same. */
  readonly rejected: number
  /** Why, of the first {@link FAULTS_TOLD}. */
  readonly faults: readonly string[]
}

export const FAULTS_TOLD = 20

export class ArchivePictures {
  readonly #context: MediaContext
  readonly #ownerId: bigint
  readonly #files: ReadonlyMap<string, InnerFile>
  readonly #counts = { read: 0, imported: 0, skipped: 0, rejected: 0 }
  readonly #faults: string[] = []

  /**
   * @param ownerId whose archive it is
   * @param files by their names in the archive
   */
  constructor(context: MediaContext, ownerId: bigint, files: ReadonlyMap<string, InnerFile>) {
    this.#context = context
    this.#ownerId = ownerId
    this.#files = files
  }

  /** What became of all pictures so far. */
  get report(): PictureReport {
    return { ...this.#counts, faults: this.#faults }
  }

  /**
   * Uploads what messages show that are not there yet; by the message. One that is never shown, because its message
   * could not be stored, expires by itself.
   */
  async bring(told: readonly ToldPicture[]): Promise<ReadonlyMap<bigint, MessagePicture>> {
    const brought = new Map<bigint, MessagePicture>()
    if (told.length === 0) return brought
    const ids = [...new Set(told.map(({ messageId }) => messageId))]
    const unknown = await messagesUnknown(this.#context.store, ids)
    this.#counts.read += told.length
    for (const picture of told) {
      const { messageId } = picture
      if (!unknown.has(messageId)) this.#counts.skipped += 1
      else if (brought.has(messageId)) this.#reject(`the message ${messageId} shows more than one picture`)
      else {
        const mediaId = await this.#upload(picture)
        if (mediaId === undefined) continue
        const slug = randomSlug(this.#context.random)
        brought.set(messageId, { mediaId, ownerId: this.#ownerId, slug })
        this.#counts.imported += 1
      }
    }
    return brought
  }

  /** The id of the upload; undefined when nothing came of it. */
  async #upload({ messageId, url }: ToldPicture): Promise<bigint | undefined> {
    const name = `${messageId}-${url.slice(url.lastIndexOf('/') + 1)}`
    const file = this.#files.get(name)
    if (file === undefined) {
      this.#reject(`the picture ${name.slice(0, 100)} is not in the archive`)
      return undefined
    }
    try {
      const staged = await this.#context.media.staging.of(file.open())
      try {
        const input = { ownerId: this.#ownerId, category: '', additionalOwners: [], isShared: false }
        return (await uploadStaged(this.#context, input, staged)).id
      } finally {
        await staged.discard()
      }
    } catch (error) {
      if (!(error instanceof UploadRefused || error instanceof FileUnreadable)) throw error
      this.#reject(`the picture ${name} cannot be taken: ${error.message}`)
      return undefined
    }
  }

  #reject(fault: string): void {
    this.#counts.rejected += 1
    if (this.#faults.length < FAULTS_TOLD) this.#faults.push(fault)
  }
}
