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
  'invitation',
  'current_password',
  'x_auth_password',
  'session[password]',
  'authenticity_token',
  'state',
  'signature',
  // In the URL of the file of a compliance job.
  'key',
]

const SECRETS = new Set(SECRET_NAMES)

/** Secrets in forms and queries; in JSON only their long values can be secrets. */
const AMBIGUOUS = ['code', 'state', 'key']

const JSON_SECRETS = SECRET_NAMES.filter((name) => !AMBIGUOUS.includes(name))

/** A text of JSON; it may be cut at any character. */
const JSON_TEXT = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`

/** A member with a text or number. */
const JSON_PAIR = new RegExp(`(${jsonNames(JSON_SECRETS)})(?:${JSON_TEXT}|-?[0-9]+)`, 'gi')

/** Short values of these members are numbers of errors, languages and constants. */
const JSON_LONG = new RegExp(String.raw`(${jsonNames(AMBIGUOUS)})"(?:[^"\\]|\\.){16,}(?:"|\\?$)`, 'gi')

/** A member with a list of texts: API v2 repeats refused parameters in its errors. */
const JSON_LIST = new RegExp(String.raw`(${jsonNames(SECRET_NAMES)})\[(?:[^\]"]|${JSON_TEXT})*(?:\]|$)`, 'gi')

/** The URLs of the files of a compliance job have a secret in their query. */
const JOB_URL = /("(?:upload|download)_url"\s*:\s*"[^"?]*\?)[^"]*/gi

/** An `Authorization` header in JSON, as the signature debugger returns it. */
const SIGNED_HEADER = /\b(oauth_(?:token|signature)=\\?")[^"\\]*/gi

/** A link for one use: of an invitation, for a new password, or to the console. */
const LINK = /([?&](?:invitation|token)=|\/console\/link#)[\w-]+/g

const HIDDEN_INPUT =
  /(<input\b[^>]*\bname="(?:authenticity_token|password|token|invitation)"[^>]*\bvalue=")[^"]*("|$)/gi

const PART = new RegExp(
  `(name="(?:${SECRET_NAMES.map(escaped).join('|')})"[^\\r\\n]*\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n)[^\\r\\n]*`,
  'gi',
)

function escaped(text: string): string {
  return text.replaceAll(/[[\]]/g, '\\$&')
}

/** Pattern of the names of JSON members with their colon; any character of a name may be an escape. */
function jsonNames(names: readonly string[]): string {
  const patterns = names.map((name) =>
    [...name].map((char) => `(?:${escaped(char)}|\\\\u00${char.charCodeAt(0).toString(16)})`).join(''),
  )
  return String.raw`"(?:${patterns.join('|')})"\s*:\s*`
}

/** A part of every secret name, or an escape that may hide one: most queries have neither. */
const HINT = /oauth_|token|secret|assertion|code|passw|state|signature|key|invitation|%/i

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

/** Other parameters of a signature are kept, because they show why the signature is wrong. */
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

/** A body. @param type content type of the body; the kind of a body without a type is guessed */
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
