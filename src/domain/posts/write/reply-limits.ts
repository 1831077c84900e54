/** Checks the limit that authors set for replies (spec/v2-posts.md#reply-settings). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { Refusal } from '../../context.ts'
import type { Target } from './targets.ts'

/**
 * Requires that a user can answer a post. Both the setting of the post and the setting of the first post of the
 * conversation apply. The settings of a post never change, so the transaction does not check them again.
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
  /** Null when everyone can answer. */
  setting: string | null
  followed: number | null
  mentioned: number | null
}

/**
 * True if the setting allows a reply. Users whom the author mentions can answer with every setting. The setting
 * `subscribers` allows no other users, because Aviary has no subscriptions.
 */
function allows({ author_id: authorId, setting, followed, mentioned }: ReplyLimit, userId: bigint): boolean {
  if (setting === null || authorId === userId || mentioned === 1) return true
  return setting === 'following' && followed === 1
}

// Looks up primary keys.
const replyLimits = query<{ user: bigint; ids: string }>()(
  (_, p, engine) => sql<ReplyLimit>`
    select posts.id, posts.author_id,
      ${engine === 'sqlite' ? sql`posts.content ->> 'reply_settings'` : sql`posts.content::json ->> 'reply_settings'`} as setting,
      (select 1 from friends where follower_id = posts.author_id and followee_id = ${p('user')}) as followed,
      (select 1 from post_mentions where user_id = ${p('user')} and post_id = posts.id) as mentioned
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)
