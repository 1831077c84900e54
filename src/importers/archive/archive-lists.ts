/** Imports the files of a personal archive that contain lists, such as lists of posts or likes. */
import type { Context } from '../../domain/context.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { type ImportReport, importLines, type LineFormat, type PartOptions } from '../line-import.ts'
import { edgesOf, restrictionsOf } from './archive-edges.ts'
import type { ElementCounts } from './archive-manifest.ts'
import type { ArchivePart } from './archive-part.ts'
import type { ArchiveTally } from './archive-tally.ts'
import type { ArchiveTotals } from './archive-totals.ts'
import type { ArchiveMedia } from './media/archive-media.ts'
import { groupMessagesOf, messagesOf } from './messages/archive-conversations.ts'
import { likesOf } from './posts/archive-likes.ts'
import { postsOf } from './posts/archive-posts.ts'
import type { PreparedArchive } from './prepare-archive.ts'

/** Objects that the imports of all files of an archive share. */
export interface ArchiveTools extends PreparedArchive {
  readonly media: ArchiveMedia
  readonly tally: ArchiveTally
  readonly totals: ArchiveTotals
}

export interface ListOptions extends Omit<PartOptions, 'place' | 'onItem'> {
  /** Called with every post, including posts that an earlier run stored. */
  readonly onPosts?: ((posts: PostBundle) => void) | undefined
}

/**
 * Runs {@link importLines} for a file of an archive, leaving out private items. If the file cannot be read to its end,
 * the report names it.
 */
export async function importPart(
  context: Context,
  part: ArchivePart,
  tools: ArchiveTools,
  { onPosts, ...options }: ListOptions,
): Promise<ImportReport> {
  const { owner, screen, media, notes, groups, seen, tally, totals, counts } = tools
  let heldBack = 0
  const onHeld = () => {
    heldBack += 1
    counts.add(part, 1)
  }
  const onOther = (name: string) => tally.countNotKept(`${part.kind} (${name})`, 1)
  const run = async <Item extends object>(format: LineFormat<Item>, onItem?: (item: Item) => void) => {
    const { fault, ...report } = await importLines(context, counting(format, part, counts), part, {
      ...{ ...options, place: part.place },
      ...(onItem === undefined ? {} : { onItem }),
    })
    if (fault !== undefined) tally.fault(part, new FileUnreadable(fault))
    return report
  }
  switch (part.treatment) {
    case 'messages':
      return run(messagesOf(media.messages, onOther))
    case 'group_messages':
      if (groups === undefined) return NOTHING
      return run(groupMessagesOf(media.messages, groups, onOther))
    case 'followers':
    case 'following':
      return run(edgesOf(owner, part.treatment === 'followers'))
    case 'blocks':
    case 'mutes':
      return run(restrictionsOf(owner, part.treatment))
    case 'likes': {
      const before = totals.unknownLikes
      const report = await run(likesOf(owner, screen, onHeld, totals))
      const unknown = totals.unknownLikes - before
      tally.countNotKept(`${part.kind} (of posts that are not here)`, unknown)
      return { ...report, read: report.read + heldBack + unknown, heldBack }
    }
    default: {
      const report = await run(postsOf({ owner, screen, notes, seen, media: media.posts }, onHeld), onPosts)
      return { ...report, read: report.read + heldBack, heldBack }
    }
  }
}

/** The report of a list that the import does not store. */
const NOTHING: ImportReport = {
  ...{ read: 0, imported: 0, skipped: 0, rejected: 0 },
  ...{ rejects: undefined, repairs: [], resumedAfter: 0 },
}

/** The format, with a reader that also counts the elements of the file. */
function counting<Item>(
  format: LineFormat<Item>,
  part: ArchivePart,
  counts: ElementCounts,
): LineFormat<Item> {
  const { read } = format
  return {
    ...format,
    async *read(file, options) {
      for await (const lines of read(file, options)) {
        counts.add(part, lines.length)
        yield lines
      }
    },
  }
}
