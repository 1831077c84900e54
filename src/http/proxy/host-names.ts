/** Public host names of the mirrored API, which are built into clients (spec/http.md#hosts). */

const DOMAINS = ['twitter.com', 'x.com'] as const
const HOSTS = ['api.', 'upload.', 'stream.', 'userstream.', 'sitestream.', ''] as const

/** Domains that the certificate authority of the client proxy may certify. */
export const MIRRORED_DOMAINS: readonly string[] = DOMAINS

/** Host names that the client proxy serves; each is one of {@link MIRRORED_DOMAINS} or below it. */
export const MIRRORED_NAMES: readonly string[] = DOMAINS.flatMap((domain) =>
  HOSTS.map((host) => `${host}${domain}`),
)
