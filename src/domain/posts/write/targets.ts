/**
 * Locks the posts to which commands apply. The locks last until the end of the transaction. One statement locks the
 * posts, and another statement reads them.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { Refusal, type RefusalReason } from '../../context.ts'
import { type Unseen, whyUnseen } from '../read/visibility.ts'

/**
 * A user, and the post to which a command of the user applies. The post is given by the id of any version, or by the id
 * of a repost.
 */
export interface Aim {
  readonly userId: bigint
  readonly postId: bigint
  /** True refuses versions that an edit has replaced (`post-superseded`); default: false. */
  readonly mustBeNewest?: boolean | undefined
}

/** The post to which a command applies; for a repost, its original. */
export interface Target {
  /** Id of the requested version; for a repost, of the newest version of its original. */
  readonly id: bigint
  readonly initialId: bigint
  readonly latestId: bigint
  readonly authorId: bigint
  readonly authorName: string
  readonly conversationId: bigint
  /** Id of the requested post if it is a repost; else null. */
  readonly repostId: bigint | null
  /** The reason why the user cannot see the post; undefined for a visible post. */
  readonly unseen: Unseen | undefined
  /** True when only the author can repost the post. */
  readonly isProtected: boolean
  /** True when the user likes the post, in any version. */
  readonly isLiked: boolean
  readonly ownRepostId: bigint | null
  readonly isQuoted: boolean
}

/** Locks the target posts and then reads them; missing posts are omitted. Lock users before posts. */
export async function lockTargets(tx: Tx, aims: readonly Aim[]): Promise<Targets> {
  if (aims.length === 0) return new Targets([])
  const pairs = aimList(aims)
  const [, rows] = await Promise.all([tx.rows(lockedPosts, { pairs }), tx.rows(targetsOf, { pairs })])
  return new Targets(rows)
}

/** As {@link lockTargets}, but without locks, so the posts can change immediately afterwards. */
export async function readTargets(reader: Reader, aims: readonly Aim[]): Promise<Targets> {
  if (aims.length === 0) return new Targets([])
  return new Targets(await reader.rows(targetsOf, { pairs: aimList(aims) }))
}

/** Targets, by user and requested post. */
export class Targets {
  readonly #rows: ReadonlyMap<string, TargetRow>

  constructor(rows: readonly TargetRow[]) {
    this.#rows = new Map(rows.map((row) => [keyOf({ userId: row.user_id, postId: row.target_id }), row]))
  }

  /** The target, even if the user cannot see it; undefined for a missing post. */
  of(aim: Aim): Target | undefined {
    const row = this.#rows.get(keyOf(aim))
    return row === undefined ? undefined : targetIn(row)
  }

  /**
   * The target, which the user must be able to see.
   * @throws {Refusal} `post-not-found`, `post-not-visible`, `post-superseded`
   */
  requireVisible(aim: Aim): Target {
    const target = this.of(aim)
    const unseen = target === undefined ? 'not-found' : target.unseen
    if (target !== undefined && unseen === undefined) {
      if (aim.mustBeNewest !== true || target.id === target.latestId) return target
      throw new Refusal('post-superseded', `${aim.postId} is not the newest version of the post`)
    }
    const reason: RefusalReason = unseen === 'not-found' ? 'post-not-found' : 'post-not-visible'
    throw new Refusal(reason, `${aim.userId} sees no post ${aim.postId} (${unseen})`)
  }
}

function keyOf({ userId, postId }: Aim): string {
  return `${userId} ${postId}`
}

interface TargetRow {
  user_id: bigint
  target_id: bigint
  id: bigint
  initial_id: bigint
  latest_id: bigint
  author_id: bigint
  screen_name: string
  conversation_id: bigint
  post_id: bigint | null
  dropped_at: number | null
  is_protected: number
  suspended_at: number | null
  deactivated_at: number | null
  following: number | null
  blocked_by: number | null
  liked: number | null
  reposted_id: bigint | null
  quoted: number | null
}

