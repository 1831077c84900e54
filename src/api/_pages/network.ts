/** Whom an address belongs to, as far as counting tries goes. */
import { isIPv6 } from 'node:net'

/** An IPv4 address itself; of IPv6 the first 64 bits, which is the least that anybody is given. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const behind = tail === '' ? [] : tail.split(':')
    // An IPv4 address at the end stands for two groups.
    const width = behind.length + (behind.at(-1)?.includes('.') ? 1 : 0)
    while (groups.length + width < 8) groups.push('0')
    groups.push(...behind)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
