/**
 * POST /console/api/operator/posts/:post_id/edit: adds a version with a new text to a post, with a reason
 * (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { editPost } from '../../../../../domain/posts/write/edit-post.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ text: Type.String({ maxLength: 30_000 }), reason: REASON }))

export const editDeskPost = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/posts/:post_id/edit'],
  summary: 'Adds a version with a new text to a post, with a reason.',
  params: { post_id: optionalText('The id of a post, of any version.') },
  body: BODY.spec,
  answers: [
    { status: 201, schema: Type.Object({ id: Type.String({ description: 'Id of the new version.' }) }) },
  ],
  errors: [
    'field-invalid',
    'post-not-found',
    'post-empty',
    'post-too-long',
    'post-text-invalid',
    'post-duplicate',
    'edit-not-allowed',
  ],
  async handle({ services, caller, params, json }) {
    const { text, reason } = BODY.read(json)
    const postId = idIn(params.post_id ?? '')
    if (postId === undefined) throw new ConsoleProblem('post-not-found')
    const input = { postId, text, reason: reason.trim(), actor: caller.email }
    return jsonAnswer({ id: (await editPost(services, input)).id }, { status: 201 })
  },
})
