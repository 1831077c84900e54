/**
 * `import archive`: the archive that a user downloads of the own account (spec/server.md#import). Each of its files is a separate
 * import, with its own progress and rejects.
 */
import type { Context } from '../../domain/context.ts'
import type { MediaTools } from '../../domain/media/tools.ts'
import type { ImportOptions, ImportReport } from '../line-import.ts'
import { LineRepairs } from '../repairs.ts'
import { groupsIn } from './archive-groups.ts'
import { importPart } from './archive-lists.ts'
import { notesIn } from './archive-notes.ts'
import type { PrivacyOptions } from './archive-notices.ts'
import { importOwner, ownerOf } from './archive-owner.ts'
import { privacyOf } from './archive-privacy.ts'
import { type ArchiveReport, accountReport, type ReportedKind, sumOf } from './archive-report.ts'
import { type ArchivePart, openArchive } from './archive-source.ts'
import { ArchiveMedia } from './media/archive-media.ts'
import { withOwnPictures } from './media/profile-pictures.ts'

export interface ArchiveOptions extends ImportOptions, PrivacyOptions {
  /** Folder of the archive in the path, if that has several. */
  readonly root?: string | undefined
  /** Stores media. */
  readonly media: MediaTools
  /** Scheme and host for the addresses of profile pictures; without it, those pictures are not imported. */
  readonly origin?: string
  /** Called once with the total of bytes, before the import. */
  readonly onSize?: (bytes: number) => void
}

/** The order of the import: likes need posts. */
const ORDER = [
  'posts',
  'following',
  'followers',
  'blocks',
  'mutes',
  'likes',
  'messages',
  'group_messages',
] as const satisfies readonly ReportedKind[]

/**
 * Imports an archive: the user with its profile, then its lists. Private data gets into neither the database nor the log nor the
 * reject files (docs/decisions/0046-private-parts-of-archives.md).
 * @param path a zip file, or the directory that it was extracted to
 * @throws {FileUnreadable} @throws {ImportRunsElsewhere}
 */
export async function importArchive(
  context: Context,
  path: string,
  { data, media: tools, origin, root, onBytes, onSize, ...known }: ArchiveOptions,
): Promise<ArchiveReport> {
  await using archive = await openArchive(path, root)
  const repairs = new LineRepairs()
  const { tally } = archive
  const described = await ownerOf(archive.parts, repairs.note)
  const privacy = await privacyOf(archive, known)
  const { screen } = privacy
  // An import protects an account, but never makes it public: it may be protected on this server already.
  const owner = privacy.isProtected ? { ...described, isProtected: true } : described
  const media = new ArchiveMedia({ ...context, media: tools }, owner.id, archive.media)
  const notes = await notesIn(archive.parts)
  const groups = await groupsIn(archive.parts, owner.id)
  const parts = inOrder(archive.parts)
  onSize?.(parts.reduce((sum, { size }) => sum + size, 0))
  await importOwner(context, await withOwnPictures(context, owner))
  if (origin !== undefined) await media.importProfile(owner, origin)
  const kinds: { -readonly [Kind in ReportedKind]?: ImportReport } = {}
  let done = 0
  for (const part of parts) {
    const before = done
    const options = {
      data,
      ...(onBytes === undefined ? {} : { onBytes: (bytes: number) => onBytes(before + bytes) }),
    }
    const result = await importPart(context, part, { owner, screen, media, notes, groups, tally }, options)
    const kind = part.treatment as ReportedKind
    kinds[kind] = sumOf(kinds[kind], result)
    done += part.size
    onBytes?.(done)
  }
  tally.countNotKept('note-tweet', notes.unjoined)
  media.countOthers(tally, privacy.isHeld)
  return {
    kinds,
    ...media.reports,
    ...accountReport(repairs),
    heldBack: tally.heldBack,
    notKept: tally.notKept,
    notices: await privacy.noticesAfter(context.store),
  }
}

function inOrder(parts: readonly ArchivePart[]): readonly ArchivePart[] {
  return ORDER.flatMap((kind) => parts.filter(({ treatment }) => treatment === kind))
}
