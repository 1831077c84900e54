import { ApiResponseError, TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import { decide, pinOn, sentBack, type World } from './world.ts'

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { done: await work }
  } catch (error) {
    if (!(error instanceof ApiResponseError)) throw error
    const [first] = error.errors ?? []
    return [error.code, first !== undefined && 'code' in first ? first.code : undefined]
  }
}

await clientScript(async (world: World) => {
  const keys = { appKey: world.key, appSecret: world.secret }
  const app = new TwitterApi(keys)
  const withToken = (accessToken: string, accessSecret: string) =>
    new TwitterApi({ ...keys, accessToken, accessSecret })

  // The user signs in with a callback.
  const link = await app.generateAuthLink(`${world.callback}?next=%2F`, { screenName: world.login })
  const back = sentBack(await decide(link.url, world, 'allow'))
  const waiting = withToken(link.oauth_token, link.oauth_token_secret)
  const session = await waiting.login(back['oauth_verifier'] ?? '')
  const me = await session.client.v1.verifyCredentials()
  const followers = await session.client.v1.get('followers/ids.json', { user_id: world.userId })
  const replayed = await refusalOf(waiting.login(back['oauth_verifier'] ?? ''))

  // The user signs in with a PIN, for read-only access.
  const pinLink = await app.generateAuthLink('oob', { linkMode: 'authorize', authAccessType: 'read' })
  const pin = pinOn(await decide(pinLink.url, world, 'allow'))
  const pinWaiting = withToken(pinLink.oauth_token, pinLink.oauth_token_secret)
  const wrongPin = await refusalOf(pinWaiting.login('0000000x'))
  const pinSession = await pinWaiting.login(pin)

  // The user refuses access; then the server refuses the verifier.
  const refusedLink = await app.generateAuthLink(world.callback)
  const denied = sentBack(await decide(refusedLink.url, world, 'cancel'))
  const notRegistered = await refusalOf(app.generateAuthLink('https://elsewhere.example/'))

  // The app authenticates without a user.
  const appClient = await app.appLogin()
  const friends = await appClient.v1.get('friends/ids.json', { user_id: world.userId })

  const ended = await session.client.v1.post('oauth/invalidate_token.json')
  return {
    back,
    user: [session.userId, session.screenName, me.id_str],
    followers,
    replayed,
    wrongPin,
    pinUser: pinSession.screenName,
    denied: { ...denied, isItsToken: denied['denied'] === refusedLink.oauth_token },
    notRegistered,
    friends,
    isEnded: (ended as { access_token: string }).access_token === session.accessToken,
    afterwards: await refusalOf(session.client.v1.verifyCredentials()),
    otherStillWorks: (await pinSession.client.v1.verifyCredentials()).id_str,
  }
})
