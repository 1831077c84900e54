/**
 * GET lists/subscribers: the users who follow a list, newest first, up to 5,000 a page
 * (spec/v1-streams-and-lists.md#lists).
 */
import { listFollowerIds } from '../../../domain/lists/pages.ts'
import { usersOfList } from './_users-of-list.ts'

export const listsSubscribers = usersOfList({
  path: '/1.1/lists/subscribers.json',
  summary: 'The users who follow a list, newest first, up to 5,000 a page.',
  window: { user: 180, app: 15 },
  read: listFollowerIds,
})
