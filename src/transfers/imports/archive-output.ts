/** Output of imports of archives: members of JSON, and lines about data that was not imported. */
import { shownName } from '../../files/shown-name.ts'
import type { ArchiveReport } from '../../importers/archive/archive-report.ts'
import type { PictureReport } from '../../importers/archive/media/picture-report.ts'

/** Members of the JSON report about data that was not imported. */
export function leftOutMembers({
  pictures,
  media,
  profilePictures,
  heldBack,
  notKept,
  notices,
  faults,
}: ArchiveReport) {
  return {
    ...(media === undefined ? {} : { media }),
    ...(pictures === undefined ? {} : { pictures }),
    ...(profilePictures === undefined ? {} : { profile_pictures: profilePictures }),
    held_back: heldBack,
    not_kept: notKept,
    ...(faults.length === 0 ? {} : { faults }),
    notices,
  }
}

/** Lines about data that was not imported. */
export function leftOutLines(report: ArchiveReport): string[] {
  const { pictures, media, profilePictures, heldBack, notKept, notices, faults } = report
  return [
    ...(media === undefined ? [] : pictureLines(media, 'pictures and videos of posts')),
    ...(media === undefined || media.missing === 0
      ? []
      : [`  ${media.missing} are not in the archive; their addresses stay`]),
    ...(pictures === undefined ? [] : pictureLines(pictures, 'pictures of messages')),
    ...(profilePictures === undefined ? [] : pictureLines(profilePictures, 'pictures of the profile')),
    ...countLines('Held back because it is private; nothing of it is stored:', heldBack),
    ...countLines('Not imported because this server has no place for it:', notKept),
    ...faultLines(faults),
    ...notices,
  ]
}

function countLines(title: string, counts: ArchiveReport['heldBack']): string[] {
  const lines = Object.entries(counts).map(([name, count]) => `  ${count} of ${name}`)
  return lines.length === 0 ? [] : [title, ...lines]
}

/** Maximum unreadable files in the text output; `--json` has all. */
const MAX_FAULTS = 20

function faultLines(faults: ArchiveReport['faults']): string[] {
  if (faults.length === 0) return []
  const more = faults.length - MAX_FAULTS
  return [
    'Not read to the end:',
    ...faults.slice(0, MAX_FAULTS).map(({ place, reason }) => `  ${place}: ${shownName(reason)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function pictureLines({ read, imported, skipped, rejected, faults }: PictureReport, noun: string): string[] {
  const unlisted = rejected - faults.length
  return [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} already present, ${rejected} rejected.`,
    ...faults.map((fault) => `  ${fault}`),
    ...(unlisted === 0 ? [] : [`  and ${unlisted} more`]),
  ]
}
