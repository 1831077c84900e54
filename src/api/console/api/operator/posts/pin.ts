/**
 * PUT /console/api/operator/posts/:post_id/pin: pins a post to the profile of its author, in place of the
 * pinned post, or unpins the post (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { requirePost } from '../../../../../domain/posts/read/find-posts.ts'
import { pinPost, unpinPost } from '../../../../../domain/posts/write/pin-post.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ is_pinned: Type.Boolean() }))

export const pinDeskPost = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/posts/:post_id/pin'],
  summary: 'Pins a post to the profile of its author, in place of the pinned post, or unpins the post.',
  params: { post_id: optionalText('The id of a post, of any version.') },
  body: BODY.spec,
  answers: [{ schema: Type.Object({ is_changed: Type.Boolean() }) }],
  errors: ['field-invalid', 'post-not-found', 'post-not-own'],
  async handle({ services, params, json }) {
    const { is_pinned: isPinned } = BODY.read(json)
    const id = idIn(params.post_id ?? '')
    if (id === undefined) throw new ConsoleProblem('post-not-found')
    const { initialId, authorId } = await requirePost(services.store, id)
    const isChanged = isPinned
      ? await pinPost(services, { userId: authorId, postId: initialId })
      : await unpinPost(services, initialId)
    return jsonAnswer({ is_changed: isChanged })
  },
})
