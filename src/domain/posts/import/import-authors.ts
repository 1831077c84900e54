/** Imports the authors of imported posts. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { putImportedUsers } from '../../accounts/import-users.ts'
import { insertMissingUsers } from '../../accounts/insert-missing-users.ts'
import type { ImportedAuthor, PlannedPost } from './imported-post.ts'

/**
 * Creates or completes the authors of these posts. Existing users with a name do not change: a file of posts does not
 * date its copies of users, so the stored data may be newer. Other users get the data next to their newest post. Users
 * with an id only, or with a name that is taken, are named `user_<id>` (docs/decisions/0017-imported-posts.md).
 * @param posts in the order of ids
 * @param now milliseconds since the Unix epoch
 * @returns how many users changed, for the caller's event
 */
export async function importAuthors(tx: Tx, posts: readonly PlannedPost[], now: number): Promise<number> {
  const authors = new Map<bigint, ImportedAuthor>()
  for (const { post } of posts) {
    const { author } = post
    if (author.readUser !== undefined || !authors.has(author.id)) authors.set(author.id, author)
  }
  if (authors.size === 0) return 0
  const ids = [...authors.keys()]
  const rows = await tx.rows(namesOf, { ids: idList(ids) })
  const named = new Set<bigint>()
  for (const { id, screen_name } of rows) if (screen_name !== `user_${id}`) named.add(id)
  const imports = ids.flatMap((id) => (named.has(id) ? [] : (authors.get(id)?.readUser?.() ?? [])))
  const { imported } = imports.length > 0 ? await putImportedUsers(tx, imports, now) : { imported: 0 }
  if (rows.length < ids.length) await insertMissingUsers(tx, new Set(ids), now)
  return imported
}

// A look-up by primary key for each id.
const namesOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; screen_name: string }>`
    select users.id, users.screen_name from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id`,
)
