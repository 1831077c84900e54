/**
 * Keeps the counts of an archive import that belong to no line of a file. The counts are stored with the progress of
 * each file, so that the report of an interrupted import includes all runs
 * (docs/decisions/0113-one-report-of-several-runs.md).
 */
import type { SharedTotals } from '../line-import.ts'
import { NO_REJECTS, type RejectFile, type RejectPosition } from '../rejects.ts'
import type { ArchiveMedia, MediaState } from './media/archive-media.ts'
import type { PostsSeen } from './posts/archive-posts-seen.ts'

export interface TotalsState {
  readonly media: MediaState
  readonly plainReposts: number
  readonly unknownLikes: number
}

export class ArchiveTotals {
  readonly #media: ArchiveMedia
  readonly #seen: PostsSeen
  /** Number of likes of posts that this server does not have. */
  unknownLikes = 0

  constructor(media: ArchiveMedia, seen: PostsSeen) {
    this.#media = media
    this.#seen = seen
  }

  /** All counts, to be stored with the progress of a file. */
  get state(): TotalsState {
    const { plainReposts } = this.#seen
    return { media: this.#media.state, plainReposts, unknownLikes: this.unknownLikes }
  }

  /** Continues with the counts of an earlier run. */
  restore({ media, plainReposts, unknownLikes }: TotalsState): void {
    this.#media.restore(media)
    this.#seen.plainReposts = plainReposts
    this.unknownLikes = unknownLikes
  }
}

/** The counts, and the position in the reject file. The progress of a file contains both. */
export class SavedTotals implements SharedTotals {
  readonly #totals: ArchiveTotals
  readonly #rejects: RejectFile

  constructor(totals: ArchiveTotals, rejects: RejectFile) {
    this.#totals = totals
    this.#rejects = rejects
  }

  save(): string {
    return JSON.stringify({ ...this.#totals.state, rejects: this.#rejects.position })
  }

  restore(saved: string): void {
    const { rejects = NO_REJECTS, ...state } = JSON.parse(saved) as TotalsState & { rejects?: RejectPosition }
    this.#totals.restore(state)
    this.#rejects.moveTo(rejects)
  }
}
