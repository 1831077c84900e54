/**
 * `POST /ingest/impressions` of the admin listener adds impressions and clicks of posts. The counts come from a site
 * that shows the posts.
 *
 *   {"counts": [{"id": "1", "impressions": 12, "url_link_clicks": 2, "user_profile_clicks": 1}]}
 *
 * The response is `{"counted": 1}`: the number of entries whose post exists and is no repost. A missing count counts as
 * 0.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import type { Context } from '../domain/context.ts'
import { countSeen } from '../domain/posts/write/count-seen.ts'

/** Maximum number of entries in a request; the limit keeps the transaction short. */
export const MAX_ROWS = 1_000

const MAX_BODY_BYTES = 256 * 1024

/** Maximum value of one count. A larger number is probably a mistake, and the change could not be undone. */
const MAX_COUNT = 1_000_000

const COUNT = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_COUNT }))
const BODY = Type.Object(
  {
    counts: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^([0-9]{1,18}|[1-8][0-9]{18})$' }),
          impressions: COUNT,
          url_link_clicks: COUNT,
          user_profile_clicks: COUNT,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_ROWS },
    ),
  },
  { additionalProperties: false },
)

export function addImpressions(app: FastifyInstance, context: Context): void {
  app.post('/ingest/impressions', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const { body } = request
    if (!Check(BODY, body)) {
      const [, [first]] = Errors(BODY, body)
      const where = first === undefined || first.instancePath === '' ? 'the body' : first.instancePath
      return reply.code(400).send({ error: `${where} ${first?.message ?? 'is not valid'}.` })
    }
    const counted = await countSeen(
      context,
      body.counts.map((row) => ({
        postId: BigInt(row.id),
        impressions: row.impressions ?? 0,
        urlLinkClicks: row.url_link_clicks ?? 0,
        userProfileClicks: row.user_profile_clicks ?? 0,
      })),
    )
    return { counted }
  })
}
