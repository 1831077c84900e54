/**
 * Counts the results of an import of several files: the report, and the state from which an interrupted import resumes.
 */
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import type { Fault } from '../../lib/repair.ts'
import type { ArchiveReport, ImportedArchive } from '../archive/archive-report.ts'
import type { StoredKind } from '../items.ts'
import { NO_REJECTS, type RejectPosition } from '../rejects.ts'
import { type RepairedPart, repairedParts } from '../repairs.ts'
import type { KindOutcome, StoredItem, StoreOutcome } from '../store-batch.ts'
import {
  addCount,
  type FileNote,
  type KindCount,
  type KindCounts,
  kindCounts,
  kindOfList,
  noKinds,
  OTHERS,
} from './counts.ts'

/** Repaired or dropped parts that have one path and one fault. */
export interface RepairPlaces {
  readonly path: string
  readonly fault: Fault
  count: number
  /** The first places where this fault occurred, as `name:line`. */
  readonly places: string[]
}

export interface FileCounts {
  readonly name: string
  /** Number of objects and rows. */
  read: number
  imported: number
  skipped: number
  rejected: number
  /** Number of repaired or dropped parts. */
  repaired: number
  heldBack: number
  notKept: number
  /** Numbers of objects and rows by form. */
  readonly forms: Record<string, number>
}

/** Results of notices about posts and users, such as deletions. */
export interface Notices {
  applied: number
  /** Number of notices about posts and users that do not exist yet. */
  remembered: number
  unchanged: number
}

/** State that is stored with the progress; see {@link Tally.restore}. */
interface State {
  file: number
  value: number
  rejects: RejectPosition
  /** Numbers of the files and members of the current input whose rest is not read. */
  unreadTexts: number[]
  archives: ImportedArchive[]
  moreArchives: number
  kinds: KindCounts
  notices: Notices
  /** Number of posts that were left out because a notice had deleted them. */
  deletedPosts: number
  files: FileCounts[]
  moreFiles: number
  repairs: RepairPlaces[]
  heldBack: Record<string, number>
  notKept: Record<string, number>
  counted: Record<string, number>
  faults: FileNote[]
  moreFaults: number
  warnings: FileNote[]
  moreWarnings: number
  firstEdge?: WrittenEdge
}

/** An edge with ids as digits. */
export interface WrittenEdge {
  readonly follower: string
  readonly followee: string
}

/** Maximum number of files with separate counts; further files are counted together. */
const MAX_FILES = 1_000
const MAX_NOTES = 100
/**
 * Maximum number of archives with separate reports; these reports are stored with each batch. Further archives are
 * counted only in the totals.
 */
const MAX_ARCHIVES = 100
/** Maximum number of kinds of repairs. */
const MAX_REPAIRS = 500
const MAX_PLACES = 3

/** Name that reports use for single numbers in recordings of streams, and for ids in lists. */
export const BARE_NUMBER = 'bare number or id'

export class Tally {
  #state: State = emptyState()
  #current: FileCounts = fileCounts('')

  get state(): Readonly<State> {
    return this.#state
  }

