/** Metrics that only the author of a post is shown (spec/labs-lookup.md#private-metrics). */
import type { Post } from '../../domain/posts/post.ts'
import { type FieldSet, has } from './field-set.ts'
import { POST } from './fields.ts'

export const METRIC_GROUPS = ['non_public_metrics', 'organic_metrics', 'promoted_metrics'] as const

export type MetricGroup = (typeof METRIC_GROUPS)[number]

/** The fields that are groups of such metrics. */
export const PRIVATE_METRICS: FieldSet =
  POST.non_public_metrics | POST.organic_metrics | POST.promoted_metrics

const ALL = [
  'impression_count',
  'retweet_count',
  'reply_count',
  'like_count',
  'url_link_clicks',
  'user_profile_clicks',
] as const

/** What each group holds. */
export const METRICS: Readonly<Record<MetricGroup, readonly (typeof ALL)[number][]>> = {
  non_public_metrics: ['impression_count', 'url_link_clicks', 'user_profile_clicks'],
  organic_metrics: ALL,
  promoted_metrics: ALL,
}

/** Older posts tell nobody of them any more. */
const PRIVATE_METRICS_MS = 30 * 24 * 60 * 60 * 1000

/** Which of the groups that are asked for a viewer is shown, and which are refused. */
export function privateMetrics(
  post: Post,
  fields: FieldSet,
  viewerId: bigint | null,
  now: number,
): { readonly shown: Record<string, unknown>; readonly refused: readonly MetricGroup[] } {
  const mayRead = mayReadMetrics(post, viewerId, now)
  const shown: Record<string, unknown> = {}
  const refused: MetricGroup[] = []
  for (const group of METRIC_GROUPS) {
    if (!has(fields, POST[group])) continue
    const isThere = group !== 'promoted_metrics' || post.content.promoted === true
    if (mayRead && isThere) shown[group] = metricsOf(post, group)
    else refused.push(group)
  }
  return { shown, refused }
}

/**
 * Whether such metrics of a post are for this viewer: for its author alone, and not of what it only passes on.
 * @param now milliseconds since the Unix epoch
 */
export function mayReadMetrics(
  { authorId, repostedId, createdAt }: Pick<Post, 'authorId' | 'repostedId' | 'createdAt'>,
  viewerId: bigint | null,
  now: number,
): boolean {
  return viewerId === authorId && repostedId === null && now - createdAt <= PRIVATE_METRICS_MS
}

/**
 * Clicks on links only of a post that has one, or when a file told them. Aviary shows nothing for money: what is counted here
 * is organic, and figures of promotion stay what a file told.
 */
function metricsOf({ counts, content }: Post, group: MetricGroup): Record<string, number> {
  const { promoted_metrics: promoted = {}, organic_offsets: offsets = {}, urls = [] } = content
  const counted = {
    impression_count: counts.impressions,
    retweet_count: counts.retweets,
    reply_count: counts.replies,
    like_count: counts.likes,
    url_link_clicks: counts.urlLinkClicks,
    user_profile_clicks: counts.userProfileClicks,
  }
  const figureOf = (metric: keyof typeof counted) => {
    if (group === 'promoted_metrics') return promoted[metric] ?? 0
    const { [metric]: offset = 0 } = offsets
    return group === 'organic_metrics' ? Math.max(0, counted[metric] + offset) : counted[metric]
  }
  const names = METRICS[group].filter(
    (name) => name !== 'url_link_clicks' || urls.length > 0 || figureOf(name) > 0,
  )
  return Object.fromEntries(names.map((name) => [name, figureOf(name)]))
}
