/** Attaches uploads to imported posts, so that this server serves their media (spec/archives.md#archive-media). */
import type { Tx } from '../../../db/store.ts'
import { takeForImportedPost } from '../../media/attach.ts'
import type { AttachedMedia } from '../../media/attached.ts'
import type { PostContent, PostMedia } from '../content.ts'
import type { PlannedPost } from './imported-post.ts'

/** An upload with the bytes of a file whose URL is on another server. */
export interface UploadOfPost {
  readonly mediaId: bigint
  readonly ownerId: bigint
  /** Index in the list of media of the post. */
  readonly place: number
}

/** Uploads by post id. */
export type UploadsOfPosts = ReadonlyMap<bigint, readonly UploadOfPost[]>

/**
 * Returns the planned posts with the URLs of their uploads. The field `kept` of a medium has the earlier
 * URLs.
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

/** Members keep their order, because a truncated post is recognized by the beginning of the JSON. */
function withMedia({ post }: PlannedPost, media: readonly PostMedia[]): string {
  return JSON.stringify({ ...(JSON.parse(post.content) as PostContent), media })
}

/** The media object with the URLs of an upload; `kept` has the earlier URLs. */
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
