/** Declares the call that hides replies, in Labs v1, Labs v2 and API v2 (spec/recent-search.md#hide-replies). */
import { Refusal } from '../../../domain/context.ts'
import { hideReply } from '../../../domain/posts/state/hide-reply.ts'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { Problem, problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { type Generation, keyParam } from '../parameters.ts'
import { unseenError } from '../posts.ts'
import { HIDDEN, HIDDEN_ANSWER } from '../schemas.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { HIDE_RULES, type HideRules } from './hide-rules.ts'

const LARGEST_ID = 2n ** 63n - 1n

/** Declares the call in Labs v2 or API v2. */
export function hideReplies(generation: Generation, path: string): ApiEndpoint {
  return hideRepliesBy(HIDE_RULES[generation], path)
}

/** Declares the call with the rules of an API. */
export function hideRepliesBy(rules: HideRules, path: string): ApiEndpoint {
  const { generation, window, words, showsSince } = rules
  return defineEndpoint({
    method: 'PUT',
    paths: [path],
    summary:
      showsSince === undefined
        ? 'Hides a reply in a conversation that the user started; retired on 2020-07-08.'
        : 'Hides or unhides a reply in a conversation that the user started.',
    auth: ['user'],
    scopes: generation === '2' ? ['tweet.moderate.write'] : undefined,
    writes: true,
    window,
    params: { id: keyParam('id') },
    body: { kind: 'json', schema: HIDDEN },
    answers: [{ schema: HIDDEN_ANSWER }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent, json, outer }) {
      const errors = new ValidationErrors(sent, words)
      errors.addUnknown(['id'], 'id')
      const value = errors.one('id', ID_PATTERN)
      const isHidden = readHidden(errors, json, rules, outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, generation, caller.app.id)
      return hide(services, rules, { userId: caller.user.id, value, isHidden })
    },
  })
}

function readHidden(
  errors: ValidationErrors,
  body: JsonValue,
  { showsSince, missing }: HideRules,
  day: Day,
): boolean {
  const values = showsSince !== undefined && isOn({ since: showsSince }, day) ? [true, false] : [true]
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const hidden = isObject && 'hidden' in body ? body.hidden : undefined
  if (typeof hidden === 'boolean' && values.includes(hidden)) return hidden
  if (hidden === undefined) errors.add('hidden', missing)
  else errors.add('hidden', `The \`hidden\` body parameter value is not one of [${values.join(',')}]`)
  return false
}

/**
 * Hides or shows a reply. A post that the user may not see has the same error as in a lookup.
 * @throws {Problem} `forbidden`
 */
async function hide(
  services: Services,
  { dialect, refuses = () => false }: HideRules,
  {
    userId,
    value,
    isHidden,
  }: { readonly userId: bigint; readonly value: string; readonly isHidden: boolean },
): Promise<Answer> {
  const postId = BigInt(value)
  const ids = postId > LARGEST_ID ? [] : [postId]
  const visibility = (await readPostGraph(services, { userId }, ids, { quoted: false })).visibility(postId)
  if (typeof visibility === 'string') {
    const wanted = { type: 'tweet', parameter: 'id', value, section: 'data' } as const
    return { status: 200, body: JSON.stringify({ errors: [unseenError(dialect, visibility, wanted)] }) }
  }
  if (refuses(visibility.cached.entity, userId)) throw new Problem('forbidden')
  try {
    await hideReply(services, { userId, postId, isHidden })
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'post-not-own') throw new Problem('forbidden')
    throw error
  }
  return { status: 200, body: JSON.stringify({ data: { hidden: isHidden } }) }
}
