/** The network of a client address. Attempts are counted by network. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The address itself for IPv4. For IPv6, the first 64 bits, because an internet customer usually has at least a
 * whole network of this size.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const behind = tail === '' ? [] : tail.split(':')
    // An IPv4 address at the end of an IPv6 address counts as two groups.
    const width = behind.length + (behind.at(-1)?.includes('.') ? 1 : 0)
    while (groups.length + width < 8) groups.push('0')
    groups.push(...behind)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The wider network of an address: the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address. */
export function widerNetworkOf(address: string): string {
  const network = networkOf(address)
  return network
    .split(isIPv4(network) ? '.' : ':')
    .slice(0, 3)
    .join('.')
}
