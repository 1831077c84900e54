/**
 * Decides which addresses webhooks may have. A user who registers a webhook chooses a URL, and this server requests
 * that URL from inside its own network. Therefore only public addresses are allowed, unless the operator allows other
 * addresses. The check uses the resolved address of the connection, because a name may resolve differently at every
 * look-up.
 */
import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not public (IANA's registry of special addresses, and multicast). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * The IPv6 network of public addresses, and the networks in it that are not public. Tunnels are not public, because
 * they lead to an IPv4 address.
 */
const GLOBAL_IPV6 = ['2000::/3']
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const SPECIAL = networks([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const GLOBAL = networks(GLOBAL_IPV6)

const MAX_URL_LENGTH = 2_000

/** Thrown when a connection would use an address that webhooks may not have. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export class AddressPolicy {
  readonly #networks: BlockList
  readonly #hosts: ReadonlySet<string>

  /** @param allow networks and addresses, such as `10.1.0.0/16`, and host names */
  constructor(allow: readonly string[] = []) {
    const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
    this.#networks = networks(allow.filter(isNetwork))
    this.#hosts = new Set(allow.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()))
  }

  /**
   * True for a host that the operator allows, by name or by network. @param host the host as it is written in a URL
   */
  isTrusted(host: string): boolean {
    const bare = bareHost(host)
    return isIP(bare) === 0 ? this.#hosts.has(bare) : isIn(this.#networks, bare)
  }

  /** True if a connection to the address is allowed. @param host the name that was resolved */
  mayConnect(host: string, address: string): boolean {
    return this.isTrusted(host) || isIn(this.#networks, address) || isPublic(address)
  }

  /**
   * Parses the URL of a webhook. Returns undefined for a URL without https, and for a URL with a port, with
   * credentials, or with an address that is not public. Hosts that the operator allows may use http and a port.
   */
  webhookUrl(text: string): URL | undefined {
    if (text.length > MAX_URL_LENGTH || !/^[!-~]+$/.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.username !== '' || url.password !== '' || url.hash !== '' || url.hostname === '') return undefined
    if (this.isTrusted(url.hostname)) return /^https?:$/.test(url.protocol) ? url : undefined
    const host = bareHost(url.hostname)
    if (url.protocol !== 'https:' || url.port !== '') return undefined
    return isIP(host) === 0 || isPublic(host) ? url : undefined
  }
}

/** True for a public address. @param address a resolved address, or an address as it is written in a URL */
export function isPublic(address: string): boolean {
  const bare = bareHost(address)
  switch (isIP(bare)) {
    case 4:
      return !SPECIAL.check(bare)
    case 6:
      return isIn(GLOBAL, bare) && !SPECIAL.check(bare, 'ipv6')
    default:
      return false
  }
}

/** Removes the brackets of a URL, a zone, and the dot at the end of a full name. */
function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
}

function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    blocks.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return blocks
}

function isIn(blocks: BlockList, address: string): boolean {
  const bare = bareHost(address)
  const version = isIP(bare)
  return version !== 0 && blocks.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}
