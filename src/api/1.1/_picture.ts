/** The default profile picture, which Aviary serves itself (src/api/images.ts). */
import type { RequestOrigin } from '../../http/request-origin.ts'

/**
 * The URL of the picture in the size `_normal`, with the scheme and host that the client used.
 * @returns null for a client that sent no host
 */
export function defaultPictureOf({ scheme, host }: Pick<RequestOrigin, 'scheme' | 'host'>): string | null {
  return host === '' ? null : `${scheme}://${host}/images/default_profile_normal.png`
}
