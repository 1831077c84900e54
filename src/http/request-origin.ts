/**
 * Finds the scheme, host and address of a request as the client used them, before any proxy changed them. Signatures
 * cover the scheme and the host. Therefore forwarding headers are trusted only from networks that the operator
 * configured (spec/server.md#proxies).
 */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { connectionOf } from './request-names.ts'

export interface RequestOrigin {
  readonly scheme: 'http' | 'https'
  /** The host as the client sent it, with its port; empty when the client sent no host. */
  readonly host: string
  /** Address of the client, or of the nearest proxy that is not trusted. */
  readonly address: string
  /** True for TLS, for loopback addresses, and for networks that may use plain HTTP. */
  readonly isSecureEnough: boolean
}

export interface RequestOriginOptions {
  /** Networks of trusted proxies. */
  readonly trustedProxy: readonly string[]
  /** Networks that may use plain HTTP. Loopback addresses may always use plain HTTP. */
  readonly insecureHttp: readonly string[]
}

/** Facts that are the same for all requests of a connection. */
interface Peer {
  readonly address: string
  readonly scheme: 'http' | 'https'
  readonly isTrustedProxy: boolean
  readonly isSecureEnough: boolean
}

type AnyRequest = IncomingMessage | Http2ServerRequest

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Returns the function that reads the {@link RequestOrigin} of a request. */
export function requestOriginReader(options: RequestOriginOptions): (request: AnyRequest) => RequestOrigin {
  const trusted = networks(options.trustedProxy)
  const insecure = networks([...LOOPBACK, ...options.insecureHttp])
  const isSecureEnough = (scheme: string, address: string) =>
    scheme === 'https' || contains(insecure, address)
  const peers = new WeakMap<object, Peer>()
  const peerOf = (request: AnyRequest): Peer => {
    const connection = connectionOf(request)
    let peer = peers.get(connection)
    if (peer === undefined) {
      const address = plainAddress(request.socket.remoteAddress ?? '')
      const scheme = (request.socket as TLSSocket).encrypted === true ? 'https' : 'http'
      peer = {
        address,
        scheme,
        isTrustedProxy: contains(trusted, address),
        isSecureEnough: isSecureEnough(scheme, address),
      }
      peers.set(connection, peer)
    }
    return peer
  }
  return (request) => {
    const peer = peerOf(request)
    const { scheme, address } = peer
    const host = firstOf(request.headers[':authority']) ?? request.headers.host ?? ''
    const hop = peer.isTrustedProxy ? outermostHop(request, trusted) : undefined
    if (hop === undefined) return { scheme, host, address, isSecureEnough: peer.isSecureEnough }
    const outer = hop.scheme ?? scheme
    return {
      scheme: outer,
      host: hop.host ?? host,
      address: hop.address ?? address,
      // The client of a proxy on loopback does not count as a loopback client, even if the proxy hides the address of
      // that client.
      isSecureEnough: isSecureEnough(outer, hop.address ?? ''),
    }
  }
}

/** The entry that one proxy added to the forwarding headers. A field is undefined if the proxy did not send it. */
interface Hop {
  readonly scheme: 'http' | 'https' | undefined
  readonly host: string | undefined
  readonly address: string | undefined
}

/**
 * The entry of the trusted proxy that is nearest to the client. It comes from the header of RFC 7239 or, if this header
 * is absent, from the older headers. Undefined when the proxy sent none of these headers.
 */
function outermostHop({ headers }: AnyRequest, trusted: BlockList): Hop | undefined {
  const standard = firstOf(headers.forwarded)
  const hops = standard === undefined ? olderHops(headers) : standardHops(standard)
  // The proxy that connects to this server wrote the last entry. The search goes back by one entry while the address in
  // the current entry is a trusted proxy.
  let at = hops.length - 1
  while (at > 0 && contains(trusted, hops[at]?.address ?? '')) at -= 1
  return hops[at]
}

/** Elements and pairs of RFC 7239 section 4. A comma or semicolon inside quotes does not separate elements or pairs. */
const PIECE = /(?:[^,;"]|"(?:[^"\\]|\\.)*")+|[,;]/g

function standardHops(header: string): Hop[] {
  const hops = [new Map<string, string>()]
  for (const [piece] of header.matchAll(PIECE)) {
    if (piece === ',') hops.push(new Map())
    else if (piece !== ';') {
      const equals = piece.indexOf('=')
      const value = piece.slice(equals + 1).trim()
      hops.at(-1)?.set(piece.slice(0, equals).trim().toLowerCase(), unquoted(value))
    }
  }
  return hops.map((pairs) => ({
    scheme: schemeOf(pairs.get('proto')),
    host: pairs.get('host'),
    address: nodeAddress(pairs.get('for')),
  }))
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}

function olderHops(headers: IncomingMessage['headers']): Hop[] {
  const addresses = listOf(headers['x-forwarded-for'])
  const schemes = listOf(headers['x-forwarded-proto'])
  const hosts = listOf(headers['x-forwarded-host'])
  const hops = Math.max(addresses.length, schemes.length, hosts.length)
  return Array.from({ length: hops }, (_, index) => ({
    // If a proxy replaces the header instead of appending to it, one value remains for all proxies.
    scheme: schemeOf(schemes[index] ?? schemes.at(-1)),
    host: hosts[index] ?? hosts.at(-1),
    address: nodeAddress(addresses[index] ?? addresses.at(-1)),
  }))
}

function schemeOf(text: string | undefined): 'http' | 'https' | undefined {
  const scheme = text?.toLowerCase()
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

/**
 * The address in an entry of a forwarding header, without the port and the brackets of IPv6. Undefined for `unknown`
 * and obfuscated names.
 */
function nodeAddress(node: string | undefined): string | undefined {
  if (node === undefined) return undefined
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(node)?.[1]
  const address = plainAddress(bracketed ?? node.replace(/^([^:]+):\d+$/, '$1'))
  return isIP(address) === 0 ? undefined : address
}

/** Converts IPv4-mapped addresses to IPv4, and removes the zone of link-local addresses. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  return /^::ffff:/i.test(bare) && bare.includes('.') ? bare.slice('::ffff:'.length) : bare
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
  return isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
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
