/** The picture of users who have none, which Aviary serves itself (src/api/images.ts). */
import type { RequestOrigin } from '../../http/request-origin.ts'

/**
 * The URL of the picture in its `_normal.` size, at the server as this client sees it.
 * @returns null for a client that names no host
 */
export function defaultPictureOf({ scheme, host }: Pick<RequestOrigin, 'scheme' | 'host'>): string | null {
  return host === '' ? null : `${scheme}://${host}/images/default_profile_normal.png`
}
