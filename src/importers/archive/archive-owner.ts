/** Whose archive it is: its `account.js` and `profile.js`. */
import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { NO_PROFILE, type Profile } from '../../domain/accounts/profile.ts'
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { type Fields, fieldsOf, idIn, Misfit, objectIn, textIn } from '../json-fields.ts'
import { assignedValuesOf } from '../json-values.ts'
import { FileUnreadable } from '../lines.ts'
import { ARCHIVE_ACCOUNT, ARCHIVE_PROFILE } from './archive-schema.ts'
import type { ArchivePart } from './archive-source.ts'

/**
 * The user of an archive.
 * @param note is told of parts of the account and its profile that are none, and were left out
 * @throws {FileUnreadable} when its account is not told as it should be
 */
export async function ownerOf(parts: readonly ArchivePart[], note: ReportFault): Promise<ImportedUser> {
  const account = await firstOf(parts, 'account')
  if (account === undefined)
    throw new FileUnreadable('the account.js of the archive is empty; get the archive again')
  const profile = await firstOf(parts, 'profile')
  try {
    return userOf(account, profile, note)
  } catch (error) {
    if (error instanceof Misfit)
      throw new FileUnreadable(`the account of the archive is not readable: ${error.message}`)
    throw error
  }
}

function userOf(given: Fields, profile: Fields | undefined, note: ReportFault): ImportedUser {
  const account = repaired(ARCHIVE_ACCOUNT, given, (path, fault) => note(`account.${path}`, fault)) as Fields
  const id = idIn(account, 'accountId')
  const screenName = textIn(account, 'username')
  if (id === undefined || screenName === undefined || !SCREEN_NAME_PATTERN.test(screenName)) {
    throw new Misfit('there is no accountId, or no username')
  }
  const name = textIn(account, 'accountDisplayName')
  const createdAt = readIsoTime(textIn(account, 'createdAt') ?? '')
  return {
    id,
    screenName,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(profile === undefined ? {} : { profile: profileOf(profile, note) }),
  }
}

function profileOf(given: Fields, note: ReportFault): Profile {
  const fields = repaired(ARCHIVE_PROFILE, given, (path, fault) => note(`profile.${path}`, fault)) as Fields
  const description = objectIn(fields, 'description') ?? {}
  const website = textIn(description, 'website') ?? ''
  return {
    ...NO_PROFILE,
    description: textIn(description, 'bio') ?? '',
    location: textIn(description, 'location') ?? '',
    link: website === '' ? undefined : { url: website, expanded_url: website },
    imageUrl: textIn(fields, 'avatarMediaUrl'),
    bannerUrl: textIn(fields, 'headerMediaUrl'),
  }
}

/** The one object of that kind. */
async function firstOf(
  parts: readonly ArchivePart[],
  kind: 'account' | 'profile',
): Promise<Fields | undefined> {
  const part = parts.find((other) => other.treatment === kind)
  if (part === undefined) return undefined
  for await (const [first] of assignedValuesOf(part)) {
    if (first === undefined) continue
    if (first.isGarbled === true)
      throw new FileUnreadable(`${part.name} is not in UTF-8; get the archive again`)
    try {
      return innerOf(fieldsOf(first.text), kind)
    } catch (error) {
      if (error instanceof Misfit) throw new FileUnreadable(`${part.name} is not readable: ${error.message}`)
      throw error
    }
  }
  return undefined
}

/** Elements are objects of one field, named as the kind. @throws {Misfit} */
export function innerOf(fields: Fields, name: string): Fields {
  return objectIn(fields, name) ?? fields
}
