/** Posts in bulk, with their authors: one transaction and one event for a whole batch. */
import { sql } from 'kysely'
import { UniqueViolation } from '../../db/errors.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import type { PostTies } from '../../events/event.ts'
import type { Context } from '../context.ts'
import { bringAuthors } from './bring-authors.ts'
import {
  CUT_SHORT,
  type KnownPost,
  type KnownPosts,
  type PlannedPost,
  type PostBundle,
  pairKey,
  type RefusedPost,
} from './imported-post.ts'
import { planPosts } from './plan-posts.ts'
import { storePosts } from './store-imported-posts.ts'

/** Posts that make a batch worth its commit; a post with its author may have 20 KiB. */
export const POST_BATCH_LARGEST = 1_000

/** How often a batch is tried when another process takes names of its authors meanwhile. */
const TRIES = 3

export interface PostImportOutcome {
  /** Posts of the lines that were new, or took the place of one that was cut short. */
  readonly imported: number
  /** Posts of the lines that there were already. */
  readonly skipped: number
  readonly refused: readonly RefusedPost[]
}

export interface PostImportOptions {
  /** Whether each new post of a line is told of as if it had just been written, for streams and webhooks. */
  readonly isLive?: boolean
}

/**
 * Stores posts that do not exist yet, those they refer to, and the authors that are missing. Counters of other posts
 * are left alone: what a file tells of a post's counts is where Aviary goes on counting.
 * @param note joins the transaction, as in `importFollows`; it may be called again for another try
 */
export async function importPosts(
  context: Context,
  bundles: readonly PostBundle[],
  note: (tx: Tx, outcome: PostImportOutcome) => Promise<void>,
  options: PostImportOptions = {},
): Promise<PostImportOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await importOnce(context, bundles, note, options)
    } catch (error) {
      if (!(error instanceof UniqueViolation) || tries >= TRIES) throw error
    }
  }
}

function importOnce(
  { store, clock }: Context,
  bundles: readonly PostBundle[],
  note: (tx: Tx, outcome: PostImportOutcome) => Promise<void>,
  { isLive = false }: PostImportOptions,
): Promise<PostImportOutcome> {
  const now = clock.now()
  return store.writeAlone(async (tx) => {
    const known = await findKnown(tx, bundles)
    const plan = planPosts(bundles, known)
    await bringAuthors(tx, plan.stored, now)
    const stored = await storePosts(tx, plan.stored)
    tell(tx, now, bundles.length, stored)
    if (isLive) for (const post of stored) tellOf(tx, now, post, known, stored)
    const imported = stored.filter(({ isOwn }) => isOwn).length
    const all = bundles.reduce((sum, { posts }) => sum + posts.length, 0)
    const skipped = all - imported - plan.refused.length
    const outcome = { imported, skipped, refused: [...faultsOf(bundles), ...plan.refused] }
    await note(tx, outcome)
    return outcome
  })
}

function faultsOf(bundles: readonly PostBundle[]): readonly RefusedPost[] {
  return bundles.flatMap(({ faults = [] }, index) => faults.map((reason) => ({ index, reason })))
}

function tell(tx: Tx, now: number, lines: number, stored: readonly PlannedPost[]): void {
  const [first, last] = [stored[0], stored.at(-1)]
  if (first === undefined || last === undefined) return
  append(tx, now, {
    kind: 'import.applied',
    of: 'posts',
    lines,
    imported: stored.length,
    first_id: first.post.id,
    last_id: last.post.id,
  })
}

function tellOf(
  tx: Tx,
  now: number,
  { post, repostedId, isOwn, isReplacement }: PlannedPost,
  known: KnownPosts,
  stored: readonly PlannedPost[],
): void {
  if (!isOwn || isReplacement) return
  const authorOf = (id: bigint | null) =>
    id === null
      ? null
      : (known.posts.get(id)?.authorId ??
        stored.find((other) => other.post.id === id)?.post.author.id ??
        null)
  const ties: PostTies = {
    in_reply_to_post_id: post.inReplyToPostId,
    in_reply_to_user_id: post.inReplyToUserId,
    quoted_id: post.quotedId,
    quoted_user_id: authorOf(post.quotedId),
    reposted_id: repostedId,
    reposted_user_id: authorOf(repostedId),
    mentioned: post.mentioned.map(String),
  }
  append(tx, now, { kind: 'post.created', user_id: post.author.id, post_id: post.id, ...ties })
}

