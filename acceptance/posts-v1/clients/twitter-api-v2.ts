import { TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import { MANY, useEverything, type World } from './world.ts'

await clientScript(async (world: World) => {
  const { key, secret, accessToken, accessSecret, userId } = world
  const { v1 } = new TwitterApi({ appKey: key, appSecret: secret, accessToken, accessSecret })
  const everything = await useEverything(
    {
      get: (path, params) => v1.get(`${path}.json`, params),
      post: (path, params) => v1.post(`${path}.json`, params),
    },
    world,
  )
  // Repeats the paging with the methods of the library.
  const paginator = await v1.userTimeline(userId, { count: 10 })
  await paginator.fetchLast(MANY)
  const [newest] = paginator.tweets
  const reply = await v1.reply('Its own thread', newest?.id_str ?? '')
  const quote = await v1.quote('By its method', world.otherPost)
  const map = await v1.tweets([reply.id_str, '1'], { map: true })
  // The method of the library for embeds uses a host outside the API.
  const embed = await v1.get<{ author_name: string }>('statuses/oembed.json', { id: world.otherPost })
  const [extended] = (await v1.homeTimeline({ count: 1 })).tweets
  const deleted = [await v1.deleteTweet(reply.id_str), await v1.deleteTweet(quote.id_str)]
  return {
    everything,
    paged: new Set(paginator.tweets.map(({ id_str }) => id_str)).size,
    replies: reply.in_reply_to_status_id_str === newest?.id_str,
    quoted: quote.quoted_status?.id_str === world.otherPost,
    map: [map.id[reply.id_str]?.id_str === reply.id_str, map.id['1']],
    embeds: embed.author_name,
    extended: extended?.full_text?.startsWith('By its method https://t.co/'),
    deleted: deleted.length,
  }
})
