/** GET /:screen_name/followers: the followers of a user (spec/pages.md#followers). */
import { followerIds } from '../domain/graph/id-page.ts'
import { connectionsPage } from './_network/connections.ts'

export const followersPage = connectionsPage({
  kind: 'followers',
  summary: 'The page of the followers of a user.',
  page: followerIds,
  title: (name) => `Followers of ${name}`,
  empty: 'No followers yet.',
})
