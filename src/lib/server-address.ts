/** Where a server is reached: its listeners on this machine, and the names under which clients know it from outside. */

export interface ServerAddress {
  /** URLs on this machine by name of the listener, without a slash at the end; `public` is always there. */
  readonly local: Readonly<{ public: string } & Partial<Record<'upload' | 'stream' | 'console', string>>>
  /** The settings of these names, empty when they are not set. */
  readonly baseUrl: string
  readonly streamUrl: string
  readonly hosts: readonly string[]
  /** Whether proxies are trusted to speak for clients. */
  readonly isProxied: boolean
}

/** The host of a URL for a listener that is bound to `address`. */
export function localHostOf(address: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(address)) return 'localhost'
  return address.includes(':') ? `[${address}]` : address
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Where clients reach the public listener, without a slash at the end. */
export function publicUrlOf(place: ServerAddress): string {
  return place.baseUrl === '' ? outside(place.local.public, place) : place.baseUrl
}

/** Where consumers reach the compliance stream, without a slash at the end. */
export function streamUrlOf(place: ServerAddress): string {
  const { local, baseUrl, streamUrl } = place
  if (streamUrl !== '') return streamUrl
  if (local.stream === undefined) return publicUrlOf(place)
  if (baseUrl === '') return outside(local.stream, place)
  const { protocol, hostname } = new URL(baseUrl)
  return urlOf(protocol, hostname, new URL(local.stream).port)
}

/** A listener's URL under the host name that fits it best; the local one when there are no names. */
function outside(local: string, { hosts, isProxied }: ServerAddress): string {
  const { protocol, port } = new URL(local)
  const own = port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port
  const host = hostFor(hosts, own)
  if (host === undefined) return local
  // Clients behind a proxy must speak TLS to it (spec/http.md#encryption), on the port that the name implies.
  if (isProxied && !isLoopback(host)) return `https://${host}`
  const named = portOf(host)
  return urlOf(protocol, named === undefined ? host : host.slice(0, -named.length - 1), named ?? own)
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/i

/** The name that has this port, else one that has none, else the first; names of this machine itself come last. */
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

/** The port that a host name ends with. */
function portOf(host: string): string | undefined {
  return /:(\d+)$/.exec(host)?.[1]
}

function urlOf(protocol: string, hostname: string, port: string): string {
  const isImplied = port === '' || port === DEFAULT_PORTS[protocol]
  return `${protocol}//${hostname}${isImplied ? '' : `:${port}`}`
}
