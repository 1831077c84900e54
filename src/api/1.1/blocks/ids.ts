/** GET blocks/ids: users that the user blocks, newest first (spec/followers.md#companions). */
import { blockedIds } from '../../../domain/graph/id-page.ts'
import { ownIds } from '../_own-lists.ts'

export const blocksIds = ownIds({
  path: '/1.1/blocks/ids.json',
  summary: 'Ids of the users that the user blocks, newest first, up to 5,000 a page.',
  page: blockedIds,
})
