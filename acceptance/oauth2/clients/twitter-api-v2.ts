import { ApiResponseError, TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import { approve, type World } from './world.ts'

async function statusOf(work: Promise<unknown>): Promise<number> {
  try {
    await work
    return 200
  } catch (error) {
    if (!(error instanceof ApiResponseError)) throw error
    return error.code
  }
}

await clientScript(async (world: World) => {
  const { clientId, clientSecret, callback, userId } = world
  const app = new TwitterApi({ clientId, ...(clientSecret === undefined ? {} : { clientSecret }) })
  const scope = ['tweet.read', 'tweet.write', 'users.read', 'offline.access']
  const { url, codeVerifier, state } = app.generateOAuth2AuthLink(callback, { scope })
  const back = await approve(url, world)
  const code = back.searchParams.get('code') ?? ''
  const session = await app.loginWithOAuth2({ code, codeVerifier, redirectUri: callback })
  const posted = await session.client.v2.tweet(
    `Posted by ${clientSecret === undefined ? 'a' : 'another'} client`,
  )
  const read = await session.client.v2.singleTweet(posted.data.id)
  const refreshed = await app.refreshOAuth2Token(session.refreshToken ?? '')
  const user = await refreshed.client.v2.user(userId)
  const oldToken = await statusOf(session.client.v2.user(userId))
  await app.revokeOAuth2Token(refreshed.refreshToken ?? '', 'refresh_token')
  return {
    isItsState: back.searchParams.get('state') === state,
    expiresIn: session.expiresIn,
    scope: session.scope,
    isRead: read.data.text === posted.data.text,
    userId: user.data.id,
    oldToken,
    replayed: await statusOf(app.loginWithOAuth2({ code, codeVerifier, redirectUri: callback })),
    revoked: await statusOf(refreshed.client.v2.user(userId)),
  }
})
