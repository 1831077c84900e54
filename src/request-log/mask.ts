/**
 * Masks secrets before the request log stores them: credentials, signatures, tokens, cookies and passwords, in headers,
 * URLs, forms, JSON and parts of multipart bodies.
 */

/** The text that replaces each secret. */
export const MASK = '***'

/**
 * Names of parameters and members whose values are secret. Names of parameters are converted to lower case before the
 * comparison.
 */
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
  'invitation',
  'current_password',
  'x_auth_password',
  'session[password]',
  'authenticity_token',
  'state',
  'signature',
  // This is a parameter in the URLs of compliance job files.
  'key',
]

const SECRETS = new Set(SECRET_NAMES)

/**
 * Names of parameters that are always secret in forms and queries. In JSON, only long values under these names are
 * masked.
 */
const AMBIGUOUS = ['code', 'state', 'key']

const JSON_SECRETS = SECRET_NAMES.filter((name) => !AMBIGUOUS.includes(name))

/** A JSON string, which may be truncated. */
const JSON_TEXT = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`

/** A JSON member whose value is a string or a number. */
const JSON_PAIR = new RegExp(`(${jsonNames(JSON_SECRETS)})(?:${JSON_TEXT}|-?[0-9]+)`, 'gi')

/** A JSON member with a value of at least 16 characters. Shorter values are error numbers, languages or constants. */
const JSON_LONG = new RegExp(String.raw`(${jsonNames(AMBIGUOUS)})"(?:[^"\\]|\\.){16,}(?:"|\\?$)`, 'gi')

/**
 * A JSON member whose value is an array of strings. Errors of API v2 contain refused parameters in arrays of strings.
 */
const JSON_LIST = new RegExp(String.raw`(${jsonNames(SECRET_NAMES)})\[(?:[^\]"]|${JSON_TEXT})*(?:\]|$)`, 'gi')

/** The URLs of compliance job files; their query contains a secret. */
const JOB_URL = /("(?:upload|download)_url"\s*:\s*"[^"?]*\?)[^"]*/gi

/** An `Authorization` header inside JSON. Responses of the signature debugger contain such headers. */
const SIGNED_HEADER = /\b(oauth_(?:token|signature)=\\?")[^"\\]*/gi

/** A one-time link: for an invitation, for a sign-up, for a new password, or for signing in to the console. */
const LINK = /([?&](?:invitation|token)=|\/console\/link#)[\w-]+(?:\.[\w-]+)?/g

const HIDDEN_INPUT =
  /(<input\b[^>]*\bname="(?:authenticity_token|password|token|invitation)"[^>]*\bvalue=")[^"]*("|$)/gi

const PART = new RegExp(
  `(name="(?:${SECRET_NAMES.map(escaped).join('|')})"[^\\r\\n]*\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n)[^\\r\\n]*`,
  'gi',
)

function escaped(text: string): string {
  return text.replaceAll(/[[\]]/g, '\\$&')
}

/**
 * Matches the name of a JSON member, and the colon after it. Any character of the name may be written as a \u escape.
 */
function jsonNames(names: readonly string[]): string {
  const patterns = names.map((name) =>
    [...name].map((char) => `(?:${escaped(char)}|\\\\u00${char.charCodeAt(0).toString(16)})`).join(''),
  )
  return String.raw`"(?:${patterns.join('|')})"\s*:\s*`
}

/**
 * Every secret name contains one of these texts, or contains an escape. Most queries contain none of these texts and
 * are not parsed.
 */
const HINT = /oauth_|token|secret|assertion|code|passw|state|signature|key|invitation|%/i

/** Masks a path with a query, or a whole URL. */
export function maskUrl(url: string): string {
  const at = url.indexOf('?')
  return at === -1 || !HINT.test(url) ? url : `${url.slice(0, at + 1)}${maskForm(url.slice(at + 1))}`
}

/** Masks a query or a body of the type `application/x-www-form-urlencoded`. */
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

/** Masks the value of a header. @param name name of the header, in any case */
export function maskHeader(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case 'cookie':
      return value.replaceAll(/=[^;]*/g, `=${MASK}`)
    case 'set-cookie':
      return value.replace(/=[^;]*/, `=${MASK}`)
    case 'location':
    case 'referer':
    case ':path':
      return maskUrl(value)
    default:
      if (/authorization$/i.test(name)) return maskCredentials(value)
      return /token|secret|password|api-?key/i.test(name) ? MASK : value
  }
}

/** Masks the secrets in an OAuth 1.0a header. The other parameters stay, because they show why a signature is wrong. */
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

/** Masks a body. @param type content type of the body; when undefined, the format is guessed */
export function maskBody(body: string, type = ''): string {
  const kind = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (kind === 'multipart/form-data') return body.replaceAll(PART, `$1${MASK}`)
  const masked = body
    .replaceAll(JSON_PAIR, `$1"${MASK}"`)
    .replaceAll(JSON_LONG, `$1"${MASK}"`)
    .replaceAll(JSON_LIST, `$1["${MASK}"]`)
    .replaceAll(JOB_URL, `$1${MASK}`)
    .replaceAll(SIGNED_HEADER, `$1${MASK}`)
    .replaceAll(HIDDEN_INPUT, `$1${MASK}$2`)
    .replaceAll(LINK, `$1${MASK}`)
  const isFormLike = kind === 'application/x-www-form-urlencoded' || !/[{<\s]/.test(body.slice(0, 200))
  return isFormLike ? maskForm(masked) : masked
}
