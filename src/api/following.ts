/** GET /:screen_name/following: the users whom a user follows (spec/pages.md#followers). */
import { friendIds } from '../domain/graph/id-page.ts'
import { connectionsPage } from './_network/connections.ts'

export const followingPage = connectionsPage({
  kind: 'following',
  summary: 'The page of the users whom a user follows.',
  page: friendIds,
  title: (name) => `Followed by ${name}`,
  empty: 'This user follows nobody yet.',
})
