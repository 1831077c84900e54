/** Makes the output of an import of files, as sentences. */
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ImportedArchive } from '../../importers/archive/archive-report.ts'
import type { WrittenEdge } from '../../importers/files/tally.ts'
import { repairedParts } from '../../importers/repairs.ts'
import { formCounts, isIdList, type ReportData } from '../../importers/report/report-data.ts'
import { leftOutLines, leftOutMembers } from './archive-output.ts'
import { rejectionLines } from './rejection-lines.ts'

/** Maximum number of kinds of repairs, of files and of notes in the text output; `--json` lists all. */
const MAX_SHOWN = 20

/** The lines that the command prints. @param noun name of the objects, such as `posts` */
export function resultLines(
  data: ReportData,
  archives: readonly ImportedArchive[],
  noun: string,
): readonly string[] {
  const { more_archives: more = 0 } = data
  return [
    ...reportLines(data, noun),
    ...archiveLines(archives),
    ...(more === 0 ? [] : [`and ${more} more personal archives, whose counts are in the sums above.`]),
  ]
}

/** Lines about files. @param noun name of the objects, such as `posts` */
function reportLines(data: ReportData, noun: string): readonly string[] {
  const { read, imported, skipped, rejected, rejects, unlisted_rejects: unlisted = 0 } = data
  // The lists of names below are about files. Each archive has its own report, with its own lines.
  const heldBack = data.files.reduce((sum, file) => sum + file.held_back, 0)
  const notKept = data.files.reduce((sum, file) => sum + file.not_kept, 0)
  return [
    ...(data.dry_run ? ['Dry run: nothing was written.'] : []),
    `Read ${read} ${noun}: ${imported} imported, ${skipped} already present, ${rejected} rejected${heldBack === 0 ? '' : `, ${heldBack} held back`}${notKept === 0 ? '' : `, ${notKept} not kept`}.`,
    ...(data.resumed_after > 0
      ? [`Resumed after ${data.resumed_after} ${noun}, where an earlier run stopped.`]
      : []),
    ...firstEdgeLines(data.first_edge),
    ...(data.files.length > 1 || noun === 'objects' ? fileLines(data) : []),
    ...countLines('Held back because it is private; nothing of it is stored:', data.held_back),
    ...countLines('Not imported because this server has no place for it:', data.not_kept),
    ...noticeLines(data),
    ...countLines('Other content:', data.counted),
    ...rejectionLines(data, noun),
    ...(rejects === undefined ? [] : [`All rejected ${noun}, with reasons: ${rejects}`]),
    ...(unlisted === 0 ? [] : [`The file of rejected ${noun} is full; ${unlisted} more are not in it.`]),
    ...repairLines(data),
    ...noteLines('Warnings:', data.warnings, data.more_warnings),
    ...noteLines('Not read to the end:', data.faults, data.more_faults),
    ...(isIdList(data)
      ? ['These are ids, not posts. "aviary compliance check --ids FILE" compares them with this server.']
      : []),
  ]
}

/** Makes the fields of the JSON report about archives. */
export function archiveMembers(archives: readonly ImportedArchive[]): Record<string, unknown> {
  if (archives.length === 0) return {}
  return {
    archives: archives.map(({ name, report }) => ({
      name,
      kinds: Object.fromEntries(
        Object.entries(report.kinds).map(([kind, { read, imported, skipped, rejected, repairs }]) => [
          kind,
          { read, imported, skipped, repaired: repairedParts(repairs), rejected },
        ]),
      ),
      files: report.members,
      ...leftOutMembers(report),
    })),
  }
}

function archiveLines(archives: readonly ImportedArchive[]): readonly string[] {
  return archives.flatMap(({ name, report }) => [
    `${name}: a personal archive`,
    ...Object.entries(report.kinds).map(
      ([kind, { read, imported, skipped, rejected }]) =>
        `  Read ${read} ${kind.replaceAll('_', ' ')}: ${imported} imported, ${skipped} already present, ${rejected} rejected.`,
    ),
    // These faults are already in the list of all files.
    ...leftOutLines({ ...report, faults: [] }),
  ])
}

function fileLines({ files, more_files }: ReportData): readonly string[] {
  const hidden = files.length - MAX_SHOWN + more_files
  return [
    ...files.slice(0, MAX_SHOWN).map(({ name, forms }) => `  ${name}: ${formCounts(forms) || 'nothing'}`),
    ...(hidden > 0 ? [`  and ${hidden} more files`] : []),
  ]
}

function noticeLines({
  notices: { applied, remembered, unchanged },
  deleted,
}: ReportData): readonly string[] {
  return [
    ...(applied + remembered + unchanged === 0
      ? []
      : [
          `Notices: ${applied} applied, ${remembered} remembered for what may follow, ${unchanged} without effect.`,
        ]),
    ...(deleted === 0 ? [] : [`Deleted posts that were left out: ${deleted}.`]),
  ]
}

function countLines(title: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const lines = Object.entries(counts).map(([name, count]) => `  ${count} of ${shownName(name)}`)
  return lines.length === 0 ? [] : [title, ...lines]
}

function repairLines({ repaired, repairs }: ReportData): readonly string[] {
  if (repaired === 0) return []
  const hidden = repairs.length - MAX_SHOWN
  return [
    `Repaired or dropped ${repaired} invalid values:`,
    ...repairs
      .slice(0, MAX_SHOWN)
      .map(
        ({ path, fault, count, places }) => `  ${count} of ${path}: ${fault} (first in ${places.join(', ')})`,
      ),
    ...(hidden > 0 ? [`  and ${hidden} more kinds`] : []),
  ]
}

function noteLines(title: string, notes: ReportData['faults'], more: number): readonly string[] {
  if (notes.length === 0) return []
  const hidden = notes.length - MAX_SHOWN + more
  return [
    title,
    ...notes.slice(0, MAX_SHOWN).map(({ place, reason }) => `  ${place}: ${shownName(reason)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ]
}

/** The first edge as a sentence. It helps the operator to notice a wrong direction. */
function firstEdgeLines(edge: WrittenEdge | undefined): readonly string[] {
  if (edge === undefined) return []
  return [`The first edge was read as: user ${edge.follower} follows user ${edge.followee}.`]
}

/** @throws {FileUnreadable} when the files have faults and no part of them was readable */
export function requireReadable(data: ReportData, archives: readonly ImportedArchive[]): void {
  const [fault] = data.faults
  if (data.objects > 0 || archives.length > 0 || fault === undefined) return
  // Some reasons say it before they name the remedy.
  const end = /nothing (?:of it )?was imported/.test(fault.reason) ? '' : '; nothing was imported'
  throw new FileUnreadable(`${fault.place}: ${shownName(fault.reason)}${end}`)
}
