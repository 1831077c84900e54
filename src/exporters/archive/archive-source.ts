/** Sources of the files of an archive. */
import type { BlobKey, BlobStore } from '../../blobs/store.ts'
import type { Store } from '../../db/store.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { ArchiveFile } from './archive-file.ts'

/** The data that an archive is made from. */
export interface ArchiveSource {
  readonly store: Store
  readonly blobs: BlobStore
  readonly clock: Pick<Clock, 'now'>
  /** Called for posts and messages whose data is unreadable, which are left out. */
  readonly onUnreadable: (kind: 'post' | 'message', id: bigint, error: unknown) => void
}

/** A file of the blob store. */
export function blobFile({ blobs }: ArchiveSource, path: string, key: BlobKey): ArchiveFile {
  return { path, isDense: true, open: async () => (await blobs.read(key))?.bytes }
}

/** The parts of a medium that name its file. */
interface Medium {
  readonly media_url_https: string
  readonly video_info?: {
    readonly variants?: readonly { readonly url: string; readonly bitrate?: number }[]
  }
}

/** The address that names the file of a medium in an archive: of a video, its variant with the highest bitrate. */
export function addressOf({ media_url_https, video_info }: Medium): string {
  const variants = video_info?.variants ?? []
  const [best] = variants.toSorted((one, other) => (other.bitrate ?? -1) - (one.bitrate ?? -1))
  return best?.url ?? media_url_https
}

/** True for the address of a file of this server. */
export function isOwn(address: string): boolean {
  return /^\/(?![/\\])./.test(address)
}
