/** GET labs/1/tweets/metrics/private: figures of the caller's own posts (spec/labs-lookup.md#labs-v1-metrics). */
import { Type } from 'typebox'
import type { Post } from '../../../../../domain/posts/post.ts'
import { mediaKey } from '../../../../../formats/labs-v1/attachments.ts'
import type { ParamSpec } from '../../../../../http/params.ts'
import { LARGEST_ID } from '../../../../../lib/ids/largest-id.ts'
import { type PostVisibility, readPostGraph } from '../../../../../views/post-graph.ts'
import { defineEndpoint } from '../../../../_endpoint.ts'
import { requireEnrolment } from '../../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../../_known-parameters.ts'
import { Problem, problemEntry } from '../../../../_problems.ts'
import { notAuthorized, notFound, type PartialError, type Wanted } from '../../../../_v2/partial-errors.ts'

/** Requests of an app in 15 minutes. */
const WINDOW = { user: 900, app: 0 } as const

const MAX_IDS = 50

/** Maximum age of posts with private metrics: 30 days, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

const DIALECT = { base: 'https://api.twitter.com/labs/1/problems/', tellsResourceId: false } as const

const PARAMS = {
  ids: {
    schema: Type.String({ description: `1 to ${MAX_IDS} ids of posts, separated by commas.` }),
    parse: (text: string | undefined) => idsOf(text),
  },
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
  async handle({ params: { ids }, caller, services, sent }) {
    refuseUnknownParameters(sent, PARAMS)
    await requireEnrolment(services, 'labs', caller.app.id)
    const userId = caller.user.id
    const graph = await readPostGraph(services, { userId }, storable(ids), { quoted: false })
    const data: object[] = []
    const errors: PartialError[] = []
    for (const id of new Set(ids)) {
      const visibility = graph.visibility(BigInt(id))
      const refused = refusalOf(visibility, id, userId, services.clock.now())
      if (refused !== undefined) errors.push(refused)
      else if (typeof visibility !== 'string') data.push(metricsOf(visibility.cached.entity))
    }
    const body = { ...(data.length > 0 ? { data } : {}), ...(errors.length > 0 ? { errors } : {}) }
    return { status: 200, body: JSON.stringify(body) }
  },
})

/** Why the figures of a post are not for its reader; undefined when they are. */
function refusalOf(
  visibility: PostVisibility,
  id: string,
  userId: bigint,
  now: number,
): PartialError | undefined {
  const wanted: Wanted = { type: 'tweet', parameter: 'ids', value: id, section: 'data' }
  if (typeof visibility === 'string') {
    const isHidden = visibility === 'protected' || visibility === 'blocked-by-author'
    return isHidden ? notAuthorized(DIALECT, wanted) : notFound(DIALECT, wanted)
  }
  const { authorId, repostedId, createdAt } = visibility.cached.entity
  const isOwn = authorId === userId && repostedId === null && now - createdAt <= MAX_AGE_MS
  return isOwn ? undefined : notAuthorized(DIALECT, wanted)
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

/** Those that a post may have; the others are of nothing (decision 0019). */
function storable(ids: readonly string[]): readonly bigint[] {
  return ids.map(BigInt).filter((id) => id <= LARGEST_ID)
}

/** @throws {Problem} `invalidRequest` */
function idsOf(text: string | undefined): readonly string[] {
  const ids = text?.split(',') ?? []
  if (text === undefined) throw invalidRequest([], 'Request parameter `ids` can not be empty')
  if (ids.length > MAX_IDS) {
    const size = `The number of values in the \`ids\` query parameter list [${ids.length}]`
    throw invalidRequest(ids, `${size} is not between 1 and ${MAX_IDS}`)
  }
  const wrong = ids.find((id) => !/^[0-9]{1,19}$/.test(id))
  if (wrong === undefined) return ids
  throw invalidRequest([wrong], `The \`ids\` query parameter value [${wrong}] does not match ^[0-9]{1,19}$`)
}

function invalidRequest(ids: readonly string[], message: string): Problem {
  return new Problem('invalidRequest', undefined, [{ parameters: { ids }, message }])
}
