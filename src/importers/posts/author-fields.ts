/** Fields of posts that contain or name an author. */
import { type Fields, InvalidItem } from '../json-fields.ts'

const AUTHOR_FIELDS = [
  ...['user', 'user_id', 'user_id_str', 'author', 'author_id', 'from_user', 'from_user_id', 'actor'],
  ...['username', 'screen_name'],
]

/** The name of a field that contains or names the author of a post; undefined if the post has no such field. */
export function authorFieldOf(fields: Fields): string | undefined {
  return AUTHOR_FIELDS.find((name) => !isEmpty(fields[name]))
}

/** True for a missing value. A flattened post of API v2 has an empty object if its author was not requested. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
}

/**
 * The error for a post in which no author was found. `--author` does not replace the author that a field names, even if
 * this form of post has no such field. The author of a single post may differ from the author of all posts.
 * @param advice the sentence for posts without any author
 */
export function noAuthor(fields: Fields, advice: string): InvalidItem {
  const name = authorFieldOf(fields)
  if (name === undefined) return new InvalidItem(advice)
  return new InvalidItem(
    `there is no author that can be read, only the field ${name}; without it, --author ID can name the author`,
  )
}
