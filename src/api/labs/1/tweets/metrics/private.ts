/** GET labs/1/tweets/metrics/private: metrics of the caller's own posts (spec/labs-lookup.md#labs-v1-metrics). */
import { Type } from 'typebox'
import type { Post } from '../../../../../domain/posts/post.ts'
import { mediaKey } from '../../../../../formats/labs-v1/attachments.ts'
import type { ParamSpec } from '../../../../../http/params.ts'
import { LARGEST_ID } from '../../../../../lib/ids/largest-id.ts'
import { type PostVisibility, readPostGraph } from '../../../../../views/post-graph.ts'
import { defineEndpoint } from '../../../../_endpoint.ts'
import { requireEnrolment } from '../../../../_enrolment.ts'
import { problemEntry } from '../../../../_problems.ts'
import { asSent } from '../../../../_v2/parameters.ts'
import { notFound, type PartialError, type Wanted } from '../../../../_v2/partial-errors.ts'
import { ID_LIST, ID_PATTERN, ValidationErrors } from '../../../../_v2/validation-errors.ts'
import { LABS_1_WORDS } from '../../_object-params.ts'
import { LABS_1_DIALECT } from '../../_view.ts'

/** Maximum requests of an app in 15 minutes. */
const WINDOW = { user: 15, app: 0 } as const

const MAX_IDS = 50

/** Maximum age of posts with private metrics: 30 days, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

const PARAMS = {
  ids: asSent(Type.String({ description: `1 to ${MAX_IDS} ids of posts, separated by commas.` })),
} satisfies ParamSpec

const COUNT = Type.Integer({ minimum: 0 })

const METRICS = Type.Object(
  {
    data: Type.Optional(
      Type.Array(
        Type.Object({
          tweet_id: Type.String(),
          tweet: Type.Object({
            like_count: COUNT,
            retweet_count: COUNT,
            quote_count: COUNT,
            reply_count: COUNT,
            impression_count: COUNT,
          }),
          video: Type.Optional(
            Type.Object(
              { media_key: Type.String(), view_count: Type.Optional(COUNT) },
              { title: 'VideoMetrics' },
            ),
          ),
        }),
      ),
    ),
    errors: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
  },
  { title: 'PrivateMetrics' },
)

export const labs1PrivateMetrics = defineEndpoint({
  method: 'GET',
  paths: ['/labs/1/tweets/metrics/private'],
  summary: 'Metrics of the caller’s own posts of the last 30 days.',
  auth: ['user'],
  writes: false,
  window: WINDOW,
  params: PARAMS,
  answers: [{ schema: METRICS }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent }) {
    const errors = new ValidationErrors(sent, LABS_1_WORDS)
    errors.addUnknown(Object.keys(PARAMS))
    const ids = errors.list('ids', ID_PATTERN, ID_LIST, MAX_IDS)
    errors.throwIfAny()
    await requireEnrolment(services, 'labs', caller.app.id)
    const userId = caller.user.id
    const graph = await readPostGraph(services, { userId }, storable(ids), { quoted: false })
    const data: object[] = []
    const missing: PartialError[] = []
    for (const id of new Set(ids)) {
      const visibility = graph.visibility(BigInt(id))
      const refused = refusalOf(visibility, id, userId, services.clock.now())
      if (refused !== undefined) missing.push(refused)
      else if (typeof visibility !== 'string') data.push(metricsOf(visibility.cached.entity))
    }
    const body = { ...(data.length > 0 ? { data } : {}), ...(missing.length > 0 ? { errors: missing } : {}) }
    return { status: 200, body: JSON.stringify(body) }
  },
})

/**
 * The partial error for a post whose metrics the caller may not see. The error says that the post is missing
 * (spec/retired-endpoints.md#labs-v1-calls).
 */
function refusalOf(
  visibility: PostVisibility,
  id: string,
  userId: bigint,
  now: number,
): PartialError | undefined {
  const wanted: Wanted = { type: 'tweet', parameter: 'ids', value: id, section: 'data' }
  if (typeof visibility === 'string') return notFound(LABS_1_DIALECT, wanted)
  const { authorId, repostedId, createdAt } = visibility.cached.entity
  const isOwn = authorId === userId && repostedId === null && now - createdAt <= MAX_AGE_MS
  return isOwn ? undefined : notFound(LABS_1_DIALECT, wanted)
}

function metricsOf({ id, counts, content }: Post): object {
  const video = content.media?.find(({ type }) => type === 'video')
  return {
    tweet_id: String(id),
    tweet: {
      like_count: counts.likes,
      retweet_count: counts.retweets,
      quote_count: counts.quotes,
      reply_count: counts.replies,
      impression_count: counts.impressions,
    },
    ...(video === undefined
      ? {}
      : {
          video: {
            media_key: mediaKey(video),
            ...(video.view_count === undefined ? {} : { view_count: video.view_count }),
          },
        }),
  }
}

/** The ids that fit into 64 bits. No post has a larger id (decision 0019). */
function storable(ids: readonly string[]): readonly bigint[] {
  return ids.map(BigInt).filter((id) => id <= LARGEST_ID)
}
