/** The likes and reposts of one user, the viewer, among given posts. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

export interface ViewerMarks {
  readonly liked: boolean
  /** Id of the viewer's own repost of the post; null when there is no repost. */
  readonly reposted: bigint | null
}

/** The marks for a post that the viewer has not liked or reposted. */
export const UNMARKED: ViewerMarks = Object.freeze({ liked: false, reposted: null })

/**
 * The marks of a viewer, by the id of the first version. Posts without marks may be missing.
 * @param initialIds ids of first versions; at most a few hundred, because one statement reads all
 */
export async function viewerMarks(
  reader: Reader,
  viewerId: bigint,
  initialIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, ViewerMarks>> {
  if (initialIds.length === 0) return new Map()
  const rows = await reader.rows(marksByIds, { viewer: viewerId, ids: idList(initialIds) })
  return new Map(rows.map((row) => [row.id, { liked: row.liked === 1, reposted: row.reposted_id }]))
}

// Looks up two unique indexes for each id.
const marksByIds = query<{ viewer: bigint; ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; liked: number | null; reposted_id: bigint | null }>`
    select wanted.id,
      (select 1 from likes where likes.post_id = wanted.id and likes.user_id = ${p('viewer')}) as liked,
      (select posts.id from posts where posts.reposted_id = wanted.id and posts.author_id = ${p('viewer')})
        as reposted_id
    from ${idsOf(p('ids'), engine)} as wanted`,
)
