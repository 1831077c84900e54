import { TwitterApi, TwitterV2IncludesHelper } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import type { Found, World } from './world.ts'

const PAGE = 10

async function look(client: TwitterApi, { posts: [first, second], star, fan }: World): Promise<Found> {
  const { v2 } = client
  const answer = await v2.tweets([second, first], {
    expansions: ['author_id', 'referenced_tweets.id'],
    'tweet.fields': ['conversation_id', 'created_at', 'public_metrics'],
    'user.fields': ['verified'],
  })
  const helper = new TwitterV2IncludesHelper(answer)
  const one = await v2.singleTweet(second, { expansions: 'referenced_tweets.id' })
  const missing = await v2.singleTweet('5')
  const followers: string[] = []
  let pages = 0
  let next: string | undefined
  do {
    const page = await v2.followers(star, {
      max_results: PAGE,
      ...(next === undefined ? {} : { pagination_token: next }),
    })
    followers.push(...page.data.map(({ id }) => id))
    next = page.meta.next_token
    pages += 1
  } while (next !== undefined)
  return {
    posts: {
      data: answer.data,
      authors: answer.data.map((post) => helper.author(post)?.username),
      repliedTo: new TwitterV2IncludesHelper(one).repliedTo(one.data)?.id,
    },
    post: (await v2.singleTweet(first)).data,
    missing: (missing.errors ?? []).map(({ type }) => type),
    user: (await v2.user(star)).data.username,
    users: (await v2.users(['902', star])).data.map(({ username }) => username),
    byName: (await v2.userByUsername('name901')).data.id,
    byNames: (await v2.usersByUsernames(['name901', 'NAME902'])).data.map(({ id }) => id),
    followers,
    pages,
    following: (await v2.following(fan)).data.map(({ id }) => id),
  }
}

await clientScript(async (world: World) => {
  const { key: appKey, secret: appSecret, accessToken, accessSecret } = world
  const user = new TwitterApi({ appKey, appSecret, accessToken, accessSecret })
  const app = await new TwitterApi({ appKey, appSecret }).appLogin()
  return { user: await look(user, world), app: await look(app, world) }
})
