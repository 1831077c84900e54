/** Counts of imported posts: those that everybody sees, and those of views and clicks that only the author does. */
import type { PrivateCounts } from '../../domain/posts/content.ts'
import type { PostCounts } from '../../domain/posts/post.ts'
import { countIn, type Fields, objectIn } from '../json-fields.ts'

/** Where a generation tells the counts that everybody sees. */
export type PublicCounts = Readonly<
  Record<'retweets' | 'replies' | 'likes' | 'quotes' | 'impressions', (fields: Fields) => number | undefined>
>

/** The names of private figures, and what of {@link PostCounts} each is a part of. */
const PARTS = {
  impression_count: 'impressions',
  retweet_count: 'retweets',
  reply_count: 'replies',
  like_count: 'likes',
  url_link_clicks: 'urlLinkClicks',
  user_profile_clicks: 'userProfileClicks',
} as const satisfies Readonly<Record<keyof PrivateCounts, keyof PostCounts>>

/**
 * What a file tells of all counts, where Aviary goes on counting; undefined when all are 0. A count that is told only as a
 * part of organic and promoted figures is their sum.
 */
export function importedCounts(fields: Fields, shown: PublicCounts): PostCounts | undefined {
  const own = objectIn(fields, 'non_public_metrics') ?? {}
  const sum = (name: keyof PrivateCounts) => sumOf(fields, name) ?? 0
  const counts: PostCounts = {
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

/** Which figures of a file stay what they are, and by how much others differ from what is counted of all. */
export interface ImportedMetrics {
  readonly promoted?: boolean
  readonly promoted_metrics?: PrivateCounts
  readonly organic_offsets?: PrivateCounts
}

/** What of a file's private figures is stored beside the counts. */
export function importedMetrics(fields: Fields, shown: PublicCounts): ImportedMetrics {
  const promoted = objectIn(fields, 'promoted_metrics') as PrivateCounts | undefined
  const organic = objectIn(fields, 'organic_metrics') as PrivateCounts | undefined
  return {
    ...(promoted === undefined ? {} : { promoted: true, promoted_metrics: promoted }),
    ...(organic === undefined ? {} : offsetsOf(organic, importedCounts(fields, shown))),
  }
}

/** Empty where organic figures are all that there are: that they were told is kept. */
function offsetsOf(organic: PrivateCounts, counts: PostCounts | undefined): ImportedMetrics {
  const offsets = Object.entries(PARTS).flatMap(([name, whole]) => {
    const told = organic[name as keyof PrivateCounts]
    const offset = told === undefined ? 0 : told - (counts?.[whole] ?? 0)
    return offset === 0 ? [] : [[name, offset] as const]
  })
  return { organic_offsets: Object.fromEntries(offsets) }
}
