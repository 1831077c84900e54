/** The report of an import as data, for `--json` and for report files (spec/data-files.md#report). */
import type { PostStatistics } from '../files/statistics.ts'
import {
  BARE_NUMBER,
  type FileCounts,
  type FileNote,
  type KindCounts,
  type Notices,
  type RepairPlaces,
  type Tally,
  type WrittenEdge,
} from '../files/tally.ts'

export interface ReportData {
  readonly dry_run: boolean
  /** Objects and rows; a page of posts is one object. */
  readonly objects: number
  /**
   * Sum of the counts of items in these objects: imported, present, rejected, private, not supported, and messages of a
   * recording.
   */
  readonly read: number
  readonly imported: number
  /** Items that were present already and did not change. */
  readonly skipped: number
  readonly rejected: number
  /** Repaired and dropped parts. */
  readonly repaired: number
  readonly resumed_after: number
  readonly kinds: Readonly<KindCounts>
  /** Results of the notices in recordings of streams. */
  readonly notices: Readonly<Notices>
  /** Posts that are left out because they, or the originals of reposts, were deleted. */
  readonly deleted: number
  /** Counts of private items, by name; nothing of them is stored. */
  readonly held_back: Readonly<Record<string, number>>
  /** Counts of items that this server does not support, by name. */
  readonly not_kept: Readonly<Record<string, number>>
  /** Counts of messages that describe a recording, by name. */
  readonly counted: Readonly<Record<string, number>>
  readonly files: readonly ReportedFile[]
  /** Number of files that `files` counts together as `others`. */
  readonly more_files: number
  readonly repairs: readonly Readonly<RepairPlaces>[]
  /** Parts that were not read to their end. */
  readonly faults: readonly FileNote[]
  readonly more_faults: number
  /** Parts that were skipped. */
  readonly warnings: readonly FileNote[]
  readonly more_warnings: number
  /** The first edge of the files, which shows a wrong direction. */
  readonly first_edge?: WrittenEdge
  /** Path of the reject file. */
  readonly rejects?: string
  /** Statistics of the posts in the files. */
  readonly posts?: PostStatistics
}

export interface ReportedFile extends Omit<Readonly<FileCounts>, 'heldBack' | 'notKept'> {
  readonly held_back: number
  readonly not_kept: number
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
  const sum = (name: 'read' | 'imported' | 'skipped' | 'rejected' | 'repaired') =>
    state.files.reduce((all, counts) => all + counts[name], 0)
  const [imported, skipped, rejected] = [sum('imported'), sum('skipped'), sum('rejected')]
  const others = [state.heldBack, state.notKept, state.counted, state.notices].flatMap(countsOf)
  return {
    dry_run: isDryRun,
    objects: sum('read'),
    read: others.reduce((all, count) => all + count, imported + skipped + rejected + state.deletedPosts),
    imported,
    skipped,
    rejected,
    repaired: sum('repaired'),
    resumed_after: resumedAfter,
    kinds: state.kinds,
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
    repairs: state.repairs.toSorted((one, other) => other.count - one.count),
    faults: state.faults,
    more_faults: state.moreFaults,
    warnings: state.warnings,
    more_warnings: state.moreWarnings,
    ...(state.firstEdge === undefined ? {} : { first_edge: state.firstEdge }),
    ...(rejects === undefined ? {} : { rejects }),
    ...(statistics === undefined ? {} : { posts: statistics }),
  }
}

function countsOf(counts: Readonly<Record<string, number>> | Readonly<Notices>): readonly number[] {
  return Object.values(counts)
}

/** True if the files contain ids, but nothing that can be imported. */
export function isIdList({ imported, skipped, counted }: ReportData): boolean {
  return imported + skipped === 0 && Object.keys(counted).join() === BARE_NUMBER
}

/** True if the files have content, but none of it was imported, present already or a notice of a recording. */
export function isUseless(data: ReportData): boolean {
  const { objects, imported, skipped, counted, notices } = data
  if (countsOf(notices).some((count) => count > 0)) return false
  return objects > 0 && imported + skipped === 0 && (Object.keys(counted).length === 0 || isIdList(data))
}

/** Counts of forms as text, the most frequent first: `v1.1 post: 1,204, stream notice: 3`. */
export function formCounts(forms: Readonly<Record<string, number>>): string {
  return Object.entries(forms)
    .toSorted(([, one], [, other]) => other - one)
    .map(([form, count]) => `${form}: ${count.toLocaleString('en-US')}`)
    .join(', ')
}
