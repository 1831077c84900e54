/** Defines the report of an import of a personal archive, and adds up its counts. */
import { type FileNote, OTHERS } from '../files/counts.ts'
import type { ImportReport } from '../line-import.ts'
import { counted, type LineRepairs, repairedParts, sumOfRepairs } from '../repairs.ts'
import type { ArchiveKind } from './archive-kinds.ts'
import type { Counts } from './archive-tally.ts'
import type { MediaReports } from './media/archive-media.ts'

export interface ArchiveReport extends MediaReports {
  /** A report for each kind of list in the archive. */
  readonly kinds: { readonly [Kind in ReportedKind]?: ImportReport }
  /** Counts of private elements or files, by file name; nothing of their content is stored. */
  readonly heldBack: Counts
  /** Counts of elements or files that this server does not support, by file name. */
  readonly notKept: Counts
  /** Notices for the owner of the archive, as sentences. */
  readonly notices: readonly string[]
  /** Report of the account and its profile, if a part of them was repaired. */
  readonly account?: ImportReport
  /**
   * Counts for each file with a list. The counts of all files after the first {@link MAX_MEMBERS} are added up in one
   * entry.
   */
  readonly members: readonly MemberCounts[]
  /** Files that could not be read to their end. */
  readonly faults: readonly FileNote[]
}

/** Results for one file of an archive, with the field names of the JSON report. */
export interface MemberCounts {
  readonly name: string
  readonly read: number
  readonly imported: number
  readonly skipped: number
  /** Number of repaired and dropped parts. */
  readonly repaired: number
  readonly rejected: number
  readonly held_back: number
}

/** Maximum number of files with separate counts. */
const MAX_MEMBERS = 1_000

/** Adds the counts of a file. */
export function withMember(
  members: readonly MemberCounts[],
  name: string,
  { read, imported, skipped, repairs, rejected, heldBack = 0 }: ImportReport,
): readonly MemberCounts[] {
  const member = {
    ...{ name, read, imported, skipped, repaired: repairedParts(repairs) },
    ...{ rejected, held_back: heldBack },
  }
  const last = members.at(-1)
  if (members.length <= MAX_MEMBERS || last === undefined)
    return [...members, members.length === MAX_MEMBERS ? { ...member, name: OTHERS } : member]
  const sum = {
    name: OTHERS,
    read: last.read + read,
    imported: last.imported + imported,
    skipped: last.skipped + skipped,
    repaired: last.repaired + member.repaired,
    rejected: last.rejected + rejected,
    held_back: last.held_back + heldBack,
  }
  return [...members.slice(0, -1), sum]
}

/** A personal archive among the inputs of an import. */
export interface ImportedArchive {
  readonly name: string
  readonly report: ArchiveReport
}

export type ReportedKind = Exclude<
  ArchiveKind,
  'account' | 'profile' | 'protection' | 'notes' | 'verified' | 'names'
>

/** The report of the account and its profile; an empty object if nothing was repaired. */
export function accountReport({ parts }: LineRepairs): Pick<ArchiveReport, 'account'> {
  if (parts.length === 0) return {}
  const repairs = counted([], 1, parts)
  const account = {
    read: 1,
    imported: 1,
    skipped: 0,
    rejected: 0,
    rejects: undefined,
    repairs,
    resumedAfter: 0,
  }
  return { account }
}

/** The sum of two reports of one kind. It names the reject file of the first report that has one. */
export function sumOf(one: ImportReport | undefined, other: ImportReport): ImportReport {
  if (one === undefined) return other
  return {
    read: one.read + other.read,
    imported: one.imported + other.imported,
    skipped: one.skipped + other.skipped,
    rejected: one.rejected + other.rejected,
    ...heldBackOf(one, other),
    repairs: sumOfRepairs(one.repairs, other.repairs),
    rejects: one.rejects ?? other.rejects,
    resumedAfter: one.resumedAfter + other.resumedAfter,
  }
}

function heldBackOf(one: ImportReport, other: ImportReport): Pick<ImportReport, 'heldBack'> {
  if (one.heldBack === undefined && other.heldBack === undefined) return {}
  return { heldBack: (one.heldBack ?? 0) + (other.heldBack ?? 0) }
}
