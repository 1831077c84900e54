/**
 * GET lists/subscribers/show: the user, if the user follows the list (spec/v1-streams-and-lists.md#lists).
 */
import { isListFollower } from '../../../../domain/lists/find-lists.ts'
import { userOfList } from '../_user-of-list.ts'

export const listsSubscribersShow = userOfList({
  path: '/1.1/lists/subscribers/show.json',
  summary: 'The user, if the user follows the list.',
  missing: 'notListSubscriber',
  has: isListFollower,
})
