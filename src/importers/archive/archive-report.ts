/** The report of an import of a personal archive. */
import type { ImportReport } from '../line-import.ts'
import { counted, type LineRepairs, sumOfRepairs } from '../repairs.ts'
import type { ArchiveKind } from './archive-kinds.ts'
import type { Counts } from './archive-tally.ts'
import type { MediaReports } from './media/archive-media.ts'

export interface ArchiveReport extends MediaReports {
  /** Reports by kind, for the kinds in the archive. */
  readonly kinds: { readonly [Kind in ReportedKind]?: ImportReport }
  /** Private elements or files, by file name; nothing of them is stored. */
  readonly heldBack: Counts
  /** Elements or files that this server does not support, by file name. */
  readonly notKept: Counts
  /** Sentences for the owner. */
  readonly notices: readonly string[]
  /** Report of the account and its profile, if anything in them was repaired. */
  readonly account?: ImportReport
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

/** The report of the account and its profile; empty without repairs. */
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

/** The sum of two reports of a kind, with the reject file of the first. */
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
