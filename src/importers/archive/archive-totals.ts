/**
 * Counts of an archive import that do not belong to a line. The progress of each file stores the totals so far, so that the report of
 * an interrupted import covers all runs (docs/decisions/0113-one-report-of-several-runs.md).
 */
import type { ArchiveMedia, MediaState } from './media/archive-media.ts'
import type { PostsSeen } from './posts/archive-posts-seen.ts'

interface State {
  readonly media: MediaState
  readonly plainReposts: number
  readonly unknownLikes: number
}

export class ArchiveTotals {
  readonly #media: ArchiveMedia
  readonly #seen: PostsSeen
  /** Likes of posts that are not here. */
  unknownLikes = 0

  constructor(media: ArchiveMedia, seen: PostsSeen) {
    this.#media = media
    this.#seen = seen
  }

  /** All counts, for the progress of a file. */
  save(): string {
    const { plainReposts } = this.#seen
    const state: State = { media: this.#media.state, plainReposts, unknownLikes: this.unknownLikes }
    return JSON.stringify(state)
  }

  /** Continues with the counts of an earlier run. @param saved a result of {@link save} */
  restore(saved: string): void {
    const { media, plainReposts, unknownLikes } = JSON.parse(saved) as State
    this.#media.restore(media)
    this.#seen.plainReposts = plainReposts
    this.unknownLikes = unknownLikes
  }
}
