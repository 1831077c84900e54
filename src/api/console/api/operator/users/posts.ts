/** GET /console/api/operator/users/:user_id/posts: the posts of a user, including dropped and withheld posts. */
import { Type } from 'typebox'
import { requireUser } from '../../../../../domain/accounts/user.ts'
import { postIdsOfAuthor } from '../../../../../domain/moderation/desk-reads.ts'
import { count, optionalId, optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { DESK_POST, deskPosts } from '../../../_operator/posts.ts'
import { ConsoleProblem } from '../../../_problems.ts'

export const listDeskUserPosts = operatorEndpoint({
  paths: ['/console/api/operator/users/:user_id/posts'],
  summary: 'The posts of a user, newest first: every version, including dropped and withheld posts.',
  params: {
    user_id: optionalText('The id of a user.'),
    before: optionalId('Only posts with smaller ids.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        posts: Type.Array(DESK_POST),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `before` of the next page.' }),
      }),
    },
  ],
  errors: ['user-not-found', 'field-invalid'],
  async handle({ services, params: { user_id = '', before, count } }) {
    const id = idIn(user_id)
    if (id === undefined) throw new ConsoleProblem('user-not-found')
    const { id: authorId } = await requireUser(services.store, { id })
    const ids = await postIdsOfAuthor(services.store, { authorId, before, count })
    return jsonAnswer({
      posts: await deskPosts(services, ids),
      next: ids.length === count ? (ids.at(-1) ?? null) : null,
    })
  },
})
