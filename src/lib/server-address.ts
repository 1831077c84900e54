/** Finds the addresses of a server: the local addresses of its listeners, and the host names that clients use. */

export interface ServerAddress {
  /** Local URL of each listener, without a trailing slash. `public` always exists. */
  readonly local: Readonly<{ public: string } & Partial<Record<'upload' | 'stream' | 'console', string>>>
  /** Value of the setting `base_url`; empty when it is not set. */
  readonly baseUrl: string
  /** Value of the setting `stream_url`; empty when it is not set. */
  readonly streamUrl: string
  readonly hosts: readonly string[]
  /** True when the server trusts proxies to forward client addresses. */
  readonly isProxied: boolean
  /** Path of the certificate authority file of the listeners; set with `--tls auto`. */
  readonly caFile?: string
  /** URL of the client proxy, and path of the certificate authority file that its clients must trust. */
  readonly proxy?: { readonly url: string; readonly caFile: string }
}

/**
 * Parses an address that was stored as JSON. Undefined for a text in another form, because another version of Aviary
 * may have written the text.
 */
export function parseServerAddress(text: string): ServerAddress | undefined {
  try {
    const { local, baseUrl, streamUrl, hosts, isProxied, caFile, proxy } = JSON.parse(
      text,
    ) as Partial<ServerAddress>
    const isPlace =
      Object.values(local ?? {}).every((url) => URL.canParse(url)) &&
      local?.public !== undefined &&
      typeof baseUrl === 'string' &&
      typeof streamUrl === 'string' &&
      Array.isArray(hosts)
    if (!isPlace) return undefined
    const files = {
      ...(caFile === undefined ? {} : { caFile }),
      ...(proxy === undefined ? {} : { proxy }),
    }
    return { local, baseUrl, streamUrl, hosts, isProxied: isProxied === true, ...files }
  } catch {
    // The text is not JSON; another version of Aviary may have written it.
    return undefined
  }
}

/** The host in the URL with which local clients reach a listener that is bound to `address`. */
export function localHostOf(address: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address)) return 'localhost'
  return address.includes(':') ? `[${address}]` : address
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Public URL that clients use, without a trailing slash. */
export function publicUrlOf(place: ServerAddress): string {
  return place.baseUrl === '' ? outside(place.local.public, place) : place.baseUrl
}

/** URL of the compliance stream, without a trailing slash. */
export function streamUrlOf(place: ServerAddress): string {
  const { local, baseUrl, streamUrl } = place
  if (streamUrl !== '') return streamUrl
  if (local.stream === undefined) return publicUrlOf(place)
  if (baseUrl === '') return outside(local.stream, place)
  const { protocol, hostname } = new URL(baseUrl)
  return urlOf(protocol, hostname, new URL(local.stream).port)
}

/** URL of a one-time link to the console. The token is in the fragment, which browsers do not send. */
export function consoleLinkUrl(place: ServerAddress, token: string): string {
  return `${consoleUrlOf(place)}/link#${token}`
}

/** URL of the console, without a trailing slash. */
export function consoleUrlOf(place: ServerAddress): string {
  const { local, baseUrl } = place
  if (local.console === undefined) return `${publicUrlOf(place)}/console`
  if (baseUrl === '') return `${outside(local.console, place)}/console`
  const { protocol, hostname } = new URL(baseUrl)
  return `${urlOf(protocol, hostname, new URL(local.console).port)}/console`
}

/**
 * The URL of a listener, with the host name that {@link hostFor} chooses; the local URL if the settings name no hosts.
 */
function outside(local: string, { hosts, isProxied }: ServerAddress): string {
  const { protocol, port } = new URL(local)
  const own = port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port
  const host = hostFor(hosts, own)
  if (host === undefined) return local
  // Behind a proxy, clients must use TLS (spec/http.md#encryption). The host name may end with a port; otherwise, the
  // URL has the default port of HTTPS.
  if (isProxied && !isLoopback(host)) return `https://${host}`
  const named = portOf(host)
  return urlOf(protocol, named === undefined ? host : host.slice(0, -named.length - 1), named ?? own)
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/i

/**
 * The first host name with this port, otherwise the first host name without a port, otherwise the first host name.
 * Loopback names come after all other names.
 */
function hostFor(hosts: readonly string[], port: string): string | undefined {
  const usable = hosts.map((host) => host.replace(/:+$/, '')).filter((host) => URL.canParse(`http://${host}`))
  const ranked = [...usable.filter((host) => !isLoopback(host)), ...usable.filter(isLoopback)]
  return (
    ranked.find((host) => portOf(host) === port) ??
    ranked.find((host) => portOf(host) === undefined) ??
    ranked.at(0)
  )
}

function isLoopback(host: string): boolean {
  return LOOPBACK.test(new URL(`http://${host}`).hostname)
}

/** Port at the end of a host name. */
function portOf(host: string): string | undefined {
  return /:(\d+)$/.exec(host)?.[1]
}

function urlOf(protocol: string, hostname: string, port: string): string {
  const isImplied = port === '' || port === DEFAULT_PORTS[protocol]
  return `${protocol}//${hostname}${isImplied ? '' : `:${port}`}`
}
