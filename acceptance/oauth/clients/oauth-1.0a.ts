/**
 * Takes the three steps of OAuth 1.0a without a client of the API. The library oauth-1.0a signs the requests.
 */
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { EnvHttpProxyAgent, fetch } from 'undici'
import { clientScript } from '../../support/client.ts'
import { decide, pinOn, sentBack, type World } from './world.ts'

const API = 'https://api.twitter.com'
const dispatcher = new EnvHttpProxyAgent()

await clientScript(async (world: World) => {
  const oauth = new OAuth({
    consumer: { key: world.key, secret: world.secret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    data: Record<string, string>,
    token?: OAuth.Token,
  ): Promise<{ status: number; text: string }> => {
    const url = `${API}${path}`
    const { Authorization: authorization } = oauth.toHeader(oauth.authorize({ url, method, data }, token))
    const query = new URLSearchParams(data)
    const response =
      method === 'GET'
        ? await fetch(`${url}?${query}`, { method, headers: { authorization }, dispatcher })
        : await fetch(url, { method, headers: { authorization }, body: query, dispatcher })
    return { status: response.status, text: await response.text() }
  }
  const tokenOf = ({ text }: { text: string }): OAuth.Token => {
    const pairs = new URLSearchParams(text)
    return { key: pairs.get('oauth_token') ?? '', secret: pairs.get('oauth_token_secret') ?? '' }
  }

  const dance = async (callback: string, verifierOf: (link: string) => Promise<string>) => {
    const first = await send('POST', '/oauth/request_token', { oauth_callback: callback })
    const waiting = tokenOf(first)
    const verifier = await verifierOf(`${API}/oauth/authorize?oauth_token=${waiting.key}`)
    return send('GET', '/oauth/access_token', { oauth_verifier: verifier }, waiting)
  }

  const byCallback = await dance(world.callback, async (link) => {
    const back = sentBack(await decide(link, world, 'allow'))
    return back['oauth_verifier'] ?? ''
  })
  const byPin = await dance('oob', async (link) => pinOn(await decide(link, world, 'allow')))
  const refused = await dance(world.callback, async (link) => {
    sentBack(await decide(link, world, 'cancel'))
    return 'none'
  })
  const token = tokenOf(byCallback)
  const me = await send('GET', '/1.1/account/verify_credentials.json', { skip_status: 'true' }, token)
  const bearer = await send('POST', '/oauth2/invalidate_token', { access_token: world.bearer })
  return {
    names: [byCallback, byPin].map(({ text }) => new URLSearchParams(text).get('screen_name')),
    refused: [refused.status, JSON.parse(refused.text).errors[0].code],
    me: JSON.parse(me.text).id_str,
    bearer: [bearer.status, JSON.parse(bearer.text).access_token === world.bearer],
  }
})
