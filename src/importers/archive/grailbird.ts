/**
 * Reads archives from the years 2012 to 2019. These archives have a file for each month, and the owner is in
 * `user_details.js` (spec/archives.md#grailbird).
 */
import { assignedValuesOf } from '../../files/json-values.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { Fields } from '../json-fields.ts'
import { readRecordedDate } from '../recorded-date.ts'
import type { ArchivePart } from './archive-part.ts'
import { elementOf } from './archive-screen.ts'

/**
 * The owner of such an archive, in the form of `account.js` and `profile.js`; undefined if the file has another form.
 */
export function ownerOfDetails(
  details: Fields,
): { readonly account: Fields; readonly profile: Fields } | undefined {
  const { id, screen_name, full_name, created_at, bio, location, url, expanded_url } = details
  if (screen_name === undefined) return undefined
  const time = typeof created_at === 'string' ? readRecordedDate(created_at, () => undefined) : undefined
  return {
    account: {
      accountId: id,
      username: screen_name,
      accountDisplayName: full_name,
      ...(time === undefined ? {} : { createdAt: new Date(time).toISOString() }),
    },
    profile: {
      description: { bio, location, website: url, expandedWebsite: expanded_url },
    },
  }
}

/**
 * The protection of the account, according to the posts of such an archive. The account counts as protected if no month
 * is readable. Undefined for other archives.
 */
export async function protectionInMonths(
  parts: readonly ArchivePart[],
): Promise<'protected' | 'public' | undefined> {
  let found: 'public' | undefined
  let isUnreadable = false
  for (const part of parts.filter(({ kind }) => MONTH.test(kind))) {
    try {
      const isProtected = await isProtectedIn(part)
      if (isProtected === true) return 'protected'
      if (isProtected === false) found = 'public'
    } catch (error) {
      // The import of the month reports the error.
      if (!(error instanceof FileUnreadable)) throw error
      isUnreadable = true
    }
  }
  return found ?? (isUnreadable ? 'protected' : undefined)
}

const MONTH = /^tweets-\d{4}-\d\d$/

/** All posts of an archive have equal user data, so the first post of a month is enough. */
async function isProtectedIn(part: ArchivePart): Promise<boolean | undefined> {
  for await (const [first] of assignedValuesOf(part)) {
    const user = first && elementOf(first.text)?.['user']
    if (typeof user !== 'object' || user === null || !('protected' in user)) return undefined
    return user.protected === true || user.protected === 'true'
  }
  return undefined
}
