import { ApiResponseError, type SendTweetV2Params, TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import type { Found, World } from './world.ts'

await clientScript(async (world: World): Promise<Found> => {
  const { key: appKey, secret: appSecret, accessToken, accessSecret } = world
  const { v2 } = new TwitterApi({ appKey, appSecret, accessToken, accessSecret })
  const first = await v2.tweet('A frist try')
  const edit = (text: string, previous: string) =>
    // The types of the library lack this option, but the library sends it.
    v2.tweet(text, { edit_options: { previous_post_id: previous } } as Partial<SendTweetV2Params>)
  const second = await edit('A first try', first.data.id)
  const read = await v2.singleTweet(second.data.id)
  const reply = await v2.reply('Its own thread', second.data.id)
  const quote = await v2.quote('Look', second.data.id)
  const refusals: Found['refusals'][number][] = []
  for (const refused of [
    () => v2.tweet('Look once'),
    () => v2.tweet('Look once'),
    () => edit('Not mine', world.otherPost),
  ]) {
    try {
      await refused()
    } catch (error) {
      if (!(error instanceof ApiResponseError)) throw error
      refusals.push({ status: error.code, detail: error.data.detail })
    }
  }
  return {
    texts: [first, second, read, reply, quote].map(({ data }) => data.text),
    ids: [first.data.id, second.data.id],
    history: Object(second.data)['edit_history_tweet_ids'],
    refusals,
  }
})
