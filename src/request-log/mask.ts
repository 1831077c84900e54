/**
 * Replaces secrets in what the request log stores: credentials, signatures, tokens, cookies and passwords, in headers,
 * URLs, forms, JSON and parts of multipart bodies.
 */

/** Stands for a secret. */
export const MASK = '***'

/** Parameters and fields whose values are secrets; names of parameters that are compared in lower case. */
const SECRET_NAMES: readonly string[] = [
  'oauth_signature',
  'oauth_token',
  'oauth_token_secret',
  'oauth_verifier',
  'oauth_consumer_secret',
  'access_token',
  'refresh_token',
  'access_token_secret',
  'bearer_token',
  'token',
  'token_secret',
  'client_secret',
  'client_assertion',
  'consumer_secret',
  'code',
  'code_verifier',
  'password',
  'x_auth_password',
  'session[password]',
  'authenticity_token',
  'state',
]

const SECRETS = new Set(SECRET_NAMES)

/** In JSON `code` is the number of an error, and `state` the name of one; both are secrets in forms and queries only. */
const JSON_SECRETS = SECRET_NAMES.filter((name) => name !== 'code' && name !== 'state')

const JSON_PAIR = new RegExp(
  `("(?:${JSON_SECRETS.map(escaped).join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*("|$)`,
  'gi',
)

const HIDDEN_INPUT = /(<input\b[^>]*\bname="(?:authenticity_token|password)"[^>]*\bvalue=")[^"]*(")/gi

const PART = new RegExp(
  `(name="(?:${SECRET_NAMES.map(escaped).join('|')})"[^\\r\\n]*\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n)[^\\r\\n]*`,
  'gi',
)

function escaped(text: string): string {
  return text.replaceAll(/[[\]]/g, '\\$&')
}

/** A part of every secret name, or an escape that may hide one: most queries have neither. */
const HINT = /oauth_|token|secret|assertion|code|passw|state|%/i

/** A path with a query, or a whole URL. */
export function maskUrl(url: string): string {
  const at = url.indexOf('?')
  return at === -1 || !HINT.test(url) ? url : `${url.slice(0, at + 1)}${maskForm(url.slice(at + 1))}`
}

/** Text of type `application/x-www-form-urlencoded`, or a query. */
export function maskForm(form: string): string {
  return form
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at !== -1 && isSecret(pair.slice(0, at)) ? `${pair.slice(0, at)}=${MASK}` : pair
    })
    .join('&')
}

function isSecret(encodedName: string): boolean {
  const name = encodedName
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return SECRETS.has(name.toLowerCase())
}

/** The value of a header. @param name in any case */
export function maskHeader(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization':
      return maskCredentials(value)
    case 'cookie':
      return value.replaceAll(/=[^;]*/g, `=${MASK}`)
    case 'set-cookie':
      return value.replace(/=[^;]*/, `=${MASK}`)
    case 'location':
    case 'referer':
    case ':path':
      return maskUrl(value)
    default:
      return value
  }
}

/** The parameters of a signature that are no secrets say why it is wrong. */
function maskCredentials(value: string): string {
  const [, scheme = '', rest = ''] = /^\s*([A-Za-z0-9-]+)\s+(.*)$/s.exec(value) ?? []
  if (scheme.toLowerCase() !== 'oauth') return scheme === '' ? MASK : `${scheme} ${MASK}`
  const parameters = rest.split(',').map((parameter) => {
    const at = parameter.indexOf('=')
    const name = parameter.slice(0, at).trim()
    if (at === -1) return MASK
    return isSecret(name) ? `${name}="${MASK}"` : parameter.trim()
  })
  return `${scheme} ${parameters.join(', ')}`
}

/** A body. @param type its content type; the kind of an untyped body is guessed */
export function maskBody(body: string, type = ''): string {
  const kind = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (kind === 'multipart/form-data') return body.replaceAll(PART, `$1${MASK}`)
  const masked = body.replaceAll(JSON_PAIR, `$1"${MASK}"`).replaceAll(HIDDEN_INPUT, `$1${MASK}$2`)
  const isFormLike = kind === 'application/x-www-form-urlencoded' || !/[{<\s]/.test(body.slice(0, 200))
  return isFormLike ? maskForm(masked) : masked
}
