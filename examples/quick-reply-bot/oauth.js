/** OAuth 1.0a as in RFC 5849: the header of a request whose body is not a form. */
import { createHmac, randomBytes } from 'node:crypto'

/**
 * @param {{ consumerKey: string, consumerSecret: string, accessToken: string, accessTokenSecret: string }} keys
 * @param {string} method
 * @param {URL} url the signature covers its query, but not a JSON body
 */
export function authorization(keys, method, url) {
  const oauth = {
    oauth_consumer_key: keys.consumerKey,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_token: keys.accessToken,
    oauth_version: '1.0',
  }
  const parameters = [...Object.entries(oauth), ...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const base = [method, url.origin + url.pathname, parameters].map(encode).join('&')
  const key = `${encode(keys.consumerSecret)}&${encode(keys.accessTokenSecret)}`
  const oauth_signature = createHmac('sha1', key).update(base).digest('base64')
  const pairs = Object.entries({ ...oauth, oauth_signature })
  return `OAuth ${pairs.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`
}

/** @param {string} text */
function encode(text) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
