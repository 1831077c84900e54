/** GET statuses/retweets/:id: the newest reposts of a post (spec/posts.md#reposts-of-a-post). */
import { repostsOf } from '../../../domain/posts/read/timelines.ts'
import { count } from '../../../http/params.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'
import { firstVersionOf, requireVisiblePost, UNSEEN_ERRORS } from '../_unseen.ts'

export const statusesRetweets = v11Endpoint({
  paths: ['/1.1/statuses/retweets/:id.json'],
  summary: 'Up to 100 reposts of a post, newest first.',
  window: { user: 75, app: 300 },
  params: { ...postIdParam, count: count({ default: 20, max: 100 }), ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = viewerOf(caller)
    const id = requirePostId(params.id)
    const seen = requireVisiblePost(await readPostGraph(services, viewer, [id], { quoted: false }), id)
    const ids = await repostsOf(services.store, { postId: firstVersionOf(seen), count: params.count })
    return postListAnswer(services, viewer, ids, params, outer)
  },
})
