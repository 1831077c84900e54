/** The users who block a user. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'

/** Ids of users who block `userId`, in no defined order. @param max maximum number of results */
export async function blockersOf(reader: Reader, userId: bigint, max: number): Promise<readonly bigint[]> {
  const rows = await reader.rows(blockersByUser, { user: userId, max })
  return rows.map(({ user_id }) => user_id)
}

// Uses the index blocks_blocked.
const blockersByUser = query<{ user: bigint; max: number }>()((k, p) =>
  k.selectFrom('blocks').select('user_id').where('blocked_id', '=', p('user')).limit(p('max')),
)
