/**
 * Imports the media of the posts of a personal archive; the media become files of this server
 * (spec/archives.md#archive-media).
 */
import type { MediaContext } from '../../../domain/media/tools.ts'
import type { PostContent, PostMedia } from '../../../domain/posts/content.ts'
import type { UploadOfPost, UploadsOfPosts } from '../../../domain/posts/import/attach-uploads.ts'
import { isElsewhere } from '../../../domain/posts/import/complete-media.ts'
import { findExistingPosts } from '../../../domain/posts/import/find-existing-posts.ts'
import type { ImportedPost, PostBundle } from '../../../domain/posts/import/imported-post.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import type { InnerFile } from '../../../files/lines.ts'
import type { Fields } from '../../json-fields.ts'
import { idsOf, isFields } from '../archive-screen.ts'
import { lastPartOf, type MediaFiles } from './media-files.ts'
import { MediaUploads, type PictureReport } from './picture-report.ts'

export interface PostMediaReport extends PictureReport {
  /** Number of files that the archive lacks. The URLs of these media stay unchanged. */
  readonly missing: number
}

const PICTURES = ['photo'] as const
const VIDEOS = ['video', 'animated_gif'] as const

export class ArchivePostMedia {
  readonly #context: MediaContext
  readonly #ownerId: bigint
  readonly #files: MediaFiles
  readonly #uploads: MediaUploads
  #missing = 0

  /** @param ownerId the owner of the archive */
  constructor(context: MediaContext, ownerId: bigint, files: MediaFiles) {
    this.#context = context
    this.#ownerId = ownerId
    this.#files = files
    this.#uploads = new MediaUploads(context, ownerId)
  }

  /** Results of all media so far. */
  get report(): PostMediaReport {
    return { ...this.#uploads.report, missing: this.#missing }
  }

  /** Continues with the results of an earlier run. */
  restore(report: PostMediaReport): void {
    this.#uploads.restore(report)
    this.#missing = report.missing
  }

  /** Marks the files of a post as referenced, even if an earlier run imported the post. @param post a v1.1 object */
  refer(post: Fields): void {
    const [id] = idsOf(post)
    if (id === undefined) return
    for (const name of ['extended_entities', 'entities']) {
      const entities = post[name]
      const media: unknown = isFields(entities) ? entities['media'] : undefined
      if (!Array.isArray(media)) continue
      for (const medium of media.filter(isFields)) {
        for (const file of namesOf(id, medium as Partial<PostMedia>)) this.#files.find('posts', file)
      }
    }
  }

  /** Number of media of a post. */
  static countIn({ content }: ImportedPost): number {
    return mediaOf(content).length
  }

  /**
   * Uploads the media of posts that are not stored yet, or that are stored without their media. If the import does not
   * store a post, the uploads of the post expire.
   */
  async upload(bundles: readonly PostBundle[]): Promise<UploadsOfPosts> {
    const uploaded = new Map<bigint, readonly UploadOfPost[]>()
    const showing = bundles
      .flatMap(({ posts }) => posts)
      .map(({ id, content }) => ({ id, media: mediaOf(content) }))
      .filter(({ media }) => media.length > 0)
    if (showing.length === 0) return uploaded
    const known = await findExistingPosts(this.#context.store, bundles)
    const stored = await this.#storedMedia(showing.map(({ id }) => id).filter((id) => known.posts.has(id)))
    for (const { id, media } of showing) {
      this.#uploads.count('read', media.length)
      const isRepeated = uploaded.has(id) || known.deleted.has(id)
      const wanted = isRepeated
        ? []
        : known.posts.has(id)
          ? this.#completable(id, stored.get(id) ?? [])
          : [...media.entries()]
      this.#uploads.count('skipped', media.length - wanted.length)
      if (wanted.length > 0) uploaded.set(id, await this.#uploadAll(id, wanted))
    }
    return uploaded
  }

  /** Media of stored posts of the owner. */
  async #storedMedia(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly PostMedia[]>> {
    if (ids.length === 0 || this.#files.isEmpty('posts')) return new Map()
    const posts = await findPosts(this.#context.store, [...new Set(ids)])
    const own = [...posts.values()].filter(({ authorId }) => authorId === this.#ownerId)
    return new Map(own.map(({ id, content }) => [id, content.media ?? []]))
  }

  /** Media of a stored post that have URLs of another server, and whose files the archive contains. */
  #completable(postId: bigint, media: readonly PostMedia[]): readonly (readonly [number, PostMedia])[] {
    return [...media.entries()].filter(
      ([, medium]) => isElsewhere(medium) && this.#fileOf(postId, medium) !== undefined,
    )
  }

  #fileOf(
    postId: bigint,
    medium: PostMedia,
  ): { readonly name: string; readonly file: InnerFile } | undefined {
    for (const name of namesOf(postId, medium)) {
      const file = this.#files.find('posts', name)
      if (file !== undefined) return { name, file }
    }
    return undefined
  }

  async #uploadAll(
    postId: bigint,
    media: readonly (readonly [place: number, PostMedia])[],
  ): Promise<readonly UploadOfPost[]> {
    const uploads: UploadOfPost[] = []
    for (const [place, medium] of media) {
      const found = this.#fileOf(postId, medium)
      if (found === undefined) {
        this.#missing += 1
        continue
      }
      const { name, file } = found
      const mediaId = await this.#uploads.upload(name, file, medium.type === 'photo' ? PICTURES : VIDEOS)
      if (mediaId === undefined) continue
      uploads.push({ mediaId, ownerId: this.#ownerId, place })
      this.#uploads.count('imported')
    }
    return uploads
  }
}

function mediaOf(content: string): readonly PostMedia[] {
  // Most posts have no media, and parsing takes time.
  return content.includes('"media":') ? ((JSON.parse(content) as PostContent).media ?? []) : []
}

/** The file names that a medium may have. The file of a video has the name of the variant with the highest bitrate. */
function namesOf(postId: bigint, { media_url_https, media_url, video_info }: Partial<PostMedia>): string[] {
  const variants: unknown = isFields(video_info) ? video_info['variants'] : undefined
  const videos = (Array.isArray(variants) ? variants.filter(isFields) : []).toSorted(
    (one, other) => bitrateOf(other) - bitrateOf(one),
  )
  const pictures = videos.length > 0 ? [] : [media_url_https, media_url]
  return [...videos.map(({ url }) => url), ...pictures].flatMap((address: unknown) => {
    const last = typeof address === 'string' ? lastPartOf(address) : ''
    return last === '' ? [] : [`${postId}-${last}`]
  })
}

/** The bitrate of a variant. Archives have bitrates as texts; playlists have no bitrate. */
function bitrateOf({ bitrate }: Fields): number {
  const number = Number(bitrate ?? -1)
  return Number.isNaN(number) ? -1 : number
}
