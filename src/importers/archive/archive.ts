/**
 * `import archive`: the archive that a user downloads of the own account (spec/server.md#import). Each of its files is a separate
 * import, with its own progress and rejects.
 */
import type { Context } from '../../domain/context.ts'
import type { MediaTools } from '../../domain/media/tools.ts'
import type { ImportOptions, ImportReport } from '../line-import.ts'
import { counted, LineRepairs, sumOfRepairs } from '../repairs.ts'
import { groupsIn } from './archive-groups.ts'
import type { ArchiveKind } from './archive-kinds.ts'
import { importPart } from './archive-lists.ts'
import { notesIn } from './archive-notes.ts'
import type { PrivacyOptions } from './archive-notices.ts'
import { importOwner, ownerOf } from './archive-owner.ts'
import { ArchivePictures, type PictureReport } from './archive-pictures.ts'
import { privacyOf } from './archive-privacy.ts'
import { type ArchivePart, openArchive } from './archive-source.ts'
import type { Counts } from './archive-tally.ts'

export interface ArchiveReport {
  /** Reports by kind, for the kinds in the archive. */
  readonly kinds: { readonly [Kind in ReportedKind]?: ImportReport }
  /** Report of the pictures of messages; undefined without pictures. */
  readonly pictures?: PictureReport
  /** Private elements or files, by file name; nothing of them is stored. */
  readonly heldBack: Counts
  /** Elements or files that this server has no place for, by file name. */
  readonly notKept: Counts
  /** Sentences for the owner. */
  readonly notices: readonly string[]
  /** Report of the account and its profile, if anything in them was repaired. */
  readonly account?: ImportReport
}
export type ReportedKind = Exclude<ArchiveKind, 'account' | 'profile' | 'protection' | 'notes'>

export interface ArchiveOptions extends ImportOptions, PrivacyOptions {
  /** Folder of the archive in the path, if that has several. */
  readonly root?: string | undefined
  /** Stores pictures of messages. */
  readonly media: MediaTools
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
  { data, media, root, onBytes, onSize, ...known }: ArchiveOptions,
): Promise<ArchiveReport> {
  await using archive = await openArchive(path, root)
  const repairs = new LineRepairs()
  const { tally } = archive
  const described = await ownerOf(archive.parts, repairs.note)
  const privacy = await privacyOf(archive, known)
  const { screen } = privacy
  // An import protects an account, but never makes it public: it may be protected on this server already.
  const owner = privacy.isProtected ? { ...described, isProtected: true } : described
  const pictures = new ArchivePictures({ ...context, media }, owner.id, archive.pictures)
  const notes = await notesIn(archive.parts)
  const groups = await groupsIn(archive.parts, owner.id, tally)
  const parts = inOrder(archive.parts)
  onSize?.(parts.reduce((sum, { size }) => sum + size, 0))
  await importOwner(context, owner)
  const kinds: { -readonly [Kind in ReportedKind]?: ImportReport } = {}
  let done = 0
  for (const part of parts) {
    const before = done
    const options = {
      data,
      ...(onBytes === undefined ? {} : { onBytes: (bytes: number) => onBytes(before + bytes) }),
    }
    const result = await importPart(context, part, { owner, screen, pictures, notes, groups, tally }, options)
    const kind = part.treatment as ReportedKind
    kinds[kind] = sumOf(kinds[kind], result)
    done += part.size
    onBytes?.(done)
  }
  tally.countNotKept('note-tweet', notes.unjoined)
  return {
    kinds,
    ...(pictures.report.read === 0 ? {} : { pictures: pictures.report }),
    ...(repairs.parts.length === 0 ? {} : { account: accountReport(repairs) }),
    heldBack: tally.heldBack,
    notKept: tally.notKept,
    notices: await privacy.noticesAfter(context.store),
  }
}

function inOrder(parts: readonly ArchivePart[]): readonly ArchivePart[] {
  return ORDER.flatMap((kind) => parts.filter(({ treatment }) => treatment === kind))
}

function accountReport({ parts }: LineRepairs): ImportReport {
  const repairs = counted([], 1, parts)
  return { read: 1, imported: 1, skipped: 0, rejected: 0, rejects: undefined, repairs, resumedAfter: 0 }
}

/** The sum of two reports of a kind, with the reject file of the first. */
function sumOf(one: ImportReport | undefined, other: ImportReport): ImportReport {
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
