/**
 * Where webhooks may be. Whoever registers one chooses a URL that this server asks from inside its network, so only
 * public addresses are reached unless the operator allows others, and it is the address of the connection that
 * counts, after its name was resolved: a name may lead elsewhere at every look.
 */
import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are nobody's public address (IANA's registry of special addresses, and multicast). */
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

/** The IPv6 network that public addresses are in, and what in it is none: tunnels lead to an IPv4 address. */
const GLOBAL_IPV6 = ['2000::/3']
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const SPECIAL = networks([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const GLOBAL = networks(GLOBAL_IPV6)

/** Most characters of a URL. */
const URL_LONGEST = 2_000

/** Thrown where a connection would lead to an address that webhooks may not have. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export class AddressPolicy {
  readonly #networks: BlockList
  readonly #hosts: ReadonlySet<string>

  /** @param allow networks and addresses, such as `10.1.0.0/16`, and host names, of the operator's choice */
  constructor(allow: readonly string[] = []) {
    const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
    this.#networks = networks(allow.filter(isNetwork))
    this.#hosts = new Set(allow.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()))
  }

  /** Whether the operator trusts a host, by name or, for an address, by its network. @param host as in a URL */
  isTrusted(host: string): boolean {
    const plain = plainHost(host)
    return isIP(plain) === 0 ? this.#hosts.has(plain) : isIn(this.#networks, plain)
  }

  /** Whether a connection may lead there. @param host the name that was resolved */
  mayConnect(host: string, address: string): boolean {
    return this.isTrusted(host) || isIn(this.#networks, address) || isPublic(address)
  }

  /**
   * The URL of a webhook, or undefined for one that does not meet the requirements: https, no port, no credentials,
   * no address that is not public. Hosts that the operator trusts may have plain http and a port.
   */
  webhookUrl(text: string): URL | undefined {
    if (text.length > URL_LONGEST || !/^[!-~]+$/.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    if (url.username !== '' || url.password !== '' || url.hash !== '' || url.hostname === '') return undefined
    if (this.isTrusted(url.hostname)) return /^https?:$/.test(url.protocol) ? url : undefined
    const host = plainHost(url.hostname)
    if (url.protocol !== 'https:' || url.port !== '') return undefined
    return isIP(host) === 0 || isPublic(host) ? url : undefined
  }
}

/** Whether an address is one that everybody may reach. @param address as resolved, or as it stands in a URL */
export function isPublic(address: string): boolean {
  const plain = plainHost(address)
  switch (isIP(plain)) {
    case 4:
      return !SPECIAL.check(plain)
    case 6:
      return isIn(GLOBAL, plain) && !SPECIAL.check(plain, 'ipv6')
    default:
      return false
  }
}

/** Without the brackets of a URL, without a zone, without the dot at the end of a full name. */
function plainHost(host: string): string {
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
  const plain = plainHost(address)
  const version = isIP(plain)
  return version !== 0 && blocks.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
