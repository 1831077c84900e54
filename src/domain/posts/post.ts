/** The domain type of a post. */
import type { Selectable } from 'kysely'
import type { PostCountsTable, PostStatesTable, PostsTable } from '../../db/schema.ts'
import { stringsOf } from '../../lib/json.ts'
import { requireIntactPost } from './checksum.ts'
import type { PostContent, PostGeo } from './content.ts'
import { contentOf, geoOf } from './content-schema.ts'

export interface Post {
  readonly id: bigint
  readonly authorId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /**
   * Id of the first version; the id of the post itself if it was never edited. Likes, reposts and counts belong to the
   * first version.
   */
  readonly initialId: bigint
  /** Id of the newest version; the id of the post itself if it is the newest version. */
  readonly latestId: bigint
  /** Undefined for a post that was never edited. */
  readonly history?: PostHistory | undefined
  readonly inReplyToPostId: bigint | null
  readonly inReplyToUserId: bigint | null
  /** Id of the quoted version of a post. */
  readonly quotedId: bigint | null
  /** Id of the first version of the reposted post. */
  readonly repostedId: bigint | null
  /** Id of the post that began the conversation; the id of the post itself if no conversation exists. */
  readonly conversationId: bigint
  readonly content: PostContent
  /** Undefined when the location is unknown or was removed. */
  readonly geo: PostGeo | undefined
  readonly counts: PostCounts
  /** Milliseconds since the Unix epoch; null for a post that is not dropped. */
  readonly droppedAt: number | null
  /** Milliseconds since the Unix epoch; null for a reply that is not hidden. */
  readonly hiddenAt: number | null
  readonly withheldInCountries: readonly string[]
}

/** The versions of an edited post. */
export interface PostHistory {
  /** Ids of all versions, oldest first. */
  readonly ids: readonly bigint[]
  /** Creation time of the first version, in milliseconds since the Unix epoch. */
  readonly createdAt: number
}

export interface PostCounts {
  readonly retweets: number
  readonly replies: number
  readonly likes: number
  /** Number of accounts that quote the post. Each account is counted once. */
  readonly quotes: number
  readonly impressions: number
  readonly urlLinkClicks: number
  readonly userProfileClicks: number
  readonly bookmarks: number
}

/** Counts of an imported post. Bookmarks are not imported. */
export type ImportedCounts = Omit<PostCounts, 'bookmarks'>

/** Counts of a new post. */
export const NO_COUNTS: PostCounts = Object.freeze({
  retweets: 0,
  replies: 0,
  likes: 0,
  quotes: 0,
  impressions: 0,
  urlLinkClicks: 0,
  userProfileClicks: 0,
  bookmarks: 0,
})

type CountColumns = Omit<Selectable<PostCountsTable>, 'post_id'>

type StateColumns = Omit<Selectable<PostStatesTable>, 'post_id'>

export type PostRow = Selectable<PostsTable> & { geo: string | null } & OrNull<CountColumns> &
  OrNull<StateColumns> &
  HistoryColumns

/** The columns from which {@link PostHistory} is read; null for a post that was never edited. */
interface HistoryColumns {
  /** Ids of all versions except the first, separated by commas. */
  later_ids: string | null
  first_created_at: number | null
}

/** A column from which {@link Post} is read. */
export type PostColumn =
  | `posts.${keyof PostsTable}`
  | `post_counts.${keyof CountColumns}`
  | `post_states.${keyof StateColumns}`
  | 'post_geos.geo'

type OrNull<Columns> = { [Column in keyof Columns]: Columns[Column] | null }

/** Converts a row. @throws {ItemCorrupt} when the row is damaged, so that its checksum differs */
export function postOf(row: PostRow): Post {
  requireIntactPost(row)
  return {
    id: row.id,
    authorId: row.author_id,
    createdAt: row.created_at,
    initialId: row.initial_id,
    latestId: row.latest_id ?? row.initial_id,
    history: historyOf(row),
    inReplyToPostId: row.in_reply_to_post_id,
    inReplyToUserId: row.in_reply_to_user_id,
    quotedId: row.quoted_id,
    repostedId: row.reposted_id,
    conversationId: row.conversation_id,
    content: contentOf(row.content),
    geo: row.geo === null ? undefined : geoOf(row.geo),
    counts: row.retweet_count === null ? NO_COUNTS : countsOf(row as CountColumns),
    droppedAt: row.dropped_at,
    hiddenAt: row.hidden_at,
    withheldInCountries: row.withheld_in_countries === null ? NOWHERE : stringsOf(row.withheld_in_countries),
  }
}

const NOWHERE: readonly string[] = Object.freeze([])

function historyOf(row: HistoryColumns & Pick<PostsTable, 'initial_id'>): PostHistory | undefined {
  if (row.later_ids === null || row.first_created_at === null) return undefined
  const later = row.later_ids.split(',').map(BigInt)
  return { ids: [row.initial_id, ...later].toSorted(byValue), createdAt: row.first_created_at }
}

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : 1
}

function countsOf(row: CountColumns): PostCounts {
  return {
    retweets: row.retweet_count,
    replies: row.reply_count,
    likes: row.like_count,
    quotes: row.quote_count,
    impressions: row.impression_count,
    urlLinkClicks: row.url_link_clicks,
    userProfileClicks: row.user_profile_clicks,
    bookmarks: row.bookmark_count,
  }
}
