/** Reads the ids of all posts of a user, for the user's archive. */
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

/**
 * Ids of every version of the posts of a user, in ascending order. @param input.after an id; only greater ids
 * are returned
 */
export async function ownPostIds(
  reader: Reader,
  input: { readonly userId: bigint; readonly after: bigint; readonly count: number },
): Promise<readonly bigint[]> {
  return (await reader.rows(idsAfter, input)).map(({ id }) => id)
}

// Uses the index posts_author.
const idsAfter = query<{ userId: bigint; after: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', p('userId'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('count')),
)
