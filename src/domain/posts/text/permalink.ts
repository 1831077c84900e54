/** Permalinks: URLs of posts, which authors paste into texts. */
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'

/** Hosts in permalinks of the documented network; the host of this server is not among them. */
const HOSTS: ReadonlySet<string> = new Set([
  'twitter.com',
  'www.twitter.com',
  'mobile.twitter.com',
  'x.com',
  'www.x.com',
])

const PATH = /^\/(?:[A-Za-z0-9_]{1,25}|i\/web)\/status(?:es)?\/(\d{1,19})\/?$/

/**
 * The id of the post in a permalink; undefined for any other URL.
 * @param hosts additional hosts, each with a port if needed
 */
export function postIdOf(address: string, hosts: readonly string[] = []): bigint | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (!HOSTS.has(url.host) && !hosts.includes(url.host)) return undefined
  const id = BigInt(PATH.exec(url.pathname)?.[1] ?? '0')
  return id > 0n && id <= LARGEST_ID ? id : undefined
}

/** The permalink of a post. */
export function permalinkOf(screenName: string, postId: bigint): string {
  return `https://twitter.com/${screenName}/status/${postId}`
}

const MESSAGE_PATH = '/messages/compose'

/** True for a link that begins a direct message to a user, such as the link of a button in a post. */
export function isMessageLink(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || !HOSTS.has(url.host)) return false
  return url.pathname === MESSAGE_PATH && /^[0-9]{1,19}$/.test(url.searchParams.get('recipient_id') ?? '')
}
