/**
 * Reads PostgreSQL URLs with several hosts, in the form of libpq:
 * `postgres://user@one:5432,two:5433/name?target_session_attrs=read-write`. The driver gets a URL with one host,
 * because with several hosts it would also accept a standby (decision 0155).
 */

export interface DatabaseHost {
  readonly host: string
  readonly port: number
}

export interface ParsedHosts {
  /** The URL with only the first host and without `target_session_attrs`. */
  readonly url: string
  /** The hosts in order; empty if the URL does not require the primary. */
  readonly hosts: readonly DatabaseHost[]
  /** True when connections must go to the primary, because the URL has several hosts or `target_session_attrs`. */
  readonly isPrimaryRequired: boolean
}

const FORM = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(.*)$/s
const DEFAULT_PORT = 5432
const ATTRIBUTES = 'target_session_attrs'

/** Values of `target_session_attrs` that ask for the primary. */
const PRIMARY = new Set(['read-write', 'primary'])

/** Parses a URL. @returns undefined for another text, and for a URL that requests a server other than the primary */
export function parseHosts(text: string): ParsedHosts | undefined {
  const [, scheme = '', user = '', list = '', rest = ''] = FORM.exec(text) ?? []
  const names = list.split(',')
  const [first = ''] = names
  const url = URL.parse(`${scheme}${user}${first}${rest}`)
  if (scheme === '' || url === null) return undefined
  const hosts = names.map(hostOf)
  if (hosts.length > 1 && hosts.some((host) => host === undefined || host.host === '')) return undefined
  const attributes = url.searchParams.get(ATTRIBUTES)
  if (attributes !== null && !PRIMARY.has(attributes)) return undefined
  const isPrimaryRequired = hosts.length > 1 || attributes !== null
  if (!isPrimaryRequired) return { url: text, hosts: [], isPrimaryRequired }
  url.searchParams.delete(ATTRIBUTES)
  return { url: url.href, hosts: hosts.filter((host) => host !== undefined), isPrimaryRequired }
}

/** The URL with another host. @param url URL with one host */
export function withHost(url: string, { host, port }: DatabaseHost): string {
  const [, scheme = '', user = '', , rest = ''] = FORM.exec(url) ?? []
  return `${scheme}${user}${nameOf({ host, port })}${rest}`
}

/** The host as `host:port`, for logs. An IPv6 address is in brackets. */
export function nameOf({ host, port }: DatabaseHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function hostOf(name: string): DatabaseHost | undefined {
  const url = URL.parse(`postgres://${name}/`)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { host: decodeURIComponent(host), port: url.port === '' ? DEFAULT_PORT : Number(url.port) }
}
