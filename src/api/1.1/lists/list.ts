/** GET lists/list: lists that a user owns or follows (spec/v1-streams-and-lists.md#lists). */
import { FIRST_CURSOR, type IdPage } from '../../../domain/graph/id-page.ts'
import { followedListIds, ownedListIds } from '../../../domain/lists/pages.ts'
import { v11Endpoint } from '../_family.ts'
import { postsTarget } from '../_posts-target.ts'
import { LIST_ARRAY } from '../_schemas/list.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { listTextsOf } from './_list-texts.ts'

/** Maximum lists of a response. */
const MAX_LISTS = 100

export const listsList = v11Endpoint({
  paths: ['/1.1/lists/list.json'],
  summary:
    'The lists that a user owns, and then the lists that the user follows, newest first: 100 in total.',
  window: { user: 15, app: 15 },
  params: targetParams,
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: LIST_ARRAY }],
  async handle({ params, caller, services, outer }) {
    const user = await postsTarget(params, caller, services)
    const viewer = viewerOf(caller)
    const input = { userId: user.id, viewer, cursor: FIRST_CURSOR, count: MAX_LISTS }
    const [owned, followed] = await Promise.all([
      ownedListIds(services.store, input),
      followedListIds(services.store, input),
    ])
    const ids = [...new Set([...idsOf(owned), ...idsOf(followed)])].slice(0, MAX_LISTS)
    const lists = await listTextsOf(services, viewer, ids, outer)
    return { status: 200, body: undefined, pieces: ['[', lists, ']'] }
  },
})

function idsOf({ ids }: IdPage): readonly bigint[] {
  return ids === '' ? [] : ids.split(',').map(BigInt)
}
