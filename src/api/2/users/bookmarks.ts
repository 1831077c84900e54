/** GET and POST 2/users/:id/bookmarks, DELETE 2/users/:id/bookmarks/:tweet_id (spec/v2-posts.md#likes-reposts-bookmarks). */
import { Type } from 'typebox'
import { bookmarkIds } from '../../../domain/posts/read/bookmarks.ts'
import { bookmark, unbookmark } from '../../../domain/posts/write/bookmark.ts'
import { deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { requirePostId } from '../../_v2/actions/targets.ts'
import { selfOwner } from '../../_v2/pages/page-owners.ts'
import { postPages } from '../../_v2/pages/post-pages.ts'

export const v2Bookmarks = postPages({
  path: '/2/users/:id/bookmarks',
  summary: 'The posts of the newest 800 bookmarks of the user, newest post first.',
  auth: ['user'],
  scopes: ['bookmark.read'],
  window: { user: 180, app: 0 },
  size: { min: 1, max: 100, default: 100 },
  owner: selfOwner,
  isMetered: true,
  read: bookmarkIds,
})

const BOOKMARKING = {
  scopes: ['bookmark.write'],
  window: { user: 50, app: 0 },
  verb: 'bookmark',
  data: { bookmarked: Type.Boolean({ description: 'The state after the call.' }) },
} as const

export const v2Bookmark = postAction({
  ...BOOKMARKING,
  path: '/2/users/:id/bookmarks',
  summary: 'Bookmarks a post, or the original of a repost.',
  member: 'tweet_id',
  async run(call) {
    const { services, userId } = call
    await bookmark(services, { userId, postId: requirePostId(call), mustBeNewest: true })
    return { bookmarked: true }
  },
})

export const v2Unbookmark = deleteAction({
  ...BOOKMARKING,
  path: '/2/users/:id/bookmarks/:tweet_id',
  summary: 'Removes a bookmark.',
  async run({ services, userId, targetId }) {
    if (targetId !== undefined) await unbookmark(services, { userId, postId: targetId })
    return { bookmarked: false }
  },
})
