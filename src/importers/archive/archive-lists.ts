/** Imports the lists of a personal archive. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { Context } from '../../domain/context.ts'
import { type ImportOptions, type ImportReport, importLines } from '../line-import.ts'
import { groupMessagesOf, messagesOf } from './archive-conversations.ts'
import { edgesOf, restrictionsOf } from './archive-edges.ts'
import type { ArchiveGroups } from './archive-groups.ts'
import type { ArchiveNotes } from './archive-notes.ts'
import { likesOf, postsOf } from './archive-posts.ts'
import type { PostScreen } from './archive-screen.ts'
import type { ArchivePart } from './archive-source.ts'
import type { ArchiveTally } from './archive-tally.ts'
import type { ArchiveMedia } from './media/archive-media.ts'

/** Shared by the imports of all files of an archive. */
export interface ArchiveTools {
  readonly owner: ImportedUser
  readonly screen: PostScreen
  readonly media: ArchiveMedia
  readonly notes: ArchiveNotes
  readonly groups: ArchiveGroups
  readonly tally: ArchiveTally
}

/** {@link importLines} for a file of an archive, without private items. */
export async function importPart(
  context: Context,
  part: ArchivePart,
  { owner, screen, media, notes, groups, tally }: ArchiveTools,
  options: ImportOptions,
): Promise<ImportReport> {
  const { treatment } = part
  const onOther = (name: string) => tally.countNotKept(`${part.kind} (${name})`, 1)
  if (treatment === 'messages')
    return importLines(context, messagesOf(media.messages, onOther), part, options)
  if (treatment === 'group_messages')
    return importLines(context, groupMessagesOf(media.messages, groups, onOther), part, options)
  if (treatment === 'followers' || treatment === 'following')
    return importLines(context, edgesOf(owner, treatment === 'followers'), part, options)
  if (treatment === 'blocks' || treatment === 'mutes')
    return importLines(context, restrictionsOf(owner, treatment), part, options)
  let heldBack = 0
  const onHeld = () => {
    heldBack += 1
  }
  const report =
    treatment === 'likes'
      ? await importLines(context, likesOf(owner, screen, onHeld), part, options)
      : await importLines(
          context,
          postsOf({ owner, screen, notes, media: media.posts }, onHeld),
          part,
          options,
        )
  return { ...report, read: report.read + heldBack, heldBack }
}
