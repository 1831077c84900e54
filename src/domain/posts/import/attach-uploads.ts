/** Attaches uploads to imported posts, whose media are then files of this server (spec/archives.md#archive-media). */
import type { Tx } from '../../../db/store.ts'
import { takeForImportedPost } from '../../media/attach.ts'
import type { AttachedMedia } from '../../media/attached.ts'
import type { PostContent, PostMedia } from '../content.ts'
import type { PlannedPost } from './imported-post.ts'

/** An upload that replaces a file on another server. */
export interface UploadOfPost {
  readonly mediaId: bigint
  readonly ownerId: bigint
  /** Index of the medium in the content of the post. */
  readonly place: number
}

/** Uploads by post id. */
export type UploadsOfPosts = ReadonlyMap<bigint, readonly UploadOfPost[]>

/**
 * Returns the planned posts with the addresses of their uploads. The stored content keeps the earlier addresses.
 * @param now milliseconds since the Unix epoch
 * @throws {Refusal} `media-not-found`, `media-invalid`
 */
export async function withUploads(
  tx: Tx,
  planned: readonly PlannedPost[],
  uploads: UploadsOfPosts,
  now: number,
): Promise<readonly PlannedPost[]> {
  if (uploads.size === 0) return planned
  const whole: PlannedPost[] = []
  for (const one of planned) {
    const { id } = one.post
    const own = uploads.get(id) ?? []
    const media = [...contentMediaOf(one, own.length)]
    for (const upload of own) {
      const medium = media[upload.place]
      if (medium === undefined) continue
      media[upload.place] = servedMedium(
        medium,
        await takeForImportedPost(tx, { ...upload, postId: id, now }),
      )
    }
    whole.push(own.length === 0 ? one : { ...one, post: { ...one.post, content: withMedia(one, media) } })
  }
  return whole
}

function contentMediaOf({ post }: PlannedPost, uploads: number): readonly PostMedia[] {
  return uploads === 0 ? [] : ((JSON.parse(post.content) as PostContent).media ?? [])
}

/** The order of the members must not change, because the beginning of the JSON marks truncated posts. */
function withMedia({ post }: PlannedPost, media: readonly PostMedia[]): string {
  return JSON.stringify({ ...(JSON.parse(post.content) as PostContent), media })
}

/** The medium with the addresses of an upload; the earlier ones are in `kept`. */
export function servedMedium(medium: PostMedia, attached: AttachedMedia): PostMedia {
  const { media_url: _, ...rest } = medium
  const before = medium.video_info?.variants?.map(({ url }) => url)
  const kept = {
    ...medium.kept,
    archived_url: medium.media_url_https,
    ...(before === undefined ? {} : { archived_variants: before }),
  }
  const served = { ...rest, media_url_https: attached.media_url_https, sizes: attached.sizes, kept }
  const { video_info: video } = attached
  if (video === undefined) return served
  const { aspect_ratio = video.aspect_ratio, duration_millis = video.duration_millis } =
    medium.video_info ?? {}
  const isGif = medium.type === 'animated_gif'
  return {
    ...served,
    video_info: {
      aspect_ratio,
      ...(duration_millis === undefined || isGif ? {} : { duration_millis }),
      variants: video.variants.map((variant) => (isGif ? { ...variant, bitrate: 0 } : variant)),
    },
  }
}
