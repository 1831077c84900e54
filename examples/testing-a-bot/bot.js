import { setTimeout as sleep } from 'node:timers/promises'
import { ApiResponseError, ETwitterStreamEvent, TwitterApi } from 'twitter-api-v2'

/**
 * A client without compression. With compression, the library notices a dropped stream only after two
 * minutes.
 */
export function connect(credentials, options) {
  return new TwitterApi(credentials, { compression: 'identity', ...options })
}

const sleepUntil = (time) => sleep(time - Date.now())

/** Makes a call of the API. If the call is rate limited, waits until the limit ends and repeats the call. */
export async function patiently(call, waitUntil = sleepUntil) {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiResponseError) || error.code !== 429) throw error
      await waitUntil(new Date(error.rateLimit.reset * 1000))
    }
  }
}

/** Likes the posts of the filtered stream. The stream connects again when it ends. */
export async function likePosts(app, user, userId) {
  const stream = await app.v2.searchStream({ autoConnect: false })
  stream.on(ETwitterStreamEvent.Data, ({ data }) => patiently(() => user.v2.like(userId, data.id)))
  return stream.connect({ autoReconnect: true, autoReconnectRetries: 'unlimited' })
}
