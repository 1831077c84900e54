/** GET statuses/show: one post (spec/posts.md#show). */
import { readPostGraph } from '../../../views/post-graph.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { PostWriter, postParams, postViewOf } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'
import { requireVisiblePost, UNSEEN_ERRORS } from '../_unseen.ts'

export const statusesShow = v11Endpoint({
  paths: ['/1.1/statuses/show.json', '/1.1/statuses/show/:id.json'],
  summary: 'One post.',
  window: { user: 900, app: 900 },
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const id = requirePostId(params.id)
    const graph = await readPostGraph(services, viewerOf(caller), [id])
    const seen = requireVisiblePost(graph, id)
    const writer = new PostWriter(services, graph, postViewOf(params, outer))
    return { status: 200, body: writer.of(seen) }
  },
})
