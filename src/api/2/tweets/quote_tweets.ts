/** GET 2/tweets/:id/quote_tweets: the quotes of a post (spec/v2-posts.md#engagement-lists). */
import { quotePage } from '../../../domain/posts/read/quote-page.ts'
import { EXCLUDE_PARAM, readExclusions } from '../../_v2/pages/exclusions.ts'
import { postOwner } from '../../_v2/pages/page-owners.ts'
import { postPages } from '../../_v2/pages/post-pages.ts'

export const v2TweetsQuoteTweets = postPages({
  path: '/2/tweets/:id/quote_tweets',
  summary: 'Posts that quote a post, newest first.',
  scopes: [],
  window: { user: 75, app: 75 },
  size: { min: 10, max: 100, default: 10 },
  owner: postOwner,
  read: {
    params: EXCLUDE_PARAM,
    parse(errors) {
      const exclusions = readExclusions(errors)
      return (reader, { userId: postId, ...page }) => quotePage(reader, { ...page, ...exclusions, postId })
    },
  },
})
