import { engagedUserSuite } from '../../../../test/support/v2-lookup/engaged-users.ts'
import { like } from '../../../domain/posts/write/like.ts'

engagedUserSuite('liking_users', async (context, userId, postId) => {
  await like(context, { userId, postId })
})
