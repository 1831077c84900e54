/**
 * Lists the host names of the public API that this server mirrors. Clients have these names built in
 * (spec/http.md#hosts).
 */

const DOMAINS = ['twitter.com', 'x.com'] as const
const HOSTS = ['api.', 'upload.', 'stream.', ''] as const

/**
 * Host names of services that exist only at the first domain: media of direct messages, user and site streams, and the
 * compliance stream.
 */
const OLD_NAMES = [
  ...(['ton.twitter.com', 'userstream.twitter.com', 'sitestream.twitter.com'] as const),
  ...(['gnip-stream.twitter.com', 'gnip-api.twitter.com'] as const),
] as const

/** Domains of all public names. */
export const MIRRORED_DOMAINS: readonly string[] = DOMAINS

/**
 * Host names of the public service that this server can replace. Each name is one of {@link MIRRORED_DOMAINS} or a
 * subdomain of one.
 */
export const MIRRORED_NAMES: readonly string[] = [
  ...DOMAINS.flatMap((domain) => HOSTS.map((host) => `${host}${domain}`)),
  ...OLD_NAMES,
]
