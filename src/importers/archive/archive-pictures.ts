/**
 * Imports the pictures of direct messages of a personal archive (docs/decisions/0017-imported-posts.md). They become uploads of
 * the owner and attachments of their messages, so that only the two participants can read them.
 */

import type { Reader } from '../../db/store.ts'
import { uploadStaged } from '../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../domain/media/refused.ts'
import type { MediaContext } from '../../domain/media/tools.ts'
import type { MessagePicture } from '../../domain/messages/import-messages.ts'
import type { InnerFile } from '../../files/lines.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { randomSlug } from '../../text/links.ts'
import { FIRST_SNOWFLAKE } from '../posts/post-time.ts'
import type { PictureReference } from './archive-messages.ts'

export interface PictureReport {
  /** Pictures that messages refer to. */
  readonly read: number
  readonly imported: number
  /** Pictures of messages that were already present. */
  readonly skipped: number
  /** Missing or unsupported pictures; their messages are imported. */
  readonly rejected: number
  /** Reasons of the first rejections, at most {@link MAX_LISTED_FAULTS}. */
  readonly faults: readonly string[]
}

type FindUnknown = (reader: Reader, ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>

export const MAX_LISTED_FAULTS = 20

export class ArchivePictures {
  readonly #context: MediaContext
  readonly #ownerId: bigint
  readonly #files: ReadonlyMap<string, InnerFile>
  readonly #counts = { read: 0, imported: 0, skipped: 0, rejected: 0 }
  readonly #faults: string[] = []

  /**
   * @param ownerId the owner of the archive
   * @param files the pictures, by their names in the archive
   */
  constructor(context: MediaContext, ownerId: bigint, files: ReadonlyMap<string, InnerFile>) {
    this.#context = context
    this.#ownerId = ownerId
    this.#files = files
  }

  /** Results of all pictures so far. */
  get report(): PictureReport {
    return { ...this.#counts, faults: this.#faults }
  }

  /**
   * Uploads the pictures of messages that are not stored yet.
   * @param unknownOf selects the ids of messages that are not stored
   * @returns the uploads by message id. An upload whose message cannot be stored expires.
   */
  async upload(
    references: readonly PictureReference[],
    unknownOf: FindUnknown,
  ): Promise<ReadonlyMap<bigint, MessagePicture>> {
    const uploaded = new Map<bigint, MessagePicture>()
    if (references.length === 0) return uploaded
    const ids = [...new Set(references.map(({ messageId }) => messageId))]
    const unknown = await unknownOf(this.#context.store, ids)
    this.#counts.read += references.length
    for (const picture of references) {
      const { messageId } = picture
      if (!unknown.has(messageId)) this.#counts.skipped += 1
      else if (messageId < FIRST_SNOWFLAKE)
        this.#reject(`the message ${messageId} is older than pictures in messages`)
      else if (uploaded.has(messageId)) this.#reject(`the message ${messageId} shows more than one picture`)
      else {
        const mediaId = await this.#upload(picture)
        if (mediaId === undefined) continue
        const slug = randomSlug(this.#context.random)
        uploaded.set(messageId, { mediaId, ownerId: this.#ownerId, slug })
        this.#counts.imported += 1
      }
    }
    return uploaded
  }

  /** Uploads a picture. @returns its id; undefined when it was rejected */
  async #upload({ messageId, url }: PictureReference): Promise<bigint | undefined> {
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
      this.#reject(`the picture ${name} cannot be imported: ${error.message}`)
      return undefined
    }
  }

  #reject(fault: string): void {
    this.#counts.rejected += 1
    if (this.#faults.length < MAX_LISTED_FAULTS) this.#faults.push(fault)
  }
}
