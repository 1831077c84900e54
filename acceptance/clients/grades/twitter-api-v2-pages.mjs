// All followers, by the paginator of twitter-api-v2.
import { TwitterApi } from 'twitter-api-v2'

const client = new TwitterApi(process.env.GRADE_BEARER_TOKEN)
const { GRADE_USER_ID, GRADE_PAGE_SIZE } = process.env
const followers = await client.v2.followers(GRADE_USER_ID, {
  asPaginator: true,
  max_results: Number(GRADE_PAGE_SIZE),
})
while (!followers.done) await followers.fetchNext()
