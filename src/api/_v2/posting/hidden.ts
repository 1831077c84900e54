/**
 * Declares how replies are hidden, which Labs v1, Labs v2 and API v2 have alike
 * (spec/recent-search.md#hide-replies).
 */
import { Refusal } from '../../../domain/context.ts'
import type { Post } from '../../../domain/posts/post.ts'
import { hideReply } from '../../../domain/posts/state/hide-reply.ts'
import type { Answer, WindowSpec } from '../../../http/endpoint.ts'
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
import { type ErrorWords, ID_PATTERN, ValidationErrors } from '../validation-errors.ts'

const LARGEST_ID = 2n ** 63n - 1n

/** Differences between the APIs. */
export interface HideRules {
  readonly generation: Generation
  readonly dialect: V2Dialect
  readonly window: WindowSpec
  readonly words?: ErrorWords
  /** Accepted values of `hidden`. */
  readonly values: readonly boolean[]
  /** The message for a body without `hidden`. */
  readonly missing: string
  /** Additional posts that cannot be hidden; default: none. */
  readonly refuses?: (post: Post, userId: bigint) => boolean
}

/** Per user, in Labs v2 too. */
const WINDOW: WindowSpec = { user: 50, app: 0, per: 'user' }

const BOTH = [true, false] as const

/** Words of Labs for a body without `hidden`. */
export const FIELD_MISSING = 'Field hidden can not be empty'

const RULES: Readonly<Record<Generation, HideRules>> = {
  labs: { generation: 'labs', dialect: DIALECTS.labs, window: WINDOW, values: BOTH, missing: FIELD_MISSING },
  '2': {
    generation: '2',
    dialect: DIALECTS['2'],
    window: WINDOW,
    values: BOTH,
    missing: 'Request parameter `hidden` can not be empty',
  },
}

export function hideReplies(generation: Generation, path: string): ApiEndpoint {
  return hideRepliesBy(RULES[generation], path)
}

export function hideRepliesBy(rules: HideRules, path: string): ApiEndpoint {
  const { generation, window, words, values } = rules
  return defineEndpoint({
    method: 'PUT',
    paths: [path],
    summary: values.includes(false)
      ? 'Hides or unhides a reply in a conversation that the user started.'
      : 'Hides a reply in a conversation that the user started; retired on 2020-07-08.',
    auth: ['user'],
    scopes: generation === '2' ? ['tweet.moderate.write'] : undefined,
    writes: true,
    window,
    params: { id: keyParam('id') },
    body: { kind: 'json', schema: HIDDEN },
    answers: [{ schema: HIDDEN_ANSWER }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent, json }) {
      const errors = new ValidationErrors(sent, words)
      errors.addUnknown(['id'], 'id')
      const value = errors.one('id', ID_PATTERN)
      const isHidden = readHidden(errors, json, rules)
      errors.throwIfAny()
      await requireEnrolment(services, generation, caller.app.id)
      return hide(services, rules, { userId: caller.user.id, value, isHidden })
    },
  })
}

function readHidden(errors: ValidationErrors, body: JsonValue, { values, missing }: HideRules): boolean {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const hidden = isObject && 'hidden' in body ? body.hidden : undefined
  if (typeof hidden === 'boolean' && values.includes(hidden)) return hidden
  if (hidden === undefined) errors.add('hidden', missing)
  else errors.add('hidden', `The \`hidden\` body parameter value is not one of [${values.join(',')}]`)
  return false
}

/** Posts that the user cannot see are reported as by lookups. @throws {Problem} `forbidden` */
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
