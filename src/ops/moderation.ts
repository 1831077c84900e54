/**
 * `POST /moderation` of the admin listener runs up to 100 actions of an operator on posts and users.
 *
 *   {"actor": "ann", "actions": [{"on": "post", "id": "1", "action": "drop", "reason": "spam"},
 *                                {"on": "user", "screen_name": "bob", "action": "suspend"}]}
 *
 * The response is `{"results": [{"done": true}, {"done": false, "refused": "…", "message": "…"}]}`, in the order of the
 * actions. The result of an action that failed, for example because the database was not available, has `failed` in
 * place of `refused`.
 */
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import type { Context } from '../domain/context.ts'
import {
  type Moderation,
  type ModerationOutcome,
  moderate,
  POST_MODERATIONS,
  USER_MODERATIONS,
} from '../domain/moderation/moderate.ts'
import { FAILURE_MESSAGES } from './failures.ts'

/** Maximum number of actions in a request. */
export const MAX_ACTIONS = 100

/** Name of the actor in the audit log; the log also records the field `actor` of the request. */
const ADMIN_TOKEN = 'admin token'

/** Maximum size of a body in bytes. It is enough for a hundred edits of long texts. */
const MAX_BODY_BYTES = 512 * 1024

const ID = Type.String({ pattern: '^([0-9]{1,18}|[1-8][0-9]{18})$' })
const REASON = Type.Optional(Type.String({ maxLength: 1_000 }))
const COUNTRIES = Type.Optional(Type.Array(Type.String({ maxLength: 2 }), { maxItems: 300 }))

const POST_ACTION = Type.Object(
  {
    on: Type.Literal('post'),
    id: ID,
    action: Type.Enum([...POST_MODERATIONS]),
    reason: REASON,
    countries: COUNTRIES,
    text: Type.Optional(Type.String({ maxLength: 4_096 })),
  },
  { additionalProperties: false },
)
const USER_ACTION = Type.Object(
  {
    on: Type.Literal('user'),
    id: Type.Optional(ID),
    screen_name: Type.Optional(Type.String({ maxLength: 25 })),
    action: Type.Enum([...USER_MODERATIONS]),
    reason: REASON,
    countries: COUNTRIES,
    up_to_id: Type.Optional(ID),
  },
  { additionalProperties: false },
)
const BODY = Type.Object(
  {
    actor: Type.String({ minLength: 1, maxLength: 100 }),
    actions: Type.Array(Type.Union([POST_ACTION, USER_ACTION]), { minItems: 1, maxItems: MAX_ACTIONS }),
  },
  { additionalProperties: false },
)

type Body = Type.Static<typeof BODY>

export function addModeration(app: FastifyInstance, context: Context): void {
  app.post('/moderation', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const fault = validationErrorOf(BODY, request.body)
    if (fault !== undefined) return reply.code(400).send({ error: fault })
    const { actor, actions } = request.body as Body
    const moderations = actions.map((action) => moderationOf(actor, action))
    const wrong = moderations.find((moderation) => typeof moderation === 'string')
    if (wrong !== undefined) return reply.code(400).send({ error: wrong })
    const operator = { actor: ADMIN_TOKEN, details: { alias: actor } }
    const outcomes = await moderate({ ...context, operator }, moderations as Moderation[])
    for (const outcome of outcomes) {
      if (outcome !== 'done' && 'failed' in outcome) {
        request.log.error({ err: outcome.cause }, 'an action of an operator failed')
      }
    }
    return { results: outcomes.map(resultOf) }
  })
}

function resultOf(outcome: ModerationOutcome): object {
  if (outcome === 'done') return { done: true }
  if ('refused' in outcome) return { done: false, ...outcome }
  return { done: false, failed: outcome.failed, message: FAILURE_MESSAGES[outcome.failed] }
}

/** The first error in a body, with its path; undefined for a valid body. */
function validationErrorOf(schema: TSchema, body: unknown): string | undefined {
  if (Check(schema, body)) return undefined
  const [, [first]] = Errors(schema, body)
  const where = first === undefined || first.instancePath === '' ? 'the body' : first.instancePath
  return `${where} ${first?.message ?? 'is not valid'}; see docs/operating.md, "Moderation".`
}

/** The parsed action, or a message if the action is invalid. */
function moderationOf(actor: string, action: Body['actions'][number]): Moderation | string {
  const { reason = '', countries = [] } = action
  if (action.on === 'post') {
    const { id, text } = action
    if (action.action === 'edit' && text === undefined) return 'An edit needs the new "text".'
    return { on: 'post', id: BigInt(id), action: action.action, text: text ?? '', actor, reason, countries }
  }
  const { id, screen_name, up_to_id } = action
  const user = id === undefined ? screen_name : BigInt(id)
  if (user === undefined) return 'An action on a user needs its "id" or its "screen_name".'
  if (action.action === 'scrub_geo' && up_to_id === undefined) return 'scrub_geo needs "up_to_id".'
  const upToId = up_to_id === undefined ? undefined : BigInt(up_to_id)
  return { on: 'user', user, action: action.action, upToId, actor, reason, countries }
}
