import { engagedUserSuite } from '../../../../test/support/v2-lookup/engaged-users.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

engagedUserSuite('retweeted_by', async (context, userId, postId) => {
  await repost(context, { userId, postId })
})
