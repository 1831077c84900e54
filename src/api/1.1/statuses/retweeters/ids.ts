/** GET statuses/retweeters/ids: users who reposted a post (spec/followers.md#companions). */
import { repostIds } from '../../../../domain/posts/read/engagement-pages.ts'
import { count, cursor } from '../../../../http/params.ts'
import { ParsedIds } from '../../../../lib/ids/parsed-ids.ts'
import { readPostGraph } from '../../../../views/post-graph.ts'
import { idPageAnswer } from '../../_cursor-page.ts'
import { v11Endpoint } from '../../_family.ts'
import { stringifyIds } from '../../_own-lists.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../../_post-id.ts'
import { ID_PAGE } from '../../_schemas/id-page.ts'
import { viewerOf } from '../../_target.ts'
import { firstVersionOf, requireVisiblePost, UNSEEN_ERRORS } from '../../_unseen.ts'

export const statusesRetweetersIds = v11Endpoint({
  paths: ['/1.1/statuses/retweeters/ids.json'],
  summary:
    'Ids of the users whose reposts of a post are visible to the caller, newest repost first, up to 100 a page.',
  window: { user: 75, app: 300 },
  params: {
    ...postIdParam,
    cursor: cursor(),
    stringify_ids: stringifyIds,
    count: count({ default: 100, max: 100 }),
  },
  errors: ['parameterInvalid', ...POST_ID_ERRORS, ...UNSEEN_ERRORS],
  answers: [{ schema: ID_PAGE }],
  async handle({ params, caller, services }) {
    const id = requirePostId(params.id)
    const viewer = viewerOf(caller)
    const seen = requireVisiblePost(await readPostGraph(services, viewer, [id], { quoted: false }), id)
    const { cursor, count } = params
    const page = await repostIds(services.store, { userId: firstVersionOf(seen), cursor, count })
    const reposts = (ParsedIds.parse(page.ids) ?? ParsedIds.NONE).ids
    const graph = await readPostGraph(services, viewer, reposts, { quoted: false })
    const ids = reposts.flatMap((repost) => graph.visible(repost)?.author.entity.id ?? []).join()
    return idPageAnswer({ ...page, ids }, params.stringify_ids)
  },
})
