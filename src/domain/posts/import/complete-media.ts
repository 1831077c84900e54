/**
 * Attaches uploads to posts that an earlier import stored without the files of their media
 * (spec/archives.md#archive-media).
 */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { PostsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { takeForImportedPost } from '../../media/attach.ts'
import { checksumOfPost } from '../checksum.ts'
import type { PostContent, PostMedia } from '../content.ts'
import { servedMedium, type UploadOfPost, type UploadsOfPosts } from './attach-uploads.ts'
import { replacePosts } from './store-imported-posts.ts'

/** True for a media object whose file is on another server. */
export function isElsewhere({ media_url_https: url, kept }: PostMedia): boolean {
  return kept?.['archived_url'] === undefined && /^https?:/.test(url)
}

/**
 * Replaces media on other servers by uploads. The caller appends the event.
 * @param fresh ids of posts that this transaction has stored; these posts have their uploads already
 * @param now milliseconds since the Unix epoch
 * @returns the ids of the changed posts
 * @throws {Refusal} `media-not-found`, `media-invalid`
 */
export async function completeMedia(
  tx: Tx,
  uploads: UploadsOfPosts,
  fresh: readonly bigint[],
  now: number,
): Promise<readonly bigint[]> {
  const stored = new Set(fresh)
  const ids = [...uploads.keys()].filter((id) => !stored.has(id)).sort((a, b) => (a < b ? -1 : 1))
  if (ids.length === 0) return []
  const changed: PostsTable[] = []
  for (const row of await tx.rows(postsByIds, { ids: idList(ids) })) {
    const content = JSON.parse(row.content) as PostContent
    const media = await withServed(tx, row, content.media ?? [], uploads.get(row.id) ?? [], now)
    if (media === undefined) continue
    const after = { ...row, content: JSON.stringify({ ...content, media }) }
    changed.push({ ...after, checksum: checksumOfPost(after) })
  }
  await replacePosts(tx, changed)
  return changed.map(({ id }) => id)
}

/** The media with the URLs of their uploads; undefined if nothing changes. */
async function withServed(
  tx: Tx,
  { id: postId, author_id: authorId }: PostsTable,
  before: readonly PostMedia[],
  uploads: readonly UploadOfPost[],
  now: number,
): Promise<readonly PostMedia[] | undefined> {
  const media = [...before]
  let isChanged = false
  for (const upload of uploads) {
    const medium = media[upload.place]
    if (medium === undefined || !isElsewhere(medium) || upload.ownerId !== authorId) continue
    media[upload.place] = servedMedium(medium, await takeForImportedPost(tx, { ...upload, postId, now }))
    isChanged = true
  }
  return isChanged ? media : undefined
}

// Looks up the primary key for each id.
const postsByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<PostsTable>`
    select posts.* from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)
