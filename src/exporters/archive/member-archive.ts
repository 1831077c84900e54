/**
 * The archive of a user contains the texts, media and relations of that user, in the form that `import archive` reads
 * (spec/pages.md#archive). Everything is read page by page while the archive is written, so memory does not limit the
 * size of the archive.
 */
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { Refusal } from '../../domain/context.ts'
import { accountFiles, profilePictureFiles } from './archive-account.ts'
import type { ArchiveFile } from './archive-file.ts'
import { messageFiles, messageMediaFiles } from './archive-messages.ts'
import { peopleFiles } from './archive-people.ts'
import { postMediaFiles, postsFile } from './archive-posts.ts'
import type { ArchiveSource } from './archive-source.ts'

/** The files of the archive of a user, in order. @throws {Refusal} `user-not-found` */
export async function* memberArchive(source: ArchiveSource, userId: bigint): AsyncGenerator<ArchiveFile> {
  const user = (await findFullUsers(source.store, [userId])).get(userId)
  if (user === undefined) throw new Refusal('user-not-found', `there is no user with the id ${userId}`)
  yield* await accountFiles(source, user)
  yield* profilePictureFiles(source, user)
  yield postsFile(source, userId)
  yield* postMediaFiles(source, userId)
  yield* peopleFiles(source, userId)
  yield* messageFiles(source, userId)
  yield* messageMediaFiles(source, userId)
}
