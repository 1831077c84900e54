/** How much memory a user takes. */
import type { FullUser } from './find-users.ts'

/** Beside its texts. */
const USER_BYTES = 700

const LINK_BYTES = 400

/** At most what a user takes in memory, in bytes. */
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
