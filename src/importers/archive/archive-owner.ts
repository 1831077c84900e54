/**
 * Reads the owner of an archive from `account.js` and `profile.js`, or from the manifest if `account.js` is missing.
 */
import { importUsers } from '../../domain/accounts/import-users.ts'
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { NO_PROFILE, type Profile } from '../../domain/accounts/profile.ts'
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import type { Context } from '../../domain/context.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { idIn, validIdIn } from '../id-fields.ts'
import { type Fields, InvalidItem, objectIn, textIn } from '../json-fields.ts'
import { accountInManifest } from './archive-manifest.ts'
import type { ArchivePart } from './archive-part.ts'
import { ARCHIVE_ACCOUNT, ARCHIVE_PROFILE } from './archive-schema.ts'
import { type FaultTally, firstOf } from './first-element.ts'
import { ownerOfDetails } from './grailbird.ts'

/**
 * The user of an archive. If there are several inputs, the user comes from the newest input.
 * @param note called for each invalid part of the account or of the profile; the import drops this part
 * @param tally receives the names of unreadable files; an unreadable account file is allowed only if the manifest has
 *   the account
 * @throws {FileUnreadable} when the account is missing or invalid
 */
export async function ownerOf(
  parts: readonly ArchivePart[],
  note: ReportFault,
  tally: FaultTally,
): Promise<ImportedUser> {
  const unreadable: FileUnreadable[] = []
  const found = await firstOf(parts, 'account', {
    fault(part, error) {
      unreadable.push(error)
      tally.fault(part, error)
    },
  })
  const details = found && ownerOfDetails(found)
  const account = details?.account ?? found ?? (await accountInManifest(parts))
  if (account === undefined)
    throw (
      unreadable[0] ??
      new FileUnreadable(
        'the account.js of the archive is empty or missing, and its manifest.js names no account; get the archive again',
      )
    )
  const profile = (await firstOf(parts, 'profile', tally)) ?? details?.profile
  const verified = await firstOf(parts, 'verified', tally)
  try {
    return userOf(account, profile, note, verified?.['verified'] === true)
  } catch (error) {
    if (error instanceof InvalidItem)
      throw new FileUnreadable(`the account of the archive is not readable: ${error.message}`)
    throw error
  }
}

function userOf(
  given: Fields,
  profile: Fields | undefined,
  note: ReportFault,
  isVerified: boolean,
): ImportedUser {
  const account = repaired(ARCHIVE_ACCOUNT, given, (path, fault) => note(`account.${path}`, fault)) as Fields
  const id = idIn(account, 'accountId')
  const screenName = textIn(account, 'username')
  if (id === undefined || screenName === undefined || !SCREEN_NAME_PATTERN.test(screenName)) {
    throw new InvalidItem('there is no accountId, or no username')
  }
  const name = textIn(account, 'accountDisplayName')
  const createdAt = readIsoTime(textIn(account, 'createdAt') ?? '')
  return {
    id,
    screenName,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(profile === undefined ? {} : { profile: { ...profileOf(profile, note), isVerified } }),
  }
}

function profileOf(given: Fields, note: ReportFault): Profile {
  const fields = repaired(ARCHIVE_PROFILE, given, (path, fault) => note(`profile.${path}`, fault)) as Fields
  const description = objectIn(fields, 'description') ?? {}
  const website = textIn(description, 'website') ?? ''
  const expanded = textIn(description, 'expandedWebsite') ?? website
  return {
    ...NO_PROFILE,
    description: textIn(description, 'bio') ?? '',
    location: textIn(description, 'location') ?? '',
    link: website === '' ? undefined : { url: website, expanded_url: expanded },
    imageUrl: textIn(fields, 'avatarMediaUrl'),
    bannerUrl: textIn(fields, 'headerMediaUrl'),
  }
}

/** Creates or updates the owner. @throws {FileUnreadable} when the account cannot be imported */
export async function importOwner(context: Context, owner: ImportedUser): Promise<void> {
  const { refused } = await importUsers(context, [owner], async () => undefined, 'refuse')
  const [fault] = refused
  if (fault !== undefined)
    throw new FileUnreadable(`the account of the archive cannot be imported: ${fault.reason}`)
}

/** The object in the field of this name; the element itself if it lacks the field. @throws {InvalidItem} */
export function innerOf(fields: Fields, name: string): Fields {
  return objectIn(fields, name) ?? fields
}

/**
 * A post from before 2019, without the data about the owner that the post contains, because other files of the archive
 * have better data about the owner.
 */
export function withoutOwner(post: Fields, ownerId: bigint): Fields {
  const user = objectIn(post, 'user')
  if (user === undefined || validIdIn(user, 'id') !== ownerId) return post
  const { user: _, ...others } = post
  return others
}