/** Ids that one statement looks for. */
const SOUGHT_AT_ONCE = 1_000

async function findKnown(tx: Reader, bundles: readonly PostBundle[]): Promise<KnownPosts> {
  const sought = new Set<bigint>()
  const pairs = new Map<string, readonly [bigint, bigint]>()
  for (const { posts, referenced } of bundles) {
    for (const list of [referenced, posts]) {
      for (const { id, author, inReplyToPostId, quotedId, repostedId } of list) {
        sought.add(id)
        if (inReplyToPostId !== null) sought.add(inReplyToPostId)
        if (quotedId !== null) sought.add(quotedId)
        if (repostedId === null) continue
        sought.add(repostedId)
        pairs.set(pairKey(repostedId, author.id), [repostedId, author.id])
      }
    }
  }
  const ids = [...sought]
  const known = new Map<bigint, KnownPost>()
  const deleted = new Set<bigint>()
  const hasDeleted = (await tx.first(anyDeleted, {})) !== undefined
  for (let from = 0; from < ids.length; from += SOUGHT_AT_ONCE) {
    const list = idList(ids.slice(from, from + SOUGHT_AT_ONCE))
    for (const row of await tx.rows(knownPosts, { ids: list })) known.set(row.id, knownOf(row))
    if (!hasDeleted) continue
    for (const { post_id } of await tx.rows(deletedPosts, { ids: list })) deleted.add(post_id)
  }
  return { posts: known, deleted, reposts: await findReposts(tx, known, [...pairs.values()]) }
}

/** The reposts that there are of known posts by these authors. */
async function findReposts(
  tx: Reader,
  known: ReadonlyMap<bigint, KnownPost>,
  pairs: readonly (readonly [bigint, bigint])[],
): Promise<ReadonlyMap<string, bigint>> {
  const sought = pairs.flatMap(([id, authorId]) => {
    const target = known.get(id)
    return target === undefined ? [] : [`[${target.initialId},${authorId}]`]
  })
  const reposts = new Map<string, bigint>()
  for (let from = 0; from < sought.length; from += SOUGHT_AT_ONCE) {
    const rows = await tx.rows(repostsOf, {
      pairs: `[${sought.slice(from, from + SOUGHT_AT_ONCE).join(',')}]`,
    })
    for (const { reposted_id, author_id, id } of rows) reposts.set(pairKey(reposted_id, author_id), id)
  }
  return reposts
}

interface KnownRow {
  id: bigint
  author_id: bigint
  initial_id: bigint
  reposted_id: bigint | null
  conversation_id: bigint
  cut_short: number
}

function knownOf(row: KnownRow): KnownPost {
  return {
    authorId: row.author_id,
    initialId: row.initial_id,
    repostedId: row.reposted_id,
    conversationId: row.conversation_id,
    isCutShort: row.cut_short === 1,
  }
}

// A look-up by primary key for each id.
const knownPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<KnownRow>`
    select posts.id, posts.author_id, posts.initial_id, posts.reposted_id, posts.conversation_id,
      case when posts.content like ${sql.lit(`${CUT_SHORT}%`)} then 1 else 0 end as cut_short
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)

const anyDeleted = query()((k) => k.selectFrom('deleted_posts').select('post_id').limit(1))

// A look-up by primary key for each id.
const deletedPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<{ post_id: bigint }>`
    select deleted_posts.post_id from ${idsOf(p('ids'), engine)} as wanted
    join deleted_posts on deleted_posts.post_id = wanted.id`,
)

// Uses the index posts_repost_pair.
const repostsOf = query<{ pairs: string }>()(
  (_, p, engine) => sql<{ id: bigint; reposted_id: bigint; author_id: bigint }>`
    select posts.id, posts.reposted_id, posts.author_id
    from ${
      engine === 'sqlite'
        ? sql`(select value ->> 0 as reposted_id, value ->> 1 as author_id from json_each(${p('pairs')}))`
        : sql`(select cast(value ->> 0 as bigint) as reposted_id, cast(value ->> 1 as bigint) as author_id
            from json_array_elements(${p('pairs')}::text::json))`
    } as pair
    join posts on posts.reposted_id = pair.reposted_id and posts.author_id = pair.author_id`,
)