  serialize(): string {
    return JSON.stringify(this.#state)
  }

  /** Restores the state of an interrupted import. The counts of its last file continue where they ended. */
  restore(json: string): void {
    // An earlier version of Aviary stored only the number of bytes of the reject file.
    const { rejectBytes = 0, ...stored } = JSON.parse(json) as State & { rejectBytes?: number }
    const kinds = Object.entries(stored.kinds).map(([kind, counts]) => [kind, { ...kindCounts(), ...counts }])
    const begun: RejectPosition = { ...NO_REJECTS, bytes: rejectBytes }
    const rejects = { ...begun, ...(stored.rejects as RejectPosition | undefined) }
    // An earlier version of Aviary may not have stored all fields.
    this.#state = { ...emptyState(), ...stored, rejects, kinds: Object.fromEntries(kinds) as KindCounts }
    this.#current = this.#state.files.at(-1) ?? fileCounts('')
  }

  /** Begins a file. @param index the position of the file among all inputs */
  begin(index: number, name: string): void {
    const { files } = this.#state
    if (index < files.length) return
    if (files.length >= MAX_FILES) {
      this.#state.moreFiles += 1
      this.#current = files.at(-1) ?? this.#current
      if (this.#current.name !== OTHERS) {
        this.#current = fileCounts(OTHERS)
        files.push(this.#current)
      }
      return
    }
    this.#current = fileCounts(name)
    files.push(this.#current)
  }

  get current(): Readonly<FileCounts> {
    return this.#current
  }

  moveTo(file: number, value: number, rejects: RejectPosition): void {
    if (file !== this.#state.file) this.#state.unreadTexts = []
    Object.assign(this.#state, { file, value, rejects })
  }

  /** Records that the rest of a file or member is not read. @param text number of the file or member in the input */
  giveUp(text: number): void {
    this.#state.unreadTexts.push(text)
  }

  countRead(form: string, count = 1): void {
    this.#current.read += count
    addCount(this.#current.forms, form, count)
  }

  /** @param kind kind of the repaired item; undefined if no {@link StoredKind} exists for it */
  countRepairs(place: string, parts: readonly RepairedPart[], kind: StoredKind | undefined): void {
    if (parts.length === 0) return
    this.#current.repaired += parts.length
    this.#kind(kind).repaired += parts.length
    const { repairs } = this.#state
    for (const { path, fault } of parts) {
      const found = repairs.find((one) => one.path === path && one.fault === fault)
      if (found === undefined) {
        if (repairs.length < MAX_REPAIRS) repairs.push({ path, fault, count: 1, places: [place] })
        continue
      }
      found.count += 1
      if (found.places.length < MAX_PLACES && !found.places.includes(place)) found.places.push(place)
    }
  }

  count(kind: 'not-kept' | 'held-back' | 'counted', name: string, count: number): void {
    if (kind === 'held-back') {
      this.#current.heldBack += count
      addCount(this.#state.heldBack, name, count)
    } else if (kind === 'not-kept') {
      this.#current.notKept += count
      addCount(this.#state.notKept, name, count)
    } else addCount(this.#state.counted, name, count)
  }

  countStored({ kinds, notices, deletedPosts }: StoreOutcome): void {
    for (const name of ['applied', 'remembered', 'unchanged'] as const)
      this.#state.notices[name] += notices[name]
    this.#state.deletedPosts += deletedPosts
    for (const [kind, { imported, skipped }] of Object.entries(kinds) as [
      StoredKind,
      KindCounts[StoredKind],
    ][]) {
      const counts = this.#state.kinds[kind]
      counts.imported += imported
      counts.skipped += skipped
      this.#current.imported += imported
      this.#current.skipped += skipped
    }
  }

  /** Counts follows that were stored in bulk. */
  countFollows({ imported, skipped }: KindOutcome): void {
    const { follows } = this.#state.kinds
    follows.imported += imported
    follows.skipped += skipped
    this.#current.imported += imported
    this.#current.skipped += skipped
  }

  /** Stores the first edge of all files for the report. */
  noteEdge({ follower, followee }: ImportedEdge): void {
    this.#state.firstEdge ??= { follower: String(follower), followee: String(followee) }
  }

  countRejected(rejects: readonly { readonly kind?: StoredKind | undefined }[]): void {
    this.#current.rejected += rejects.length
    for (const { kind } of rejects) this.#kind(kind).rejected += 1
  }

  /**
   * Counts the lists of a personal archive in the same way as objects of files. Data that is held back or not kept is
   * counted by name only in the archive's own report; the counts of the file contain the sums.
   */
  countArchive(name: string, report: ArchiveReport): void {
    const { kinds, account, heldBack, notKept, faults } = report
    const file = this.#current
    for (const [kind, list] of Object.entries(kinds)) {
      const repaired = repairedParts(list.repairs)
      const counts = this.#state.kinds[kindOfList(kind)] ?? kindCounts()
      this.#state.kinds[kindOfList(kind)] = counts
      for (const total of [counts, file]) {
        total.imported += list.imported
        total.skipped += list.skipped
        total.rejected += list.rejected
        total.repaired += repaired
      }
      const heldInList = list.heldBack ?? 0
      file.heldBack += heldInList
      file.read += list.imported + list.skipped + list.rejected + heldInList
      addCount(file.forms, `${kind.replaceAll('_', ' ')} of an archive`, list.read)
    }
    const repaired = repairedParts(account?.repairs ?? [])
    file.repaired += repaired
    this.#state.kinds.users.repaired += repaired
    const [held, left] = [heldBack, notKept].map((counts) =>
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    ) as [number, number]
    file.read += held + left
    file.heldBack += held
    file.notKept += left
    for (const { place, reason } of faults) this.fault(place, reason)
    const { archives } = this.#state
    if (archives.length < MAX_ARCHIVES) archives.push({ name, report })
    else this.#state.moreArchives += 1
  }

  #kind(kind: StoredKind | undefined): KindCount {
    const counts = this.#state.kinds[kind ?? 'unknown'] ?? kindCounts()
    this.#state.kinds[kind ?? 'unknown'] = counts
    return counts
  }

  get read(): number {
    return this.#state.files.reduce((sum, { read }) => sum + read, 0)
  }

  get rejected(): number {
    return this.#state.files.reduce((sum, { rejected }) => sum + rejected, 0)
  }

  /** Counts an item of a dry run as present, because an equal item occurred before. */
  countSkipped(item: StoredItem): void {
    const skipped = item.kind === 'posts' ? item.bundle.posts.length : 1
    const kind = item.kind === 'posts' ? 'posts' : item.kind === 'user' ? 'users' : 'follows'
    this.#state.kinds[kind].skipped += skipped
    this.#current.skipped += skipped
  }

  fault(place: string, reason: string): void {
    const { faults } = this.#state
    if (faults.length < MAX_NOTES) faults.push({ place, reason })
    else this.#state.moreFaults += 1
  }

  warning(place: string, reason: string): void {
    const { warnings } = this.#state
    if (warnings.length < MAX_NOTES) warnings.push({ place, reason })
    else this.#state.moreWarnings += 1
  }
}

function emptyState(): State {
  return {
    file: 0,
    value: 0,
    rejects: NO_REJECTS,
    unreadTexts: [],
    archives: [],
    moreArchives: 0,
    kinds: noKinds(),
    notices: { applied: 0, remembered: 0, unchanged: 0 },
    deletedPosts: 0,
    files: [],
    moreFiles: 0,
    repairs: [],
    heldBack: {},
    notKept: {},
    counted: {},
    faults: [],
    moreFaults: 0,
    warnings: [],
    moreWarnings: 0,
  }
}

function fileCounts(name: string): FileCounts {
  return {
    name,
    read: 0,
    imported: 0,
    skipped: 0,
    rejected: 0,
    repaired: 0,
    heldBack: 0,
    notKept: 0,
    forms: {},
  }
}
