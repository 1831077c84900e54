/** Defines the data from which an archive is made, and finds the files of media. */
import type { BlobKey, BlobStore } from '../../blobs/store.ts'
import type { Store } from '../../db/store.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { ArchiveFile } from './archive-file.ts'

/** The data that an archive is made from. */
export interface ArchiveSource {
  readonly store: Store
  readonly blobs: BlobStore
  readonly clock: Pick<Clock, 'now'>
  /** Called for a post or message whose data is unreadable; the archive omits this item. */
  readonly onUnreadable: (kind: 'post' | 'message', id: bigint, error: unknown) => void
}

/** A file of the blob store. */
export function blobFile({ blobs }: ArchiveSource, path: string, key: BlobKey): ArchiveFile {
  return { path, isDense: true, open: async () => (await blobs.read(key))?.bytes }
}

/** The fields of a medium from which its file name is derived. */
interface Medium {
  readonly media_url_https: string
  readonly video_info?: {
    readonly variants?: readonly { readonly url: string; readonly bitrate?: number }[]
  }
}

/**
 * The URL of a medium; the file name of the medium in an archive is derived from this URL. For a video this is the
 * variant with the highest bitrate.
 */
export function addressOf({ media_url_https, video_info }: Medium): string {
  const variants = video_info?.variants ?? []
  const [best] = variants.toSorted((one, other) => (other.bitrate ?? -1) - (one.bitrate ?? -1))
  return best?.url ?? media_url_https
}

/** True for the URL of a file of this server, which begins with a single slash. */
export function isOwn(address: string): boolean {
  return /^\/(?![/\\])./.test(address)
}
