/** Shows the server's base string to a developer whose signature does not match. */
import { decodePercent } from '../../lib/percent.ts'

/** Names of parameters whose values give access: verifiers, secrets, passwords, PINs, bearer tokens. */
const SENSITIVE = /verifier|secret|passw|(?:^|_)pin$|^(?:access|bearer)_token$/i
const MASK = '***'

/**
 * The base string of the server in a form that is safe to show to the developer of the request. A base string contains
 * no signing secret. The values of secret parameters (`oauth_verifier`, names with `secret` or `passw`, PINs,
 * `access_token`) are replaced by `***`. Texts of posts and messages are shown unchanged.
 */
export function explain({ baseString }: { readonly baseString: string }): string {
  const [method, uri, parameters = ''] = baseString.split('&')
  return `${method}&${uri}&${parameters.split('%26').map(mask).join('%26')}`
}

// In a base string, "&" and "=" between parameters are encoded once, and "&" and "=" inside parameters twice.
function mask(pair: string): string {
  const [name = ''] = pair.split('%3D', 1)
  return SENSITIVE.test(decodePercent(decodePercent(name))) ? `${name}%3D${MASK}` : pair
}
