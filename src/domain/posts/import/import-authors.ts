/** Imports the authors of imported posts. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { putImportedUsers } from '../../accounts/import-users.ts'
import {
  type ImportedUser,
  isNameless,
  type RenamedUser,
  richnessOf,
  richnessOfCopy,
} from '../../accounts/imported-user.ts'
import { insertMissingUsers } from '../../accounts/insert-missing-users.ts'
import type {
  ImportedAuthor,
  ImportedPost,
  PlannedPost,
  PostBundle,
  PostImportPlan,
} from './imported-post.ts'

/** An author whose screen name was taken by another user; `index` is the index of the line in the batch. */
export type RenamedAuthor = RenamedUser

export interface AuthorsOutcome {
  /** Number of changed users, for the event of the caller. */
  readonly changed: number
  /** Users whose screen names belong to other users, by id. */
  readonly renamed: ReadonlyMap<bigint, Omit<RenamedUser, 'index'>>
}

/**
 * Creates or completes the authors of these posts. Only a copy of a user with more data than the stored user changes
 * that user, because the copies in a file of posts have no dates and may be older than the stored data. Of the copies
 * with equal data, the copy in the newest post counts. Users of this server do not change. Users without a copy, or
 * with a name that another user has, get the name `user_<id>` (docs/decisions/0181-richer-copies-of-authors.md).
 * @param now milliseconds since the Unix epoch
 */
export async function importAuthors(
  tx: Tx,
  { stored, copies }: Pick<PostImportPlan, 'stored' | 'copies'>,
  now: number,
): Promise<AuthorsOutcome> {
  const posts = stored.map(({ post }) => post)
  const authors = newestFirst([...posts, ...copies])
  if (authors.size === 0) return { changed: 0, renamed: new Map() }
  const ids = [...authors.keys()]
  const rows = await tx.rows(existingAuthors, { ids: idList(ids) })
  const existing = new Map(rows.map((row) => [row.id, row]))
  const imports = ids.flatMap((id) => richerCopies(authors.get(id) ?? [], existing.get(id)))
  const { changed, renamed } =
    imports.length > 0 ? await putImportedUsers(tx, imports, now) : { changed: [], renamed: [] }
  if (rows.length < ids.length) await insertMissingUsers(tx, new Set(ids), now)
  const idOf = (index: number) => imports[index]?.id ?? 0n
  return { changed: changed.length, renamed: new Map(renamed.map((one) => [idOf(one.index), one])) }
}

/**
 * The copies of each author, by author id, beginning with the copy in the newest post. The authors are in the
 * order of their oldest posts.
 */
function newestFirst(posts: readonly ImportedPost[]): ReadonlyMap<bigint, readonly ImportedAuthor[]> {
  const authors = new Map<bigint, ImportedAuthor[]>()
  for (const { author } of posts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const some = authors.get(author.id)
    if (some === undefined) authors.set(author.id, [author])
    else some.push(author)
  }
  for (const some of authors.values()) some.reverse()
  return authors
}

const MAX_RICHNESS = 3

/**
 * The copies that add data: each of them has more data than the stored user and than the copies before it.
 * The function parses no more copies after a copy with the maximum of data.
 * @param stored undefined for a new user
 */
function richerCopies(
  copies: readonly ImportedAuthor[],
  stored: AuthorRow | undefined,
): readonly ImportedUser[] {
  const richer: ImportedUser[] = []
  let named = richnessOfRow(stored, true)
  let most = richnessOfRow(stored, false)
  for (const { readUser } of copies) {
    if (named >= MAX_RICHNESS) break
    const user = readUser?.()
    if (user === undefined) continue
    const richness = richnessOfCopy(user)
    const isNamed = !isNameless(user)
    if (richness <= (isNamed ? named : most)) continue
    if (isNamed) named = richness
    most = Math.max(most, richness)
    richer.push({ ...user, isCopy: true })
  }
  return richer
}

function richnessOfRow(row: AuthorRow | undefined, isNameNeeded: boolean): number {
  if (row === undefined) return -1
  const { id, screen_name: screenName, name, has_profile } = row
  return richnessOf({ id, screenName, name }, has_profile === 1, isNameNeeded)
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

interface AuthorRow {
  id: bigint
  screen_name: string
  name: string
  has_profile: number
}

// Looks up two primary keys for each id.
const existingAuthors = query<{ ids: string }>()(
  (_, p, engine) => sql<AuthorRow>`
    select users.id, users.screen_name, users.name,
      case when exists (select 1 from profiles where profiles.user_id = users.id) then 1 else 0 end as has_profile
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id`,
)
