/**
 * Imports the pictures of direct messages of a personal archive (docs/decisions/0017-imported-posts.md). Each picture
 * becomes an upload of the owner and an attachment of its message, so that only the participants can read it.
 */
import type { Reader } from '../../../db/store.ts'
import type { MediaContext } from '../../../domain/media/tools.ts'
import type { MessagePicture } from '../../../domain/messages/import-messages.ts'
import { randomSlug } from '../../../text/links.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import type { PictureReference } from '../messages/archive-messages.ts'
import { lastPartOf, type MediaFiles } from './media-files.ts'
import { MediaUploads, type PictureReport, shownFile } from './picture-report.ts'

/** Returns the ids of messages that are not stored. */
type FindUnknown = (reader: Reader, ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>

const TYPES = ['photo', 'video', 'animated_gif'] as const

export class MessagePictures {
  readonly #context: MediaContext
  readonly #ownerId: bigint
  readonly #files: MediaFiles
  readonly #uploads: MediaUploads

  /** @param ownerId the owner of the archive */
  constructor(context: MediaContext, ownerId: bigint, files: MediaFiles) {
    this.#context = context
    this.#ownerId = ownerId
    this.#files = files
    this.#uploads = new MediaUploads(context, ownerId)
  }

  /** Results of all pictures so far. */
  get report(): PictureReport {
    return this.#uploads.report
  }

  /** Continues with the results of an earlier run. */
  restore(report: PictureReport): void {
    this.#uploads.restore(report)
  }

  /** Marks the file of a picture as referenced, even if an earlier run imported the message. */
  refer(picture: PictureReference): void {
    this.#files.find('messages', nameOf(picture))
  }

  /**
   * Uploads the pictures of messages that are not stored yet.
   * @returns the uploads by message id. If the import cannot store a message, the upload of the message expires.
   */
  async upload(
    references: readonly PictureReference[],
    unknownOf: FindUnknown,
  ): Promise<ReadonlyMap<bigint, MessagePicture>> {
    const uploaded = new Map<bigint, MessagePicture>()
    if (references.length === 0) return uploaded
    const ids = [...new Set(references.map(({ messageId }) => messageId))]
    const unknown = await unknownOf(this.#context.store, ids)
    this.#uploads.count('read', references.length)
    for (const picture of references) {
      const { messageId } = picture
      if (!unknown.has(messageId)) this.#uploads.count('skipped')
      else if (messageId < FIRST_SNOWFLAKE)
        this.#uploads.reject(`the message ${messageId} is older than pictures in messages`)
      else if (uploaded.has(messageId))
        this.#uploads.reject(`the message ${messageId} shows more than one picture`)
      else {
        const mediaId = await this.#upload(nameOf(picture))
        if (mediaId === undefined) continue
        const slug = randomSlug(this.#context.random)
        uploaded.set(messageId, { mediaId, ownerId: this.#ownerId, slug })
        this.#uploads.count('imported')
      }
    }
    return uploaded
  }

  async #upload(name: string): Promise<bigint | undefined> {
    const file = this.#files.find('messages', name)
    if (file !== undefined) return this.#uploads.upload(name, file, TYPES)
    this.#uploads.reject(`the picture ${shownFile(name)} is not in the archive`)
    return undefined
  }
}

function nameOf({ messageId, url }: PictureReference): string {
  return `${messageId}-${lastPartOf(url)}`
}
