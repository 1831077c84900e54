/** Reads the parts of a personal archive that are needed before the import writes anything. */

import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import type { FormerName } from '../../domain/accounts/names/former-names.ts'
import { LineRepairs } from '../repairs.ts'
import { ElementCounts } from './archive-manifest.ts'
import { formerNamesIn } from './archive-names.ts'
import type { PrivacyOptions } from './archive-notices.ts'
import { ownerOf } from './archive-owner.ts'
import { type ArchivePrivacy, privacyOf } from './archive-privacy.ts'
import type { PostScreen } from './archive-screen.ts'
import type { ArchiveSource } from './archive-source.ts'
import { type ArchiveGroups, groupsIn } from './messages/archive-groups.ts'
import { type ArchiveNotes, notesIn } from './posts/archive-notes.ts'
import { PostsSeen } from './posts/archive-posts-seen.ts'

export interface PreparedArchive {
  readonly owner: ImportedUser
  /** Former names of the owner. */
  readonly names: readonly FormerName[]
  readonly privacy: ArchivePrivacy
  readonly screen: PostScreen
  readonly notes: ArchiveNotes
  /** Undefined if the files of group messages cannot be read to their end. */
  readonly groups: ArchiveGroups | undefined
  readonly seen: PostsSeen
  /** Numbers of elements that were read so far. */
  readonly counts: ElementCounts
  /** Repairs of the account and its profile. */
  readonly repairs: LineRepairs
}

/** @throws {FileUnreadable} when the account is not readable, or when private posts could not be recognised */
export async function prepareArchive(
  archive: Pick<ArchiveSource, 'parts' | 'tally'>,
  options: PrivacyOptions,
): Promise<PreparedArchive> {
  const { parts, tally } = archive
  const [repairs, counts] = [new LineRepairs(), new ElementCounts()]
  const described = await ownerOf(parts, repairs.note, tally)
  const privacy = await privacyOf(archive, options, counts)
  // An import can protect an account but never makes an account public, because this server may already protect the
  // account.
  const owner = privacy.isProtected ? { ...described, isProtected: true } : described
  return {
    owner,
    names: await formerNamesIn(parts, tally, counts),
    privacy,
    screen: privacy.screen,
    notes: await notesIn(parts, tally),
    groups: await groupsIn(parts, owner.id, tally),
    seen: new PostsSeen(privacy.headers),
    counts,
    repairs,
  }
}
