/** What the server signed, for a developer whose signature does not match. */
import { decodePercent } from '../../lib/percent.ts'

/** Names whose values give access by themselves: verifiers, secrets, passwords, PINs, bearer tokens. */
const SENSITIVE = /verifier|secret|passw|(?:^|_)pin$|^(?:access|bearer)_token$/i
const MASK = '***'

/**
 * The base string the server built, safe to show to the developer of the request: no secret enters a base
 * string, and the values of parameters that are secrets themselves (`oauth_verifier`, names with `secret` or
 * `passw` in them, PINs, `access_token`) are replaced by `***` where they stand. Text of posts and messages
 * is shown as it was sent.
 */
export function explain({ baseString }: { readonly baseString: string }): string {
  const [method, uri, parameters = ''] = baseString.split('&')
  return `${method}&${uri}&${parameters.split('%26').map(mask).join('%26')}`
}

// In a base string "&" and "=" between parameters are encoded once, those within them twice.
function mask(pair: string): string {
  const [name = ''] = pair.split('%3D', 1)
  return SENSITIVE.test(decodePercent(decodePercent(name))) ? `${name}%3D${MASK}` : pair
}
