/**
 * Imports the profile pictures of a personal archive into the blob store of this server (spec/users.md#pictures).
 */
import { changePicture } from '../../../domain/accounts/change-picture.ts'
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import type { ImportedUser } from '../../../domain/accounts/imported-user.ts'
import { hasPicture, type ProfilePicture } from '../../../domain/media/profile-use.ts'
import { UploadRefused } from '../../../domain/media/refused.ts'
import type { MediaContext } from '../../../domain/media/tools.ts'
import type { InnerFile } from '../../../files/lines.ts'
import { FileUnreadable } from '../../../files/unreadable.ts'
import { lastPartOf, type MediaFiles } from './media-files.ts'
import { MediaUploads, type PictureReport, shownFile } from './picture-report.ts'

const PICTURES = [
  ['image', 'imageUrl'],
  ['banner', 'bannerUrl'],
] as const satisfies readonly (readonly [ProfilePicture, string])[]

/**
 * Endings that a file name may have after the last part of the picture's URL. They are needed because URLs of banners
 * have no ending.
 */
const ENDINGS = ['', '.jpg', '.jpeg', '.png', '.gif']

/**
 * The owner, with the pictures that this server already has. An import does not replace these pictures.
 * @param owner the owner as described in the archive
 */
export async function withOwnPictures(
  { store }: Pick<MediaContext, 'store'>,
  owner: ImportedUser,
): Promise<ImportedUser> {
  const known = (await findFullUsers(store, [owner.id])).get(owner.id)?.profile
  if (known === undefined || owner.profile === undefined) return owner
  const own: { -readonly [Name in 'imageUrl' | 'bannerUrl']?: string | undefined } = {}
  for (const [picture, name] of PICTURES) {
    if (await hasPicture(store, { userId: owner.id, picture })) own[name] = known[name]
  }
  return { ...owner, profile: { ...owner.profile, ...own } }
}

/**
 * Imports the pictures that are in the archive and not on this server.
 * @param owner the owner as described in the archive, after the owner was imported
 * @param origin scheme and host for the URLs of pictures
 */
export async function importProfilePictures(
  context: MediaContext,
  owner: ImportedUser,
  files: MediaFiles,
  origin: string,
): Promise<PictureReport> {
  const results = new MediaUploads(context, owner.id)
  for (const [picture, name] of PICTURES) {
    const file = fileOf(files, owner.id, owner.profile?.[name])
    if (file === undefined) continue
    results.count('read')
    if (await hasPicture(context.store, { userId: owner.id, picture })) results.count('skipped')
    else await importPicture(context, { userId: owner.id, picture, origin }, file, results)
  }
  return results.report
}

async function importPicture(
  context: MediaContext,
  input: Parameters<typeof changePicture>[1],
  file: InnerFile,
  results: MediaUploads,
): Promise<void> {
  try {
    const staged = await context.media.staging.of(file.open())
    try {
      await changePicture(context, input, staged)
      results.count('imported')
    } finally {
      await staged.discard()
    }
  } catch (error) {
    if (!(error instanceof UploadRefused || error instanceof FileUnreadable)) throw error
    results.reject(`the picture ${shownFile(file.name)} cannot be imported: ${error.message}`, error)
  }
}

/** The file of a picture, found by its URL. The name of the file may begin with the id of the account. */
function fileOf(files: MediaFiles, ownerId: bigint, address: string | undefined): InnerFile | undefined {
  const last = lastPartOf(address ?? '')
  if (last === '') return undefined
  const names = ENDINGS.flatMap((ending) => [`${ownerId}-${last}${ending}`, `${last}${ending}`])
  const name = names.find((each) => files.find('profile', each) !== undefined)
  return name === undefined ? undefined : files.find('profile', name)
}
