/** Makes the report of an import as data, for `--json` and for report files (spec/data-files.md#report). */
import type { ImportedArchive } from '../archive/archive-report.ts'
import type { FileNote, KindCount, KindCounts } from '../files/counts.ts'
import type { PostStatistics } from '../files/statistics.ts'
import {
  BARE_NUMBER,
  type FileCounts,
  type Notices,
  type RepairPlaces,
  type Tally,
  type WrittenEdge,
} from '../files/tally.ts'
import type { RejectReason } from '../reject-reasons.ts'

export interface ReportData {
  readonly dry_run: boolean
  /** Number of objects and rows; a page of posts is one object. */
  readonly objects: number
  /**
   * Number of items in these objects: the sum of imported, present, rejected, private and unsupported items, and of
   * messages that describe a recording.
   */
  readonly read: number
  readonly imported: number
  /** Number of items that were already present and did not change. */
  readonly skipped: number
  readonly rejected: number
  /** Number of repaired and dropped parts. */
  readonly repaired: number
  readonly resumed_after: number
  /** Results by kind. Personal archives have further kinds. `unknown` counts rejected objects of unknown kinds. */
  readonly kinds: Readonly<Partial<Record<keyof KindCounts, ReportedKind>>>
  /** Results of notices in recordings of streams, such as deletions. */
  readonly notices: Readonly<Notices>
  /** Number of posts that were left out because the post itself, or the original of a repost, was deleted. */
  readonly deleted: number
  /** Counts of private items by name; nothing of these items is stored. */
  readonly held_back: Readonly<Record<string, number>>
  /** Counts of items that this server does not support, by name. */
  readonly not_kept: Readonly<Record<string, number>>
  /** Counts of messages that describe a recording, by name. */
  readonly counted: Readonly<Record<string, number>>
  readonly files: readonly ReportedFile[]
  /** Number of files that `files` counts together under `others`. */
  readonly more_files: number
  /** Number of personal archives that have no separate report. */
  readonly more_archives?: number
  readonly repairs: readonly Readonly<RepairPlaces>[]
  /** Parts that could not be read to their end. */
  readonly faults: readonly FileNote[]
  readonly more_faults: number
  /** Parts that were skipped. */
  readonly warnings: readonly FileNote[]
  readonly more_warnings: number
  /** The first edge in the files. It helps the operator to notice a wrong direction. */
  readonly first_edge?: WrittenEdge
  /** Rejected objects by reason, the most frequent first, also in a dry run. */
  readonly rejections: readonly RejectReason[]
  /** Path of the reject file. */
  readonly rejects?: string
  /** Number of rejected objects that are not listed, because the reject file is full. */
  readonly unlisted_rejects?: number
  /** Statistics of the posts in the files. */
  readonly posts?: PostStatistics
}

export interface ReportedFile extends Omit<Readonly<FileCounts>, 'heldBack' | 'notKept'> {
  readonly held_back: number
  readonly not_kept: number
}

export interface ReportedKind extends Readonly<KindCount> {
  /** Sum of imported, present and rejected items. */
  readonly read: number
}

export interface ReportSource {
  readonly tally: Tally
  readonly rejects: string | undefined
  readonly resumedAfter: number
  readonly isDryRun: boolean
  readonly statistics: PostStatistics | undefined
}

export function reportData({ tally, rejects, resumedAfter, isDryRun, statistics }: ReportSource): ReportData {
  const { state } = tally
  const sum = (name: 'read' | 'imported' | 'skipped' | 'rejected' | 'repaired' | 'heldBack' | 'notKept') =>
    state.files.reduce((all, counts) => all + counts[name], 0)
  const [imported, skipped, rejected] = [sum('imported'), sum('skipped'), sum('rejected')]
  const others = [sum('heldBack'), sum('notKept'), ...[state.counted, state.notices].flatMap(countsOf)]
  const { unlisted, reasons } = state.rejects
  return {
    dry_run: isDryRun,
    objects: sum('read'),
    read: others.reduce((all, count) => all + count, imported + skipped + rejected + state.deletedPosts),
    imported,
    skipped,
    rejected,
    repaired: sum('repaired'),
    resumed_after: resumedAfter,
    kinds: Object.fromEntries(Object.entries(state.kinds).map(([kind, counts]) => [kind, withRead(counts)])),
    notices: state.notices,
    deleted: state.deletedPosts,
    held_back: state.heldBack,
    not_kept: state.notKept,
    counted: state.counted,
    files: state.files.map(({ heldBack, notKept, ...counts }) => ({
      ...counts,
      held_back: heldBack,
      not_kept: notKept,
    })),
    more_files: state.moreFiles,
    ...(state.moreArchives === 0 ? {} : { more_archives: state.moreArchives }),
    repairs: state.repairs.toSorted((one, other) => other.count - one.count),
    faults: state.faults,
    more_faults: state.moreFaults,
    warnings: state.warnings,
    more_warnings: state.moreWarnings,
    ...(state.firstEdge === undefined ? {} : { first_edge: state.firstEdge }),
    rejections: reasons.toSorted((one, other) => other.count - one.count),
    ...(rejects === undefined ? {} : { rejects }),
    ...(unlisted === 0 ? {} : { unlisted_rejects: unlisted }),
    ...(statistics === undefined ? {} : { posts: statistics }),
  }
}

function withRead(counts: Readonly<KindCount>): ReportedKind {
  const { imported, skipped, repaired, rejected } = counts
  return { read: imported + skipped + rejected, imported, skipped, repaired, rejected }
}

function countsOf(counts: Readonly<Record<string, number>> | Readonly<Notices>): readonly number[] {
  return Object.values(counts)
}

/** True if the files contain ids and nothing else that an import can use. */
export function isIdList({ imported, skipped, counted }: ReportData): boolean {
  return imported + skipped === 0 && Object.keys(counted).join() === BARE_NUMBER
}

/**
 * True if the files have content, but no item of them was imported, was already present, or was a notice of a
 * recording. An archive without rejected objects is not useless, because its account is imported. If lists of the
 * archive have rejected objects, the account alone is not enough (decision 0164).
 */
export function isUseless(data: ReportData, archives: readonly ImportedArchive[]): boolean {
  const { objects, imported, skipped, rejected, counted, notices } = data
  if (countsOf(notices).some((count) => count > 0)) return false
  if (archives.length > 0 && rejected === 0) return false
  return (
    objects > 0 &&
    imported + skipped === 0 &&
    (rejected > 0 || Object.keys(counted).length === 0 || isIdList(data))
  )
}

/** Counts of forms as text, the most frequent first: `v1.1 post: 1,204, stream notice: 3`. */
export function formCounts(forms: Readonly<Record<string, number>>): string {
  return Object.entries(forms)
    .toSorted(([, one], [, other]) => other - one)
    .map(([form, count]) => `${form}: ${count.toLocaleString('en-US')}`)
    .join(', ')
}
