/** What is private of an archive, found out before anything of it is imported (spec/archives.md#private-parts). */
import type { Reader } from '../../db/store.ts'
import {
  circleNotices,
  leakNotices,
  type PrivacyOptions,
  postsThere,
  protectionNotices,
} from './archive-notices.ts'
import { protectionOf } from './archive-protection.ts'
import { PostScreen } from './archive-screen.ts'
import type { ArchiveSource } from './archive-source.ts'
import { surveyOf } from './archive-survey.ts'
import { circleIdsIn } from './circle-ids.ts'

export interface ArchivePrivacy {
  readonly isProtected: boolean
  /** Tells private posts from public ones, and counts the doubtful ones. */
  readonly screen: PostScreen
  /** What the owner should know or decide, once everything is imported. */
  noticesAfter(reader: Reader): Promise<readonly string[]>
}

/**
 * Goes through what is not imported of an archive, and counts it in the archive's tally.
 * @throws {FileUnreadable} when it cannot be told which posts were for a Circle, or ids that were given cannot be read
 */
export async function privacyOf(
  { parts, tally }: Pick<ArchiveSource, 'parts' | 'tally'>,
  options: PrivacyOptions,
): Promise<ArchivePrivacy> {
  const given = options.circleIds === undefined ? undefined : await circleIdsIn(options.circleIds)
  const survey = await surveyOf(parts, tally, given)
  const protection = options.isProtected === true ? 'protected' : await protectionOf(parts)
  const screen = new PostScreen(survey.withheld, options.skipsCircleEra === true)
  return {
    isProtected: protection === 'protected',
    screen,
    async noticesAfter(reader) {
      const known = await postsThere(reader, new Set([...survey.withheld, ...screen.heldIds]))
      return [
        ...survey.faults,
        ...protectionNotices(protection, options),
        ...circleNotices(survey, screen, options),
        ...leakNotices(known),
      ]
    },
  }
}
