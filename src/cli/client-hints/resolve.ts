/** `--resolve-hint`: how clients with built-in host names connect to a running server without the client proxy. */
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { MIRRORED_NAMES } from '../../http/tls/public-names.ts'
import type { ServerAddress } from '../../lib/server-address.ts'

/** Help text of the option. */
export const RESOLVE_HINT =
  'Print lines for a hosts file, and options of curl, that connect the public host names to this server'

export interface ResolveHint {
  /** Lines of a hosts file. */
  readonly hosts: readonly string[]
  /** curl options for URLs with the port of this server, such as https://api.twitter.com:8443. */
  readonly curl_resolve: readonly string[]
  /** curl options for URLs without a port, such as https://api.twitter.com. */
  readonly curl_connect_to: readonly string[]
  /** The reason why a hosts file alone is not sufficient; absent when it is sufficient. */
  readonly note?: string
}

/** Default ports, which clients use for URLs without a port. */
const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** @param address bind address of the public listener, as in the setting `host` */
export async function resolveHint(
  { local, hosts }: Pick<ServerAddress, 'local' | 'hosts'>,
  address: string,
): Promise<ResolveHint> {
  const ip = await reachable(address)
  const names = hosts.length === 0 ? MIRRORED_NAMES : [...new Set(hosts.map(withoutPort))]
  const { protocol } = new URL(local.public)
  const targets = names.map((name) => ({ name, port: portOf(listenerOf(name, local)) }))
  const bracketed = isIPv6(ip) ? `[${ip}]` : ip
  const usual = PORTS[protocol] ?? ''
  const others = targets.filter(({ port }) => port !== usual)
  return {
    hosts: targets.map(({ name }) => `${ip} ${name}`),
    curl_resolve: targets.map(({ name, port }) => `--resolve ${name}:${port}:${bracketed}`),
    curl_connect_to: targets.map(({ name, port }) => `--connect-to ${name}:${usual}:${bracketed}:${port}`),
    ...(protocol === 'http:'
      ? { note: 'Clients use https for these names, so add --tls auto.' }
      : others.length > 0 && {
          note: `Clients use port ${usual} for these names, and a hosts file cannot change it: start with --port ${usual}, or use --proxy-port.`,
        }),
  }
}

/** The lines to print. */
export function resolveLines({ hosts, curl_resolve, curl_connect_to, note }: ResolveHint): readonly string[] {
  return [
    'Lines for the hosts file (/etc/hosts); remove them after the tests:',
    ...hosts.map((line) => `  ${line}`),
    ...(note === undefined ? [] : [note]),
    'Options of curl for URLs with the port of this server:',
    ...curl_resolve.map((line) => `  ${line}`),
    'Options of curl for URLs without a port:',
    ...curl_connect_to.map((line) => `  ${line}`),
  ]
}

/** An IP address of this machine at which a listener bound to `address` accepts connections. */
async function reachable(address: string): Promise<string> {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '::1'
  // If the lookup fails, the name itself is printed.
  const { address: ip } = await lookup(address).catch(() => ({ address }))
  return ip
}

/** The URL of the listener for a host name. Stream and upload hosts may have separate listeners. */
function listenerOf(name: string, { public: main, stream, upload }: ServerAddress['local']): string {
  if (/^(gnip-)?stream\./.test(name)) return stream ?? main
  if (name.startsWith('upload.')) return upload ?? main
  return main
}

function portOf(url: string): string {
  const { protocol, port } = new URL(url)
  return port === '' ? (PORTS[protocol] ?? '') : port
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}
