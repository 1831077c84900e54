/** Ids of posts in order, for scans. */
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

/** Ids from `from` to `to`, both included, in ascending order. @param count at most a few thousand */
export async function postIdsBetween(
  reader: Reader,
  { from, to, count }: { readonly from: bigint; readonly to: bigint; readonly count: number },
): Promise<readonly bigint[]> {
  return (await reader.rows(idsBetween, { from, to, count })).map(({ id }) => id)
}

/** The largest ids below `before`, in descending order. @param count at most a few thousand */
export async function postIdsBefore(
  reader: Reader,
  { before, count }: { readonly before: bigint; readonly count: number },
): Promise<readonly bigint[]> {
  return (await reader.rows(idsBefore, { before, count })).map(({ id }) => id)
}

/** The smallest id of all posts; undefined without posts. */
export async function oldestPostId(reader: Reader): Promise<bigint | undefined> {
  return (await reader.first(smallestId, {}))?.id
}

/** True if there are more than `count` posts. Reads at most `count` + 1 rows of an index. */
export async function hasMorePosts(reader: Reader, count: number): Promise<boolean> {
  return (await reader.first(postAfter, { count })) !== undefined
}

/**
 * True if there are more than `count` posts from `from` to `to`, both included. Reads at most `count` + 1 rows of an
 * index.
 */
export async function hasMorePostsBetween(
  reader: Reader,
  range: { readonly from: bigint; readonly to: bigint; readonly count: number },
): Promise<boolean> {
  return (await reader.first(postInRangeAfter, range)) !== undefined
}

/**
 * Ids of the reposts of a post, oldest first.
 * @param input.repostedId id of the first version of the post
 * @param input.after an id; only greater ids are returned
 */
export async function repostIdsAfter(
  reader: Reader,
  {
    repostedId,
    after,
    count,
  }: { readonly repostedId: bigint; readonly after: bigint; readonly count: number },
): Promise<readonly bigint[]> {
  return (await reader.rows(repostsAfter, { reposted: repostedId, after, count })).map(({ id }) => id)
}

const postInRangeAfter = query<{ from: bigint; to: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('id', '>=', p('from'))
    .where('id', '<=', p('to'))
    .orderBy('id')
    .limit(1)
    .offset(p('count')),
)

const idsBetween = query<{ from: bigint; to: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('id', '>=', p('from'))
    .where('id', '<=', p('to'))
    .orderBy('id')
    .limit(p('count')),
)

const idsBefore = query<{ before: bigint; count: number }>()((k, p) =>
  k.selectFrom('posts').select('id').where('id', '<', p('before')).orderBy('id', 'desc').limit(p('count')),
)

const smallestId = query()((k) => k.selectFrom('posts').select('id').orderBy('id').limit(1))

const postAfter = query<{ count: number }>()((k, p) =>
  k.selectFrom('posts').select('id').orderBy('id').limit(1).offset(p('count')),
)

// Uses the index posts_reposts.
const repostsAfter = query<{ reposted: bigint; after: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('reposted_id', '=', p('reposted'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('count')),
)
