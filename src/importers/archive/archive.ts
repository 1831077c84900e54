/**
 * `import archive`: the archive that a user downloads of the own account (spec/server.md#import). Each of its files is a separate
 * import, with its own progress and rejects.
 */
import { importFormerNames } from '../../domain/accounts/names/former-names.ts'
import type { Context } from '../../domain/context.ts'
import type { MediaTools } from '../../domain/media/tools.ts'
import { linkVersions } from '../../domain/posts/import/link-versions.ts'
import type { ImportOptions } from '../line-import.ts'
import { type ArchiveTools, importPart } from './archive-lists.ts'
import { manifestNotices } from './archive-manifest.ts'
import { type PrivacyOptions, postNotices } from './archive-notices.ts'
import { importOwner } from './archive-owner.ts'
import { type ArchiveReport, accountReport, type ReportedKind, sumOf } from './archive-report.ts'
import { type ArchiveSource, openArchive } from './archive-source.ts'
import { ArchiveMedia } from './media/archive-media.ts'
import { withOwnPictures } from './media/profile-pictures.ts'
import { prepareArchive } from './prepare-archive.ts'
import { requireOneAccount } from './same-account.ts'

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
 * @param path a zip file, or the directory that it was extracted to; several ones are parts of one archive
 * @throws {FileUnreadable} @throws {ImportRunsElsewhere}
 */
export async function importArchive(
  context: Context,
  path: string | readonly string[],
  options: ArchiveOptions,
): Promise<ArchiveReport> {
  const paths = [path].flat()
  await requireOneAccount(paths, options.root)
  await using archive = await openArchive(paths, options.root)
  const prepared = await prepareArchive(archive, options)
  const { owner, names, notes, seen, counts, privacy, repairs } = prepared
  const { parts, tally } = archive
  const media = new ArchiveMedia({ ...context, media: options.media }, owner.id, archive.media)
  await importOwner(context, await withOwnPictures(context, owner))
  await importFormerNames(context, owner.id, names)
  if (options.origin !== undefined) await media.importProfile(owner, options.origin)
  const kinds = await importParts(context, archive, { ...prepared, tally, media }, options)
  tally.countNotKept('note-tweet', notes.unjoined)
  tally.countNotKept('tweet-headers (posts without text)', seen.withoutText)
  media.countOthers(tally, privacy.isHeld)
  return {
    kinds,
    ...media.reports,
    ...accountReport(repairs),
    heldBack: tally.heldBack,
    notKept: tally.notKept,
    notices: [
      ...(await privacy.noticesAfter(context.store)),
      ...postNotices(seen),
      ...(await manifestNotices(parts, counts)),
    ],
  }
}

async function importParts(
  context: Context,
  archive: ArchiveSource,
  tools: ArchiveTools,
  { data, onBytes, onSize }: ArchiveOptions,
): Promise<ArchiveReport['kinds']> {
  const parts = inOrder(archive.parts)
  onSize?.(parts.reduce((sum, { size }) => sum + size, 0))
  const kinds: { -readonly [Kind in ReportedKind]?: ArchiveReport['kinds'][Kind] } = {}
  const posts = parts.filter(({ treatment }) => treatment === 'posts')
  let done = 0
  for (const [index, part] of parts.entries()) {
    const before = done
    const progress = onBytes === undefined ? {} : { onBytes: (bytes: number) => onBytes(before + bytes) }
    const result = await importPart(context, part, tools, { data, ...progress })
    const kind = part.treatment as ReportedKind
    kinds[kind] = sumOf(kinds[kind], result)
    done += part.size
    onBytes?.(done)
    // Likes belong to the first version of a post.
    if (index === posts.length - 1) await linkVersions(context, tools.owner.id, tools.seen.chains)
  }
  return kinds
}

function inOrder(parts: ArchiveSource['parts']): ArchiveSource['parts'] {
  return ORDER.flatMap((kind) => parts.filter(({ treatment }) => treatment === kind))
}
