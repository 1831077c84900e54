/** What the report of an archive tells its owner, who alone knows what the archive does not say. */

import type { Reader } from '../../db/store.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import type { Protection } from './archive-protection.ts'
import type { PostScreen } from './archive-screen.ts'
import type { Survey } from './archive-survey.ts'

/** What the owner of an archive knows of it that the archive does not tell. */
export interface PrivacyOptions {
  /** The account was protected. */
  readonly isProtected?: boolean
  /** Every post of the Circle's time is held back but reposts. */
  readonly skipsCircleEra?: boolean
  /** A file with the ids of posts to a Circle. */
  readonly circleIds?: string | undefined
}

/** Posts looked for at once. */
const SOUGHT_AT_ONCE = 500

/** Ids of one notice. */
const IDS_SHOWN = 20

/** Those of these posts that this server has, from an import before. */
export async function postsThere(reader: Reader, ids: ReadonlySet<bigint>): Promise<readonly bigint[]> {
  const all = [...ids]
  const there: bigint[] = []
  for (let from = 0; from < all.length; from += SOUGHT_AT_ONCE) {
    there.push(...(await findPosts(reader, all.slice(from, from + SOUGHT_AT_ONCE))).keys())
  }
  return there
}

/** About the account: archives tell of changes of the last six months alone. */
export function protectionNotices(protection: Protection, { isProtected = false }: PrivacyOptions): string[] {
  if (isProtected) return []
  if (protection === 'protected') return ['The account is protected here, as the archive says that it was.']
  if (protection === 'public') return []
  return [
    'Unknown: the archive does not say if the account was protected. If it was, import it again with --protected.',
  ]
}

/** About posts to a Circle that stand unmarked among the others. */
export function circleNotices(
  { marksCircle }: Survey,
  { ofCircleEra }: PostScreen,
  { circleIds }: PrivacyOptions,
): string[] {
  if (marksCircle || circleIds !== undefined || ofCircleEra === 0) return []
  return [
    `The archive does not mark posts to a Circle, and ${ofCircleEra} of the public posts are of the time from May 2022 to October 2023, when there were Circles. If the account wrote to one, give the ids of those posts with --circle-ids, or leave out that time with --circle-era skip, and delete what was imported (aviary post delete).`,
  ]
}

/** About private posts that are here all the same. @param known their ids */
export function leakNotices(known: readonly bigint[]): string[] {
  if (known.length === 0) return []
  const shown = known.slice(0, IDS_SHOWN).join(', ')
  const more = known.length > IDS_SHOWN ? ` and ${known.length - IDS_SHOWN} more` : ''
  return [
    `${known.length} posts that are held back are on this server from an earlier import: ${shown}${more}. Delete each with aviary post delete.`,
  ]
}
