/**
 * Declares how replies are hidden, which Labs v2 and API v2 have alike
 * (spec/recent-search.md#hide-replies).
 */
import { Refusal } from '../../../domain/context.ts'
import { hideReply } from '../../../domain/posts/state/hide-reply.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { Problem, problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { DIALECTS } from '../lookups.ts'
import { type Generation, keyParam } from '../parameters.ts'
import type { V2Dialect } from '../partial-errors.ts'
import { unseenError } from '../posts.ts'
import { HIDDEN, HIDDEN_ANSWER } from '../schemas.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'

const LARGEST_ID = 2n ** 63n - 1n

export function hideReplies(generation: Generation, path: string): ApiEndpoint {
  return defineEndpoint({
    method: 'PUT',
    paths: [path],
    summary: 'Hides or unhides a reply in a conversation that the user started.',
    auth: ['user'],
    scopes: generation === '2' ? ['tweet.moderate.write'] : undefined,
    writes: true,
    // Per user, in Labs too.
    window: { user: 50, app: 0, per: 'user' },
    params: { id: keyParam('id') },
    body: { kind: 'json', schema: HIDDEN },
    answers: [{ schema: HIDDEN_ANSWER }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent, json }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['id'], 'id')
      const value = errors.one('id', ID_PATTERN)
      const isHidden = readHidden(errors, json)
      errors.throwIfAny()
      await requireEnrolment(services, generation, caller.app.id)
      return hide(services, DIALECTS[generation], caller.user.id, value, isHidden)
    },
  })
}

function readHidden(errors: ValidationErrors, body: JsonValue): boolean {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const hidden = isObject && 'hidden' in body ? body.hidden : undefined
  if (typeof hidden === 'boolean') return hidden
  if (hidden === undefined) errors.add('hidden', 'Request parameter `hidden` can not be empty')
  else errors.add('hidden', 'The `hidden` body parameter value is not one of [true,false]')
  return false
}

/** Posts that the user cannot see are reported as by lookups. @throws {Problem} `forbidden` */
async function hide(
  services: Services,
  dialect: V2Dialect,
  userId: bigint,
  value: string,
  isHidden: boolean,
): Promise<Answer> {
  const postId = BigInt(value)
  const ids = postId > LARGEST_ID ? [] : [postId]
  const visibility = (await readPostGraph(services, { userId }, ids, { quoted: false })).visibility(postId)
  if (typeof visibility === 'string') {
    const wanted = { type: 'tweet', parameter: 'id', value, section: 'data' } as const
    return { status: 200, body: JSON.stringify({ errors: [unseenError(dialect, visibility, wanted)] }) }
  }
  try {
    await hideReply(services, { userId, postId, isHidden })
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'post-not-own') throw new Problem('forbidden')
    throw error
  }
  return { status: 200, body: JSON.stringify({ data: { hidden: isHidden } }) }
}
