import * as oauth from 'oauth4webapi'
import { clientScript } from '../../support/client.ts'
import { approve, type World } from './world.ts'

const SERVER: oauth.AuthorizationServer = {
  issuer: 'https://api.twitter.com',
  authorization_endpoint: 'https://twitter.com/i/oauth2/authorize',
  token_endpoint: 'https://api.twitter.com/2/oauth2/token',
  revocation_endpoint: 'https://api.twitter.com/2/oauth2/revoke',
}

await clientScript(async (world: World) => {
  const client: oauth.Client = { client_id: world.clientId }
  const credentials =
    world.clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(world.clientSecret)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const link = new URL(SERVER.authorization_endpoint ?? '')
  link.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: world.callback,
    scope: 'tweet.read users.read offline.access',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const back = oauth.validateAuthResponse(SERVER, client, await approve(link.href, world), state)
  const granted = await oauth.processAuthorizationCodeResponse(
    SERVER,
    client,
    await oauth.authorizationCodeGrantRequest(SERVER, client, credentials, back, world.callback, verifier),
  )
  const refreshed = await oauth.processRefreshTokenResponse(
    SERVER,
    client,
    await oauth.refreshTokenGrantRequest(SERVER, client, credentials, granted.refresh_token ?? ''),
  )
  const user = new URL(`https://api.twitter.com/2/users/${world.userId}`)
  const found = await oauth.protectedResourceRequest(refreshed.access_token, 'GET', user)
  const { data } = (await found.json()) as { data: { id: string } }
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(SERVER, client, credentials, refreshed.access_token),
  )
  const after = await fetch(user, { headers: { authorization: `Bearer ${refreshed.access_token}` } })
  return { scope: granted.scope, userId: data.id, revoked: after.status }
})
