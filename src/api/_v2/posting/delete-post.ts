/** DELETE 2/tweets/:id: deletes a post of the user (spec/v2-posts.md#post-calls). */
import { Type } from 'typebox'
import { Refusal } from '../../../domain/context.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { Problem, problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { keyParam } from '../parameters.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'

const DELETED = Type.Object(
  {
    data: Type.Object({ deleted: Type.Boolean({ description: 'True after the deletion.' }) }),
  },
  { title: 'V2DeletedPost' },
)

export function deletePosts(path: string): ApiEndpoint {
  return defineEndpoint({
    method: 'DELETE',
    paths: [path],
    summary: 'Deletes a post of the user with all its versions.',
    auth: ['user'],
    scopes: ['tweet.write'],
    writes: true,
    window: { user: 50, app: 0 },
    params: { id: keyParam('id') },
    answers: [{ schema: DELETED }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['id'], 'id')
      const id = errors.one('id', ID_PATTERN)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      await remove(services, caller.user.id, BigInt(id))
      return { status: 200, body: JSON.stringify({ data: { deleted: true } }) }
    },
  })
}

/**
 * Deletes a post. Deleting a deleted post is not an error. Deleting a post that the user may not see is not an
 * error either, because an error would reveal that the post exists.
 */
async function remove(services: Services, userId: bigint, postId: bigint): Promise<void> {
  if (postId > LARGEST_ID) return
  try {
    await deletePost(services, { postId, userId })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'post-not-found') return
    if (error.reason !== 'post-not-own') throw error
    const graph = await readPostGraph(services, { userId }, [postId], { quoted: false })
    if (typeof graph.visibility(postId) === 'string') return
    throw new Problem('forbidden', 'You are not authorized to delete this Tweet.')
  }
}
