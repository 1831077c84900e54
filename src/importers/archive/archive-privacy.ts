/** Finds the private parts of an archive before anything is imported (spec/archives.md#private-parts). */
import type { Reader } from '../../db/store.ts'
import type { ElementCounts } from './archive-manifest.ts'
import {
  circleNotices,
  findStoredPosts,
  leakNotices,
  type PrivacyOptions,
  protectionNotices,
} from './archive-notices.ts'
import { protectionOf } from './archive-protection.ts'
import { PostScreen } from './archive-screen.ts'
import type { ArchiveSource } from './archive-source.ts'
import { surveyOf } from './archive-survey.ts'
import { circleIdsIn } from './circle-ids.ts'

export interface ArchivePrivacy {
  readonly isProtected: boolean
  /** Recognises private posts, and counts other posts that may be private. */
  readonly screen: PostScreen
  /** Ids of the posts in the post headers of the archive; these headers have no text. */
  readonly headers: ReadonlySet<bigint>
  /** True for the id of a post that is held back. */
  isHeld(id: bigint): boolean
  /** Notices for the owner after the import. */
  noticesAfter(reader: Reader): Promise<readonly string[]>
}

/**
 * Counts the data of an archive that the import does not store, and finds private posts.
 * @param counts counts the elements of the files that are read
 * @throws {FileUnreadable} when the ids of Circle posts cannot be read, in the archive or in the given file
 */
export async function privacyOf(
  { parts, tally }: Pick<ArchiveSource, 'parts' | 'tally'>,
  options: PrivacyOptions,
  counts: ElementCounts,
): Promise<ArchivePrivacy> {
  const circleIds = options.circleIds === undefined ? undefined : await circleIdsIn(options.circleIds)
  const survey = await surveyOf(parts, tally, circleIds, counts)
  const protection = options.isProtected === true ? 'protected' : await protectionOf(parts, tally)
  const screen = new PostScreen(survey.withheld, options.skipsCircleEra === true)
  return {
    isProtected: protection === 'protected',
    screen,
    headers: survey.headers,
    isHeld: (id) => survey.withheld.has(id) || screen.heldIds.has(id),
    async noticesAfter(reader) {
      const known = await findStoredPosts(reader, new Set([...survey.withheld, ...screen.heldIds]))
      return [
        ...protectionNotices(protection, options),
        ...circleNotices(survey, screen, options),
        ...leakNotices(known),
      ]
    },
  }
}
