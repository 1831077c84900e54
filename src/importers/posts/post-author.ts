/** Reads the author of a v1.1 post object (spec/odd-values.md#odd-values). */
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import type { ImportedAuthor, NamedAuthor } from '../../domain/posts/import/imported-post.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, InvalidItem, textIn } from '../json-fields.ts'
import { importedAuthorOf, repairUserFields } from '../user-object.ts'
import { noAuthor } from './author-fields.ts'

/** An author with an id; if the id is missing, an author with a name. */
export type AuthorOfPost = ImportedAuthor | NamedAuthor

/** The author for posts whose objects have no author, as in archives. */
export interface PostOwner {
  readonly author: ImportedAuthor
}

/**
 * The author in the object. If the object has none, the author is the owner of the file; without an owner, the user
 * whose id is in the field `user_id`.
 * @throws {InvalidItem} if there is no author
 */
export function authorIn(fields: Fields, owner: PostOwner | undefined, note: ReportFault): AuthorOfPost {
  const { user } = fields
  const isObject = typeof user === 'object' && user !== null && !Array.isArray(user)
  if (isObject) return authorOf(user as Fields, note)
  if (user !== undefined && user !== null) note('user', 'another type')
  if (owner !== undefined) return owner.author
  const id = idIn(fields, 'user_id')
  if (id === undefined)
    throw noAuthor(fields, 'there is no author; name the author of all posts with --author ID')
  return { id }
}

function authorOf(user: Fields, note: ReportFault): AuthorOfPost {
  const fields = repairUserFields(user, (path, fault) => note(`user.${path}`, fault))
  const screenName = fields['screen_name']
  const isName = typeof screenName === 'string' && SCREEN_NAME_PATTERN.test(screenName)
  const id = authorIdIn(user, isName, note)
  if (screenName !== undefined && !isName) note('user.screen_name', 'no user name')
  if (id !== undefined) {
    if (isName) return { id, readUser: () => importedAuthorOf(fields, id) }
    // The name and the profile are imported even if the screen name is invalid; `user_` and the id replace it.
    const hasMore = 'name' in fields || 'description' in fields
    if (!hasMore) return { id }
    return { id, readUser: () => importedAuthorOf({ ...fields, screen_name: `user_${id}` }, id) }
  }
  if (!isName) throw new InvalidItem('the author has no id')
  const name = textIn(fields, 'name')
  return { screenName, ...(name === undefined || name === '' ? {} : { name }) }
}

/** The id of an author. The id may be invalid if the author has a name. */
function authorIdIn(user: Fields, hasName: boolean, note: ReportFault): bigint | undefined {
  try {
    return idIn(user, 'id', (_, fault) => note('user.id', fault))
  } catch (error) {
    if (!(error instanceof InvalidItem) || !hasName) throw error
    note('user.id', 'no id')
    return undefined
  }
}
