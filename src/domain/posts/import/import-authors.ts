/** Imports the authors of imported posts. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { putImportedUsers } from '../../accounts/import-users.ts'
import type { RenamedUser } from '../../accounts/imported-user.ts'
import { insertMissingUsers } from '../../accounts/insert-missing-users.ts'
import type { ImportedAuthor, PlannedPost, PostBundle } from './imported-post.ts'

/** An author whose screen name was taken by another user; `index` is the index of the line in the batch. */
export type RenamedAuthor = RenamedUser

export interface AuthorsOutcome {
  /** Number of changed users, for the event of the caller. */
  readonly changed: number
  /** Users whose screen names belong to other users, by id. */
  readonly renamed: ReadonlyMap<bigint, Omit<RenamedUser, 'index'>>
}

/**
 * Creates or completes the authors of these posts. Existing users with a name do not change, because the copies of
 * users in a file of posts have no dates and may be older than the stored data. Other users get the copy in their
 * newest post. Users without such a copy, or with a name that another user has, get the name `user_<id>`
 * (docs/decisions/0017-imported-posts.md).
 * @param posts the posts, in ascending order of ids
 * @param now milliseconds since the Unix epoch
 */
export async function importAuthors(
  tx: Tx,
  posts: readonly PlannedPost[],
  now: number,
): Promise<AuthorsOutcome> {
  const authors = new Map<bigint, ImportedAuthor>()
  for (const { post } of posts) {
    const { author } = post
    if (author.readUser !== undefined || !authors.has(author.id)) authors.set(author.id, author)
  }
  if (authors.size === 0) return { changed: 0, renamed: new Map() }
  const ids = [...authors.keys()]
  const rows = await tx.rows(namesOf, { ids: idList(ids) })
  const named = new Set<bigint>()
  for (const { id, screen_name } of rows) if (screen_name !== `user_${id}`) named.add(id)
  const imports = ids.flatMap((id) => (named.has(id) ? [] : (authors.get(id)?.readUser?.() ?? [])))
  const { imported, renamed } =
    imports.length > 0 ? await putImportedUsers(tx, imports, now) : { imported: 0, renamed: [] }
  if (rows.length < ids.length) await insertMissingUsers(tx, new Set(ids), now)
  const idOf = (index: number) => imports[index]?.id ?? 0n
  return { changed: imported, renamed: new Map(renamed.map((one) => [idOf(one.index), one])) }
}

/** The renamed authors of stored posts, with an item for each line that has one of their posts. */
export function renamedIn(
  bundles: readonly PostBundle[],
  stored: readonly PlannedPost[],
  renamed: AuthorsOutcome['renamed'],
): readonly RenamedAuthor[] {
  if (renamed.size === 0) return []
  const authors = new Map(stored.map(({ post }) => [post.id, post.author.id]))
  return bundles.flatMap(({ posts, referenced }, index) => {
    const ids = new Set([...posts, ...referenced].map(({ id }) => authors.get(id)))
    return [...ids].flatMap((id) => {
      const one = id === undefined ? undefined : renamed.get(id)
      return one === undefined ? [] : [{ ...one, index }]
    })
  })
}

// Looks up the primary key for each id.
const namesOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; screen_name: string }>`
    select users.id, users.screen_name from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id`,
)
