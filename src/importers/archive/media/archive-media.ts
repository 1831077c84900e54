/** Imports all media of a personal archive (spec/archives.md#archive-media). */
import type { ImportedUser } from '../../../domain/accounts/imported-user.ts'
import type { MediaContext } from '../../../domain/media/tools.ts'
import type { FileNote } from '../../files/counts.ts'
import type { ArchiveTally } from '../archive-tally.ts'
import type { MediaFiles } from './media-files.ts'
import { MessagePictures } from './message-pictures.ts'
import type { PictureReport } from './picture-report.ts'
import { ArchivePostMedia, type PostMediaReport } from './post-media.ts'
import { importProfilePictures } from './profile-pictures.ts'

/** Reports by use of the media; a report is undefined if there are no such media. */
export interface MediaReports {
  /** Results of the media of messages. */
  readonly pictures?: PictureReport
  /** Results of the media of posts. */
  readonly media?: PostMediaReport
  readonly profilePictures?: PictureReport
}

/** All results, including uses that have no media. */
export interface MediaState {
  readonly messages: PictureReport
  readonly posts: PostMediaReport
  readonly profile?: PictureReport | undefined
}

export class ArchiveMedia {
  readonly messages: MessagePictures
  readonly posts: ArchivePostMedia
  readonly #context: MediaContext
  readonly #files: MediaFiles
  #profile: PictureReport | undefined

  /** @param ownerId the owner of the archive */
  constructor(context: MediaContext, ownerId: bigint, files: MediaFiles) {
    this.#context = context
    this.#files = files
    this.messages = new MessagePictures(context, ownerId, files)
    this.posts = new ArchivePostMedia(context, ownerId, files)
  }

  /** Imports the pictures of the profile. @param origin scheme and host for the URLs of the pictures */
  async importProfile(owner: ImportedUser, origin: string): Promise<void> {
    this.#profile = await importProfilePictures(this.#context, owner, this.#files, origin)
  }

  /** The results so far; they are stored with the progress of a file. */
  get state(): MediaState {
    return { messages: this.messages.report, posts: this.posts.report, profile: this.#profile }
  }

  /** Continues with the results of an earlier run. */
  restore({ messages, posts, profile }: MediaState): void {
    this.messages.restore(messages)
    this.posts.restore(posts)
    this.#profile = profile
  }

  /** The results to report after the import. */
  get reports(): MediaReports {
    const { messages, posts } = this
    return {
      ...(messages.report.read === 0 ? {} : { pictures: messages.report }),
      ...(posts.report.read === 0 ? {} : { media: posts.report }),
      ...(this.#profile === undefined || this.#profile.read === 0 ? {} : { profilePictures: this.#profile }),
    }
  }

  /** One note for each use that has corrupt files, with the number of corrupt files. */
  get faults(): readonly FileNote[] {
    const { pictures, media, profilePictures } = this.reports
    const uses = [
      ['pictures and videos of posts', media],
      ['pictures of messages', pictures],
      ['pictures of the profile', profilePictures],
    ] as const
    return uses.flatMap(([place, report]) => {
      const { corrupt = 0 } = report ?? {}
      return corrupt === 0 ? [] : [{ place, reason: `corrupt files in the archive: ${corrupt}` }]
    })
  }

  /**
   * Counts the media files that nothing refers to. @param isHeld returns true for the id of a post that is held back
   */
  countOthers(tally: ArchiveTally, isHeld: (id: bigint) => boolean): void {
    this.#files.countOthers(tally, isHeld)
  }
}
