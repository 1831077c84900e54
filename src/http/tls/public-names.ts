/** Public host names of the mirrored API, which are built into clients (spec/http.md#hosts). */

const DOMAINS = ['twitter.com', 'x.com'] as const
const HOSTS = ['api.', 'upload.', 'stream.', ''] as const

/** Hosts of old services that never moved to the second domain: media of messages, and the compliance stream. */
const OLD_NAMES = [
  ...(['ton.twitter.com', 'userstream.twitter.com', 'sitestream.twitter.com'] as const),
  ...(['gnip-stream.twitter.com', 'gnip-api.twitter.com'] as const),
] as const

/** Domains of all public names. */
export const MIRRORED_DOMAINS: readonly string[] = DOMAINS

/** Host names of the public service that this server can have; each is one of {@link MIRRORED_DOMAINS} or below it. */
export const MIRRORED_NAMES: readonly string[] = [
  ...DOMAINS.flatMap((domain) => HOSTS.map((host) => `${host}${domain}`)),
  ...OLD_NAMES,
]
