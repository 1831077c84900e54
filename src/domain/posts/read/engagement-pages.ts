/**
 * Pages of the reposts and likes of a post, and of the likes of a user, newest repost or like first. The
 * pages of a post omit hidden users. Other users and posts that a viewer cannot see are removed later
 * (visibility.ts).
 */
import { sql } from 'kysely'
import type { Reader } from '../../../db/store.ts'
import {
  HIDDEN_MEMBER,
  type IdPage,
  type IdPageInput,
  idListOf,
  idPage,
  type Shown,
  userIdPages,
} from '../../graph/id-page.ts'

/** Ids of the reposts of a post. @param input.userId id of the first version of the post */
export function repostIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, REPOSTS, input)
}

/** Ids of the users who reposted a post. @param input.userId id of the first version of the post */
export function reposterIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, REPOSTERS, input)
}

/** Ids of the users who like a post. Uses the index likes_post. `userId` is the id of the first version of the post. */
export const likerIds = userIdPages('likes', 'post_id', 'user_id')

/** Ids of the posts that a user likes. Each id is the id of the newest version of a post. */
export function likedPostIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, LIKED, input)
}

const REPOST: Shown = {
  id: sql`case when hidden_users.user_id is null then cast(page.position as text) end`,
  join: HIDDEN_MEMBER,
}

/** Shows the author of a repost, unless the operator has hidden the repost. */
const REPOSTER: Shown = {
  id: sql`case when hidden_users.user_id is null and post_states.dropped_at is null
    then cast(page.member as text) end`,
  join: sql`${HIDDEN_MEMBER} left join post_states on post_states.post_id = page.position`,
}

const NEWEST_VERSION: Shown = {
  id: sql`cast(coalesce(post_states.latest_id, page.member) as text)`,
  join: sql`left join post_states on post_states.post_id = page.member`,
}

const REPOSTS = repostList(REPOST)
const REPOSTERS = repostList(REPOSTER)

// Uses the index likes_order.
const LIKED = idListOf({
  table: 'likes',
  owner: 'user_id',
  other: 'post_id',
  position: 'position',
  shown: NEWEST_VERSION,
})

// Uses the index posts_reposts.
function repostList(shown: Shown) {
  return idListOf({ table: 'posts', owner: 'reposted_id', other: 'author_id', position: 'id', shown })
}
