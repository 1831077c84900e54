/** Reads the counts of imported posts: public counts, and private counts of views and clicks. */
import type { PrivateCounts } from '../../domain/posts/content.ts'
import type { ImportedCounts } from '../../domain/posts/post.ts'
import { countIn, type Fields, objectIn } from '../json-fields.ts'

/** The readers of the public counts in objects of one API version. */
export type PublicCounts = Readonly<
  Record<'retweets' | 'replies' | 'likes' | 'quotes' | 'impressions', (fields: Fields) => number | undefined>
>

/** Names of private metrics, each with the field of {@link ImportedCounts} that adds them up. */
const PARTS = {
  impression_count: 'impressions',
  retweet_count: 'retweets',
  reply_count: 'replies',
  like_count: 'likes',
  url_link_clicks: 'urlLinkClicks',
  user_profile_clicks: 'userProfileClicks',
} as const satisfies Readonly<Record<keyof PrivateCounts, keyof ImportedCounts>>

/**
 * The counts of a recorded post; Aviary continues to count from them. Undefined when all counts are 0. If a count is
 * recorded only as organic and promoted metrics, the sum of both is used.
 */
export function importedCounts(fields: Fields, shown: PublicCounts): ImportedCounts | undefined {
  const own = objectIn(fields, 'non_public_metrics') ?? {}
  const sum = (name: keyof PrivateCounts) => sumOf(fields, name) ?? 0
  const counts: ImportedCounts = {
    retweets: shown.retweets(fields) ?? sum('retweet_count'),
    replies: shown.replies(fields) ?? sum('reply_count'),
    likes: shown.likes(fields) ?? sum('like_count'),
    quotes: shown.quotes(fields) ?? 0,
    impressions: countIn(own, 'impression_count') ?? shown.impressions(fields) ?? sum('impression_count'),
    urlLinkClicks: countIn(own, 'url_link_clicks') ?? sum('url_link_clicks'),
    userProfileClicks: countIn(own, 'user_profile_clicks') ?? sum('user_profile_clicks'),
  }
  return Object.values(counts).every((count) => count === 0) ? undefined : counts
}

function sumOf(fields: Fields, name: keyof PrivateCounts): number | undefined {
  const parts = ['organic_metrics', 'promoted_metrics'].map((group) =>
    countIn(objectIn(fields, group) ?? {}, name),
  )
  return parts.every((part) => part === undefined)
    ? undefined
    : parts.reduce<number>((sum, part = 0) => sum + part, 0)
}

/** Metrics that are stored as recorded, and the differences between organic metrics and the counts. */
export interface ImportedMetrics {
  readonly promoted?: boolean
  readonly promoted_metrics?: PrivateCounts
  readonly organic_offsets?: PrivateCounts
}

/** The private metrics that are stored in addition to the public counts. */
export function importedMetrics(fields: Fields, shown: PublicCounts): ImportedMetrics {
  const promoted = objectIn(fields, 'promoted_metrics') as PrivateCounts | undefined
  const organic = objectIn(fields, 'organic_metrics') as PrivateCounts | undefined
  return {
    ...(promoted === undefined ? {} : { promoted: true, promoted_metrics: promoted }),
    ...(organic === undefined ? {} : offsetsOf(organic, importedCounts(fields, shown))),
  }
}

/**
 * Differences between organic metrics and the counts. An empty object means that the file had organic metrics without
 * differences.
 */
function offsetsOf(organic: PrivateCounts, counts: ImportedCounts | undefined): ImportedMetrics {
  const offsets = Object.entries(PARTS).flatMap(([name, whole]) => {
    const recorded = organic[name as keyof PrivateCounts]
    const offset = recorded === undefined ? 0 : recorded - (counts?.[whole] ?? 0)
    return offset === 0 ? [] : [[name, offset] as const]
  })
  return { organic_offsets: Object.fromEntries(offsets) }
}
