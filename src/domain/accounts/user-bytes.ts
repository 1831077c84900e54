/** Memory use of a user, for caches with a byte limit. */
import type { FullUser } from './find-users.ts'

/** Without the texts. */
const USER_BYTES = 700

const LINK_BYTES = 400

/** Upper bound of the memory that a user takes, in bytes. */
export function bytesOfUser({ name, screenName, profile }: FullUser): number {
  const { description, location, link, imageUrl = '', bannerUrl = '' } = profile
  const links = profile.descriptionLinks.length + (link === undefined ? 0 : 1)
  const characters =
    name.length +
    screenName.length +
    description.length +
    location.length +
    imageUrl.length +
    bannerUrl.length
  return USER_BYTES + 2 * characters + LINK_BYTES * links
}
