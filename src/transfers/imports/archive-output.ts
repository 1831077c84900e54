/**
 * Makes the output of archive imports: fields of the JSON report, and lines about follow lists and about data that
 * was not imported.
 */
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ArchiveReport, ImportedArchive } from '../../importers/archive/archive-report.ts'
import type { PictureReport } from '../../importers/archive/media/picture-report.ts'
import type { ImportReport } from '../../importers/line-import.ts'
import { type RepairCount, repairedParts } from '../../importers/repairs.ts'
import type { ReportData } from '../../importers/report/report-data.ts'
import { rejectionLines } from './rejection-lines.ts'

/** Output of an import: a JSON object, or sentences. */
export interface ImportOutput {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

/**
 * Output of `import archive`, with the lists in the order of the report.
 * @throws {FileUnreadable} when the archive was not imported
 */
export function archiveOutput(data: ReportData, archives: readonly ImportedArchive[]): ImportOutput {
  const [archive] = archives
  if (archive === undefined)
    throw new FileUnreadable(shownName(data.faults[0]?.reason ?? 'nothing was imported'))
  const { report } = archive
  const kinds = Object.entries(report.kinds)
  const { dry_run, unlisted_rejects: unlisted = 0 } = data
  return {
    json: {
      ...Object.fromEntries(kinds.map(([kind, one]) => [kind, listMembers(one)])),
      ...leftOutMembers(report),
      ...(data.rejections.length === 0 ? {} : { rejections: data.rejections }),
      ...(unlisted === 0 ? {} : { unlisted_rejects: unlisted }),
    },
    lines: [
      ...(dry_run ? ['Dry run: nothing was written.'] : []),
      ...kinds.flatMap(([kind, one]) => listLines(one, kind.replaceAll('_', ' '))),
      ...rejectionLines(data, 'elements'),
      ...(unlisted === 0 ? [] : [`The file of rejected elements is full; ${unlisted} more are not in it.`]),
      ...leftOutLines(report),
    ],
  }
}

function listMembers(report: ImportReport): Record<string, unknown> {
  const { read, imported, skipped, rejected, heldBack, rejects, repairs } = report
  return {
    read,
    imported,
    skipped,
    rejected,
    ...(heldBack === undefined ? {} : { held_back: heldBack }),
    ...(repairs.length === 0 ? {} : { repaired: repairedParts(repairs), repairs }),
    ...(rejects === undefined ? {} : { rejects }),
  }
}

function listLines(report: ImportReport, noun: string): string[] {
  const { read, imported, skipped, rejected, heldBack = 0, rejects, resumedAfter } = report
  const heldBackPart = heldBack === 0 ? '' : `, ${heldBack} held back`
  return [
    `Read ${read} ${noun}: ${imported} imported, ${skipped} already present, ${rejected} rejected${heldBackPart}.`,
    ...(resumedAfter > 0 ? [`Resumed after line ${resumedAfter}, where an earlier run stopped.`] : []),
    ...(rejects === undefined ? [] : [`Rejected lines, with reasons: ${rejects}`]),
    ...repairLines(report.repairs),
  ]
}

/** Maximum number of kinds of repairs in the text output; `--json` lists all. */
const MAX_REPAIRS = 20

function repairLines(repairs: readonly RepairCount[]): string[] {
  if (repairs.length === 0) return []
  const sorted = repairs.toSorted((one, other) => other.count - one.count)
  const more = sorted.length - MAX_REPAIRS
  return [
    `Repaired or dropped ${repairedParts(repairs)} invalid values:`,
    ...sorted
      .slice(0, MAX_REPAIRS)
      .map(
        ({ path, fault, count, lines }) =>
          `  ${count} of ${path}: ${fault} (first in line ${lines.join(', ')})`,
      ),
    ...(more > 0 ? [`  and ${more} more kinds`] : []),
  ]
}

/** Makes the fields of the JSON report about data that was not imported. */
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

/** Makes the lines about data that was not imported. */
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

/** Maximum number of unreadable files in the text output; `--json` lists all. */
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
