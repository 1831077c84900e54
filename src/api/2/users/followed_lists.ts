/** GET, POST and DELETE 2/users/:id/followed_lists (spec/v2-users-and-lists.md#list-calls). */
import { followList, unfollowList } from '../../../domain/lists/follow-list.ts'
import { followedListIds } from '../../../domain/lists/pages.ts'
import { chooseLists, endChoice } from '../../_v2/lists/chosen-lists.ts'
import { listPages } from '../../_v2/lists/list-pages.ts'

const PATH = '/2/users/:id/followed_lists'
const STATE = { path: PATH, member: 'following', title: 'V2FollowedList' } as const

export const v2FollowedLists = listPages({
  path: PATH,
  summary: 'The lists that a user follows, the newest follow first.',
  window: { user: 15, app: 15 },
  read: followedListIds,
})

export const v2ListFollow = chooseLists({ ...STATE, summary: 'Follows a list.', run: followList })

export const v2ListUnfollow = endChoice({ ...STATE, summary: 'Stops following a list.', run: unfollowList })
