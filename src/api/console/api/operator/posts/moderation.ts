/**
 * POST /console/api/operator/posts/:post_id/moderation: changes the state of a post, or deletes it, with a
 * reason (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { changePostState } from '../../../../../domain/posts/state/change-post-state.ts'
import { deletePost } from '../../../../../domain/posts/write/delete-post.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { COUNTRIES, REASON, unlessMeanwhile, VERSION } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(
  Type.Object({
    action: Type.Enum(['drop', 'undrop', 'withhold', 'unwithhold', 'delete']),
    reason: REASON,
    countries: COUNTRIES,
    version: VERSION,
  }),
)

export const moderateDeskPost = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/posts/:post_id/moderation'],
  summary: 'Changes the state of a post, or deletes it, with a reason.',
  params: { post_id: optionalText('The id of a post, of any version.') },
  body: BODY.spec,
  answers: [DONE],
  errors: [
    'field-invalid',
    'post-not-found',
    'country-code-invalid',
    'state-already-so',
    'moderated-meanwhile',
  ],
  async handle({ services, caller, params, json }) {
    const { action, reason, countries = [], version } = BODY.read(json)
    const postId = idIn(params.post_id ?? '')
    if (postId === undefined) throw new ConsoleProblem('post-not-found')
    const input = { postId, reason: reason.trim(), actor: caller.email, version }
    await unlessMeanwhile(services, { kind: 'post', id: postId }, async () => {
      if (action === 'delete') await deletePost(services, input)
      else await changePostState(services, { ...input, action, countries })
    })
    return doneAnswer()
  },
})
