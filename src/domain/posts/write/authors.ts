/** Reads the authors of new posts, with the number of their posts in the last 24 hours. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import { FULL_USER_COLUMNS, type FullUser, type FullUserRow, fullUserOf } from '../../accounts/find-users.ts'
import { Refusal } from '../../context.ts'
import { REPEATABLE } from './draft-content.ts'

const DAY_MS = 86_400_000

/**
 * Maximum number of posts, replies and reposts that a user can write in 24 hours (spec/errors.md#code-table, code 185).
 */
export const DAILY_POSTS = 2_400

export interface Writing {
  readonly authorId: bigint
  /** The key for the detection of duplicates. A post with {@link REPEATABLE} or an empty key is never a duplicate. */
  readonly textKey: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** True when the daily limit applies to the post. */
  readonly isLimited: boolean
}

/** The smallest id that a post of the last 24 hours can have. @param now milliseconds since the Unix epoch */
function firstIdOfDay(now: number): bigint {
  return firstSnowflakeAt(now - DAY_MS + 1)
}

/** A key that is equal for duplicate posts. */
function duplicateKeyOf({ authorId, textKey }: Pick<Writing, 'authorId' | 'textKey'>): string {
  return `${authorId} ${textKey}`
}

/** Reads the authors in one statement. The caller must have locked them. */
export async function readAuthors(tx: Tx, writings: readonly Writing[]): Promise<Authors> {
  const list = writings.map(({ authorId, textKey, now, isLimited }) => {
    return `[${authorId},${firstIdOfDay(now)},${JSON.stringify(textKey)},${isLimited ? 1 : 0}]`
  })
  return new Authors(await tx.rows(authorsOf, { list: `[${list.join(',')}]` }))
}

/** The authors as they were read, plus the posts that the same transaction has added. */
export class Authors {
  /** Number of posts in the last 24 hours, counted up to the limit; only for authors to whom the limit applies. */
  readonly #posts = new Map<bigint, number>()
  /** The rows of the authors. Their counts include the added posts. */
  readonly #rows = new Map<bigint, AuthorRow>()
  readonly #keys = new Set<string>()

  constructor(rows: readonly AuthorRow[]) {
    for (const row of rows) {
      this.#rows.set(row.id, row)
      if (row.posts !== null) this.#posts.set(row.id, row.posts)
      if (row.is_duplicate === 1) this.#keys.add(duplicateKeyOf({ authorId: row.id, textKey: row.text_key }))
    }
  }

  /** @throws {Refusal} `user-not-found`, `user-suspended`, `user-deactivated` */
  requireActive(authorId: bigint): { readonly screenName: string } {
    const row = this.#row(authorId)
    if (row.suspended_at !== null) throw new Refusal('user-suspended', `@${row.screen_name} is suspended`)
    if (row.deactivated_at !== null) throw new Refusal('user-deactivated', `@${row.screen_name} has left`)
    return { screenName: row.screen_name }
  }

  /** The author. Its counts include the added posts. @throws {Refusal} `user-not-found` */
  user(authorId: bigint): FullUser {
    return fullUserOf(this.#row(authorId))
  }

  /** @throws {Refusal} `posts-too-many` */
  requireRoom(authorId: bigint): void {
    if ((this.#posts.get(authorId) ?? 0) < DAILY_POSTS) return
    throw new Refusal('posts-too-many', `${authorId} has written ${DAILY_POSTS} posts in 24 hours`)
  }

  /** @throws {Refusal} `post-duplicate` */
  requireNew(writing: Pick<Writing, 'authorId' | 'textKey'>): void {
    if (!this.#keys.has(duplicateKeyOf(writing))) return
    throw new Refusal('post-duplicate', `${writing.authorId} has said the same within 24 hours`)
  }

  /** Counts a post that this transaction adds. @throws {Refusal} `user-not-found` */
  add(writing: Pick<Writing, 'authorId' | 'textKey'>): void {
    const { authorId, textKey } = writing
    this.#posts.set(authorId, (this.#posts.get(authorId) ?? 0) + 1)
    this.#row(authorId).statuses_count += 1
    if (textKey !== REPEATABLE) this.#keys.add(duplicateKeyOf(writing))
  }

  #row(authorId: bigint): AuthorRow {
    const row = this.#rows.get(authorId)
    if (row !== undefined) return row
    throw new Refusal('user-not-found', `there is no user with the id ${authorId}`)
  }
}

interface AuthorRow extends FullUserRow {
  text_key: string
  posts: number | null
  is_duplicate: number | null
}

function writingsIn(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`(select value ->> 0 as author_id, value ->> 1 as since, value ->> 2 as text_key,
        value ->> 3 as is_limited from json_each(${list}))`
    : sql`(select cast(value ->> 0 as bigint) as author_id, cast(value ->> 1 as bigint) as since,
        value ->> 2 as text_key, cast(value ->> 3 as integer) as is_limited from json_array_elements(${list}::text::json))`
}

// Counts the posts of a day in the index posts_author, up to the limit. Finds duplicates with the index posts_texts.
const authorsOf = query<{ list: string }>()(
  (_, p, engine) => sql<AuthorRow>`
    select writing.text_key, ${FULL_USER_COLUMNS},
      case when writing.is_limited = 1 then (select count(*) from (
        select 1 from posts where author_id = writing.author_id and id >= writing.since limit ${sql.lit(DAILY_POSTS)}
      ) as day) end as posts,
      (select 1 from posts where author_id = writing.author_id and text_key = writing.text_key
        and text_key <> '' and writing.text_key <> ${sql.lit(REPEATABLE)} and id >= writing.since limit 1) as is_duplicate
    from ${writingsIn(p('list'), engine)} as writing
      join users on users.id = writing.author_id join user_counts on user_counts.user_id = users.id
      left join profiles on profiles.user_id = users.id`,
)
