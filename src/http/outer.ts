/**
 * A request as its client saw it: the outer scheme, host and address. Signatures are checked against these, so a
 * proxy's word is taken only from networks that the operator named (design section 5).
 */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { BlockList, isIPv6 } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface Outer {
  readonly scheme: 'http' | 'https'
  /** With its port, as sent. */
  readonly host: string
  /** Address of the client, or of the nearest proxy that is not trusted. */
  readonly address: string
  /** Whether the client may speak as it does: TLS, loopback, or a network that the operator allows. */
  readonly isSecureEnough: boolean
}

export interface OuterOptions {
  /** Networks of proxies whose headers are believed. */
  readonly trustedProxy: readonly string[]
  /** Networks that may use plain HTTP. Loopback always may. */
  readonly insecureHttp: readonly string[]
}

/** Makes the function that tells a request's outer side. */
export function outerReader(options: OuterOptions): (request: IncomingMessage | Http2ServerRequest) => Outer {
  const trusted = networks(options.trustedProxy)
  const insecure = networks(['127.0.0.0/8', '::1/128', ...options.insecureHttp])
  return (request) => {
    const address = plainAddress(request.socket.remoteAddress ?? '')
    const direct = {
      scheme: (request.socket as TLSSocket).encrypted === true ? ('https' as const) : ('http' as const),
      host: firstOf(request.headers[':authority']) ?? request.headers.host ?? '',
      address,
    }
    const outer = contains(trusted, address) ? { ...direct, ...forwarded(request, trusted) } : direct
    return { ...outer, isSecureEnough: outer.scheme === 'https' || contains(insecure, outer.address) }
  }
}

/** What trusted proxies say, by RFC 7239 or by the older headers; RFC 7239 goes first. */
function forwarded(
  { headers }: IncomingMessage | Http2ServerRequest,
  trusted: BlockList,
): { scheme?: 'http' | 'https'; host?: string; address?: string } {
  const standard = firstOf(headers.forwarded)
  const hops = standard === undefined ? olderHops(headers) : standardHops(standard)
  // The nearest proxy wrote the last entry; go outward as long as the entry names another trusted proxy.
  let at = hops.length - 1
  while (at > 0 && contains(trusted, hops[at]?.address ?? '')) at -= 1
  const hop = hops[at]
  if (hop === undefined) return {}
  return {
    ...(hop.scheme === 'http' || hop.scheme === 'https' ? { scheme: hop.scheme } : {}),
    ...(hop.host === undefined ? {} : { host: hop.host }),
    ...(hop.address === undefined ? {} : { address: hop.address }),
  }
}

interface Hop {
  readonly scheme: string | undefined
  readonly host: string | undefined
  readonly address: string | undefined
}

function standardHops(header: string): Hop[] {
  return header.split(',').map((element) => {
    const pairs = new Map<string, string>()
    for (const pair of element.split(';')) {
      const [name = '', value = ''] = pair.split('=', 2)
      pairs.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'))
    }
    return {
      scheme: pairs.get('proto')?.toLowerCase(),
      host: pairs.get('host'),
      address: nodeAddress(pairs.get('for')),
    }
  })
}

function olderHops(headers: IncomingMessage['headers']): Hop[] {
  const addresses = listOf(headers['x-forwarded-for'])
  const schemes = listOf(headers['x-forwarded-proto'])
  const hosts = listOf(headers['x-forwarded-host'])
  const hops = Math.max(addresses.length, schemes.length, hosts.length)
  return Array.from({ length: hops }, (_, index) => ({
    // Proxies that only set, and do not append, leave one value for all hops.
    scheme: (schemes[index] ?? schemes.at(-1))?.toLowerCase(),
    host: hosts[index] ?? hosts.at(-1),
    address: nodeAddress(addresses[index] ?? addresses.at(-1)),
  }))
}

/** The address of a `for=` value: without the port, and without the brackets of IPv6. */
function nodeAddress(node: string | undefined): string | undefined {
  if (node === undefined) return undefined
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(node)?.[1]
  const address = bracketed ?? (/^[^:]+:\d+$/.test(node) ? node.slice(0, node.indexOf(':')) : node)
  return plainAddress(address)
}

/** IPv4 addresses mapped into IPv6 in their own form. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function listOf(header: string | string[] | undefined): string[] {
  if (header === undefined) return []
  return String(header)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