function targetIn(row: TargetRow): Target {
  const author = {
    id: row.author_id,
    isProtected: row.is_protected === 1,
    suspendedAt: row.suspended_at,
    deactivatedAt: row.deactivated_at,
  }
  const tie = { following: row.following === 1, blockedBy: row.blocked_by === 1 }
  return {
    id: row.post_id === null ? row.id : row.latest_id,
    initialId: row.initial_id,
    latestId: row.latest_id,
    authorId: row.author_id,
    authorName: row.screen_name,
    conversationId: row.conversation_id,
    repostId: row.post_id,
    unseen: whyUnseen({ droppedAt: row.dropped_at }, author, { userId: row.user_id }, tie),
    isProtected: author.isProtected,
    isLiked: row.liked === 1,
    ownRepostId: row.reposted_id,
    isQuoted: row.quoted === 1,
  }
}

/** Encodes the text that {@link aimsIn} takes as its parameter. */
function aimList(aims: readonly Aim[]): string {
  return `[${aims.map(({ userId, postId }) => `[${userId},${postId}]`).join(',')}]`
}

/** SQL for a table with the columns `user_id` and `target_id`. @param list a text of {@link aimList} */
function aimsIn(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`(select distinct value ->> 0 as user_id, value ->> 1 as target_id from json_each(${list}))`
    : sql`(select distinct cast(value ->> 0 as bigint) as user_id, cast(value ->> 1 as bigint) as target_id
        from json_array_elements(${list}::text::json))`
}

// Writers lock the first versions of posts, in the order of ids. The lock is a separate statement, so that the next
// statement sees changes that other processes committed during the wait. SQLite has one writer and needs no lock.
const lockedPosts = query<{ pairs: string }>()((_, p, engine) =>
  engine === 'sqlite'
    ? sql`select null where ${p('pairs')} is null`
    : sql`select original.id from ${aimsIn(p('pairs'), engine)} as aim
        join posts as named on named.id = aim.target_id
        join posts as original on original.id = coalesce(named.reposted_id, named.initial_id)
        order by original.id for update of original`,
)

/** Locks the posts with these first versions, as {@link lockTargets} does. */
export async function lockPosts(tx: Tx, initialIds: readonly bigint[]): Promise<void> {
  await tx.rows(lockedPosts, { pairs: aimList(initialIds.map((postId) => ({ userId: 0n, postId }))) })
}

// For each target, looks up keys of the post, the first version, the author and the relations.
const targetsOf = query<{ pairs: string }>()(
  (_, p, engine) => sql<TargetRow>`
    select aim.user_id, aim.target_id, shown.id, shown.initial_id,
      coalesce(post_states.latest_id, shown.initial_id) as latest_id, shown.author_id,
      author.screen_name, shown.conversation_id,
      case when named.reposted_id is not null then named.id end as post_id,
      post_states.dropped_at, author.is_protected, author.suspended_at, author.deactivated_at,
      (select 1 from friends where follower_id = aim.user_id and followee_id = shown.author_id) as following,
      (select 1 from blocks where user_id = shown.author_id and blocked_id = aim.user_id) as blocked_by,
      (select 1 from likes where user_id = aim.user_id and post_id = original.id) as liked,
      (select id from posts where reposted_id = original.id and author_id = aim.user_id) as reposted_id,
      (select 1 from posts where author_id = aim.user_id and quoted_id in (
        select original.id union all
        select version.id from posts as version
        where version.initial_id = original.id and version.initial_id <> version.id
      ) limit 1) as quoted
    from ${aimsIn(p('pairs'), engine)} as aim
      join posts as named on named.id = aim.target_id
      join posts as shown on shown.id = coalesce(named.reposted_id, named.id)
      join posts as original on original.id = shown.initial_id
      left join post_states on post_states.post_id = original.id
      join users as author on author.id = shown.author_id`,
)
