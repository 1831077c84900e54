/** Renders the metrics of a post that only its author may read (spec/labs-lookup.md#private-metrics). */
import { type TSchema, Type } from 'typebox'
import type { Post } from '../../domain/posts/post.ts'
import { type Dated, type Day, isOn, LATEST_DAY } from '../fields/day.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import type { Restriction } from './field-table.ts'
import { COUNT, some } from './scalars.ts'

export const METRIC_GROUPS = ['non_public_metrics', 'organic_metrics', 'promoted_metrics'] as const

export type MetricGroup = (typeof METRIC_GROUPS)[number]

/** The first day of each group (spec/versioning.md#dates). */
export const METRICS_SINCE: Readonly<Record<MetricGroup, Day>> = {
  non_public_metrics: '2020-05-06',
  organic_metrics: '2020-05-28',
  promoted_metrics: '2020-05-28',
}

/** A post and the viewer of its metrics. */
export interface MetricsInput {
  readonly post: Post
  /** Id of the viewer; null for an app. */
  readonly viewerId: bigint | null
  /** Current time in milliseconds since the Unix epoch, for comparison with the age of the post. */
  readonly now: number
}

/** Maximum age in milliseconds of a post with private metrics. */
const PRIVATE_METRICS_MS = 30 * 24 * 60 * 60 * 1000

/**
 * True when a viewer may read the private metrics of a post. Only the author may read them, for 30 days, and only if
 * the post is not a repost.
 * @param input `now` is in milliseconds since the Unix epoch
 */
export function mayReadMetrics({
  post: { authorId, repostedId, createdAt },
  viewerId,
  now,
}: {
  readonly post: Pick<Post, 'authorId' | 'repostedId' | 'createdAt'>
  readonly viewerId: bigint | null
  readonly now: number
}): boolean {
  return viewerId === authorId && repostedId === null && now - createdAt <= PRIVATE_METRICS_MS
}

type Metric =
  | 'impression_count'
  | 'retweet_count'
  | 'reply_count'
  | 'like_count'
  | 'url_link_clicks'
  | 'user_profile_clicks'

const SHOWN_ALONE = ['impression_count', 'url_link_clicks', 'user_profile_clicks'] as const
const ALL = [
  ...['impression_count', 'retweet_count', 'reply_count', 'like_count'],
  ...['url_link_clicks', 'user_profile_clicks'],
] as readonly Metric[]

const METRICS: Readonly<Record<MetricGroup, readonly Metric[]>> = {
  non_public_metrics: SHOWN_ALONE,
  organic_metrics: ALL,
  promoted_metrics: ALL,
}

/** The metrics of one group, such as organic metrics. */
interface Metrics {
  readonly schema: TSchema
  readonly value: (input: MetricsInput, day: Day) => Record<string, unknown>
  readonly restriction: Restriction<MetricsInput>
}

export function metricsOf(group: MetricGroup): Metrics {
  const members = METRICS[group]
  const table = new ObjectTable(
    members.map((metric) => ({ ...metricField(group, metric), ...daysOf(metric) })),
  )
  const component = { title: 'V2PrivateMetrics', description: 'Only for the author, for 30 days.' }
  return {
    schema: Type.Object(table.schema(LATEST_DAY), group === 'non_public_metrics' ? {} : component),
    value: ({ post }, day) => table.object(post, day),
    restriction: {
      members,
      membersOn: (day) => members.filter((metric) => isOn(daysOf(metric), day)),
      isRefused: (input) =>
        !mayReadMetrics(input) || (group === 'promoted_metrics' && input.post.content.promoted !== true),
    },
  }
}

/** First day with counts of clicks on links and profiles. */
export const CLICKS_SINCE: Day = '2020-07-01'

function daysOf(metric: Metric): Dated {
  return metric === 'url_link_clicks' || metric === 'user_profile_clicks' ? { since: CLICKS_SINCE } : {}
}

/** A metric of a group. Link clicks exist only for posts that have a link or imported clicks. */
function metricField(group: MetricGroup, metric: Metric): ObjectField<Post> {
  if (metric !== 'url_link_clicks') {
    return { name: metric, schema: COUNT, value: (post) => figureOf(post, group, metric) }
  }
  return {
    name: metric,
    schema: some(COUNT),
    value: (post) => {
      const figure = figureOf(post, group, metric)
      return (post.content.urls ?? []).length > 0 || figure > 0 ? figure : undefined
    },
  }
}

/**
 * The value of a metric. Aviary has no promoted posts, so all counted views are organic, and promoted values come from
 * imports.
 */
function figureOf({ counts, content }: Post, group: MetricGroup, metric: Metric): number {
  const { promoted_metrics: promoted = {}, organic_offsets: offsets = {} } = content
  if (group === 'promoted_metrics') return promoted[metric] ?? 0
  const counted = counts[COUNTS[metric]]
  const { [metric]: offset = 0 } = offsets
  return group === 'organic_metrics' ? Math.max(0, counted + offset) : counted
}

const COUNTS = {
  impression_count: 'impressions',
  retweet_count: 'retweets',
  reply_count: 'replies',
  like_count: 'likes',
  url_link_clicks: 'urlLinkClicks',
  user_profile_clicks: 'userProfileClicks',
} as const satisfies Record<Metric, keyof Post['counts']>
