/** The limit that authors set on replies (spec/v2-posts.md#reply-settings). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { Refusal } from '../../context.ts'
import type { Target } from './targets.ts'

/**
 * Requires that a user may answer a post. The settings of the post and the settings of the first post of the
 * conversation both apply. Settings never change, so a transaction does not check them again.
 * @throws {Refusal} `reply-not-allowed`
 */
export async function requireMayReply(
  reader: Reader,
  userId: bigint,
  parent: Pick<Target, 'id' | 'conversationId'>,
): Promise<void> {
  const ids = idList([...new Set([parent.id, parent.conversationId])])
  const limits = await reader.rows(replyLimits, { user: userId, ids })
  const forbidding = limits.find((limit) => !allows(limit, userId))
  if (forbidding === undefined) return
  throw new Refusal('reply-not-allowed', `${forbidding.author_id} limits the replies to ${forbidding.id}`)
}

interface ReplyLimit {
  id: bigint
  author_id: bigint
  /** Null for everyone. */
  setting: string | null
  followed: number | null
  mentioned: number | null
}

/** Users whom the author mentions may answer with every setting; there are no subscribers here. */
function allows({ author_id: authorId, setting, followed, mentioned }: ReplyLimit, userId: bigint): boolean {
  if (setting === null || authorId === userId || mentioned === 1) return true
  return setting === 'following' && followed === 1
}

// Lookups by primary key.
const replyLimits = query<{ user: bigint; ids: string }>()(
  (_, p, engine) => sql<ReplyLimit>`
    select posts.id, posts.author_id,
      ${engine === 'sqlite' ? sql`posts.content ->> 'reply_settings'` : sql`posts.content::json ->> 'reply_settings'`} as setting,
      (select 1 from friends where follower_id = posts.author_id and followee_id = ${p('user')}) as followed,
      (select 1 from post_mentions where user_id = ${p('user')} and post_id = posts.id) as mentioned
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)
