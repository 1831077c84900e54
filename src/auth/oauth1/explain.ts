/** What the server signed, for a developer whose signature does not match. */
import { joinParameters } from './base-string.ts'
import type { Parameter } from './parameters.ts'

/** Names whose values give access by themselves: verifiers, secrets, passwords, PINs, bearer tokens. */
const SENSITIVE = /verifier|secret|passw|(?:^|_)pin$|^(?:access|bearer)_token$/i
const MASK = '***'

/**
 * The base string the server built, safe to show to the developer of the request: no secret enters a base
 * string, and the values of parameters that are secrets themselves (`oauth_verifier`, names with `secret` or
 * `passw` in them, PINs, `access_token`) are replaced by `***` where they stand. Text of posts and messages
 * is shown as it was sent.
 */
export function explain(signed: {
  readonly baseString: string
  readonly parameters: readonly Parameter[]
}): string {
  const [method, uri] = signed.baseString.split('&', 2)
  return `${method}&${uri}&${joinParameters(signed.parameters.map(mask))}`
}

function mask(parameter: Parameter): Parameter {
  return SENSITIVE.test(parameter.name) ? { ...parameter, value: MASK, encodedValue: MASK } : parameter
}
