/** Makes notices for the report of an archive, about facts that only the owner knows. */

import type { Reader } from '../../db/store.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import type { Protection } from './archive-protection.ts'
import type { PostScreen } from './archive-screen.ts'
import type { Survey } from './archive-survey.ts'
import type { PostsSeen } from './posts/archive-posts-seen.ts'

/** Facts that the owner of an archive states, because the archive does not contain them. */
export interface PrivacyOptions {
  /** True if the account was protected. */
  readonly isProtected?: boolean
  /** True to hold back all posts, except reposts, from the time when Circles existed. */
  readonly skipsCircleEra?: boolean
  /** Path of a file that contains the ids of posts to a Circle. */
  readonly circleIds?: string | undefined
}

/** Maximum number of posts in one lookup. */
const SOUGHT_AT_ONCE = 500

/** Maximum number of ids in one notice. */
const IDS_SHOWN = 20

/** The ids of posts that this server already has. */
export async function findStoredPosts(reader: Reader, ids: ReadonlySet<bigint>): Promise<readonly bigint[]> {
  const all = [...ids]
  const there: bigint[] = []
  for (let from = 0; from < all.length; from += SOUGHT_AT_ONCE) {
    there.push(...(await findPosts(reader, all.slice(from, from + SOUGHT_AT_ONCE))).keys())
  }
  return there
}

/** Notices about protection. Archives record only the changes of the last six months. */
export function protectionNotices(protection: Protection, { isProtected = false }: PrivacyOptions): string[] {
  if (isProtected) return []
  if (protection === 'protected')
    return ['The account is protected on this server, because the archive says that it was protected.']
  if (protection === 'public') return []
  return [
    'Unknown: the archive does not say whether the account was protected. If it was, import it again with --protected.',
  ]
}

/** Notices about posts that may have been sent to a Circle, for archives that do not mark such posts. */
export function circleNotices(
  { marksCircle }: Survey,
  { ofCircleEra }: PostScreen,
  { circleIds }: PrivacyOptions,
): string[] {
  if (marksCircle || circleIds !== undefined || ofCircleEra === 0) return []
  return [
    `The archive does not mark posts to a Circle, and ${ofCircleEra} of the public posts are from May 2022 to October 2023, when Circles existed. If the account posted to a Circle, import it again with the ids of those posts (--circle-ids), or without that time (--circle-era skip), and delete the imported ones (aviary post delete).`,
  ]
}

/** Notices about facts that the archive does not have. */
export function postNotices({ ofDay, plainReposts }: Pick<PostsSeen, 'ofDay' | 'plainReposts'>): string[] {
  return [
    ...(ofDay === 0
      ? []
      : [
          `The archive has the day and no time of ${ofDay} posts before November 2010: they are at 00:00:00.`,
        ]),
    ...(plainReposts === 0
      ? []
      : [
          `${plainReposts} reposts are imported as posts with the beginning of the text: the archive does not have their originals, and this server neither.`,
        ]),
  ]
}

/**
 * Notices about private posts that an earlier import published.
 * @param known the ids of those posts that this server has
 */
export function leakNotices(known: readonly bigint[]): string[] {
  if (known.length === 0) return []
  const shown = known.slice(0, IDS_SHOWN).join(', ')
  const more = known.length > IDS_SHOWN ? ` and ${known.length - IDS_SHOWN} more` : ''
  return [
    `${known.length} held-back posts are on this server from an earlier import: ${shown}${more}. Delete them with aviary post delete.`,
  ]
}
