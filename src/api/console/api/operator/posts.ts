/** /console/api/operator/posts: all posts of the network (spec/console.md#moderation-at-the-desk). */
import { Type } from 'typebox'
import { findUser } from '../../../../domain/accounts/user.ts'
import { countStreams, findTombstone } from '../../../../domain/moderation/desk-reads.ts'
import { pinnedPosts } from '../../../../domain/posts/write/pin-post.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { LARGEST_ID } from '../../../../lib/ids/largest-id.ts'
import { idIn } from '../../../1.1/_id.ts'
import { jsonAnswer } from '../../_family.ts'
import { AUDIT_ENTRY } from '../../_operator/audit.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { findDeskPostIds } from '../../_operator/find-posts.ts'
import { historyOf } from '../../_operator/moderation.ts'
import { DESK_POST, deskPosts } from '../../_operator/posts.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/posts'

export const findDeskPosts = operatorEndpoint({
  paths: [PATH],
  summary: 'Posts by id or by a query as in 1.1/search/tweets; without a query, the newest posts.',
  params: {
    q: optionalText('An id, or a query. A query finds posts that everybody may see.'),
    before: optionalId('Only posts with smaller ids.'),
    count: count({ default: 50, max: 100 }),
  },
  answers: [
    {
      schema: Type.Object({
        posts: Type.Array(DESK_POST),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `before` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { q = '', before = LARGEST_ID, count } }) {
    const text = q.trim()
    const { ids, next } = await findDeskPostIds(services, text, before, count)
    return jsonAnswer({ posts: await deskPosts(services, ids), next })
  },
})

const DELETED = Type.Object({
  at: Type.Integer({ description: 'Unix milliseconds.' }),
  reason: Type.String(),
  author: Type.Object({ id: Type.String(), username: Type.String() }),
})

export const showDeskPost = operatorEndpoint({
  paths: [`${PATH}/:post_id`],
  summary: 'A post with its state, the number of compliance streams, and the actions of operators.',
  params: { post_id: optionalText('The id of a post.') },
  answers: [
    {
      schema: Type.Object({
        post: Type.Union([DESK_POST, Type.Null()], { description: 'Null for a deleted post.' }),
        deleted: Type.Union([DELETED, Type.Null()], { description: 'Null for a post that exists.' }),
        is_pinned: Type.Boolean({ description: 'True if the author has pinned the post to the profile.' }),
        followers: Type.Integer({ description: 'Followers of the author.' }),
        streams: Type.Integer({ description: 'Compliance streams of all accounts.' }),
        history: Type.Array(AUDIT_ENTRY, { description: 'The newest 50 entries of the audit log.' }),
      }),
    },
  ],
  errors: ['post-not-found'],
  async handle({ services, params }) {
    const { store } = services
    const id = idIn(params.post_id ?? '')
    if (id === undefined) throw new ConsoleProblem('post-not-found')
    const [post] = await deskPosts(services, [id])
    const tombstone = post === undefined ? await findTombstone(store, id) : undefined
    const authorId = post?.author.id ?? tombstone?.authorId
    if (authorId === undefined) throw new ConsoleProblem('post-not-found')
    const author = await findUser(store, { id: authorId })
    const [streams, pins, history] = await Promise.all([
      countStreams(store),
      pinnedPosts(store, [authorId]),
      // The moderation state and the audit entries belong to the id of the first version of an edited post.
      historyOf(services, { kind: 'post', id: post?.initial_id ?? id }),
    ])
    return jsonAnswer({
      post: post ?? null,
      deleted:
        tombstone === undefined
          ? null
          : {
              at: tombstone.deletedAt,
              reason: tombstone.reason,
              author: { id: authorId, username: author?.screenName ?? '' },
            },
      is_pinned: post !== undefined && pins.get(authorId) === post.initial_id,
      followers: author?.followersCount ?? 0,
      streams,
      history,
    })
  },
})
