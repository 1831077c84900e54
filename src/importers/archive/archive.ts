/**
 * `import archive` imports the archive that the owner of an account downloaded (spec/server.md#import). Each file of
 * the archive is a separate import, with separate progress and rejected objects.
 */
import { importFormerNames } from '../../domain/accounts/names/former-names.ts'
import type { Context } from '../../domain/context.ts'
import type { MediaTools } from '../../domain/media/tools.ts'
import { requireUsableClock } from '../usable-clock.ts'
import { manifestNotices } from './archive-manifest.ts'
import { postNotices } from './archive-notices.ts'
import { importOwner } from './archive-owner.ts'
import { type ArchiveReport, accountReport } from './archive-report.ts'
import { ArchiveTotals } from './archive-totals.ts'
import { importParts, type PartsOptions } from './import-parts.ts'
import type { InputFiles } from './input/input-files.ts'
import { ArchiveMedia } from './media/archive-media.ts'
import { withOwnPictures } from './media/profile-pictures.ts'
import { prepareArchive } from './prepare-archive.ts'
import { type ArchiveInput, openOneArchive } from './same-account.ts'

export interface ArchiveOptions extends PartsOptions {
  /** Folder of the archive inside the given path; required if the path contains several archives. */
  readonly root?: string | undefined
  /** Opened inputs that contain several archives. */
  readonly inputFiles?: InputFiles | undefined
  /** Media tools, which store media. */
  readonly media: MediaTools
  /** Scheme and host of the URLs of profile pictures. If they are missing, profile pictures are not imported. */
  readonly origin?: string
}

/**
 * Imports an archive: first the user with its profile, then the lists. Private data is not stored in the database, the
 * log or the reject files (docs/decisions/0046-private-parts-of-archives.md). If a file cannot be read to its end, the
 * report names the file, and the other files are imported (decision 0164).
 * @param archive a zip or tar file, or the directory with its extracted files; several paths are parts of one archive
 * @throws {FileUnreadable} when there is no readable account, or private posts cannot be recognised
 * @throws {ImportRunsElsewhere}
 * @throws {ClockUnusable}
 */
export async function importArchive(
  context: Context,
  archive: ArchiveInput,
  options: ArchiveOptions,
): Promise<ArchiveReport> {
  requireUsableClock(context.clock)
  await using source = await openOneArchive(archive, options.root, options.inputFiles)
  const prepared = await prepareArchive(source, options)
  const { owner, names, notes, seen, counts, privacy, repairs } = prepared
  const { parts, tally } = source
  const media = new ArchiveMedia({ ...context, media: options.media }, owner.id, source.media)
  await importOwner(context, await withOwnPictures(context, owner))
  await importFormerNames(context, owner.id, names)
  if (options.origin !== undefined) await media.importProfile(owner, options.origin)
  const totals = new ArchiveTotals(media, seen)
  const lists = await importParts(context, source, { ...prepared, tally, media, totals }, options)
  tally.countNotKept('note-tweet', notes.unjoined)
  tally.countNotKept('tweet-headers (posts without text)', seen.withoutText)
  media.countOthers(tally, privacy.isHeld)
  const notices = [
    ...(await privacy.noticesAfter(context.store)),
    ...postNotices(seen),
    ...(await manifestNotices(parts, counts, tally)),
  ]
  return {
    ...lists,
    ...media.reports,
    ...accountReport(repairs),
    ...{
      heldBack: tally.heldBack,
      notKept: tally.notKept,
      faults: [...tally.faults, ...media.faults],
      notices,
    },
  }
}
