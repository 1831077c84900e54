/**
 * Recognises the names of columns and fields that contain ids, in tables and objects (spec/data-files.md#tables and
 * spec/id-lists.md#accepted-forms).
 */
import type { IdSubject } from './parse-id.ts'

/**
 * Names of columns with ids, normalized by {@link normalizedName}. Names at the beginning of the list take precedence.
 */
export const ID_NAMES: Readonly<Record<IdSubject, readonly string[]>> = {
  tweets: [
    ...['tweetidstr', 'statusidstr', 'postidstr', 'tweetid', 'statusid', 'postid', 'twitterid'],
    ...['idstr', 'id', 'tweetids', 'statusids', 'postids', 'ids', 'tweets', 'statuses'],
  ],
  users: [
    ...['useridstr', 'authoridstr', 'fromuseridstr', 'userid', 'authorid', 'fromuserid', 'accountid'],
    ...['user.idstr', 'author.idstr', 'user.id', 'author.id', 'userids', 'accountids'],
    ...['idstr', 'id', 'ids', 'users', 'accounts'],
  ],
}

/** Names of columns with post URLs; if the id column is rounded, the id is read from the URL. */
export const LINK_NAMES: readonly string[] = ['tweeturl', 'statusurl', 'permalink', 'url', 'link']

/**
 * `POST_MARKS` has names of columns that only tables of posts have. `USER_MARKS` has names of columns that, together
 * with a column `description`, show a table of users if the table has no column of `POST_MARKS`. The marks determine
 * whether the column `id` has ids of posts or of users.
 */
const POST_MARKS = new Set(['text', 'fulltext', 'tweet', 'tweettext', 'content', 'rawcontent', 'body'])
const USER_MARKS = new Set(['screenname', 'username'])

/** The name in lower case, without blanks, underscores and hyphens. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** Index of the column with the ids; -1 if no name is recognised. */
export function idColumnOf(names: readonly string[], subject: IdSubject): number {
  const normalized = names.map(normalizedName)
  const first = ID_NAMES[subject].find((name) => normalized.includes(name))
  const index = first === undefined ? -1 : normalized.indexOf(first)
  if (index < 0 || !/^ids?(?:str)?$/.test(normalized[index] ?? '')) return index
  return isOfOtherSubject(normalized, subject) ? -1 : index
}

/** True when the column `id` of a table has ids of the other subject (posts or users). */
function isOfOtherSubject(normalized: readonly string[], subject: IdSubject): boolean {
  const isOfPosts = normalized.some((name) => POST_MARKS.has(name))
  if (subject === 'users') return isOfPosts
  return !isOfPosts && normalized.includes('description') && normalized.some((name) => USER_MARKS.has(name))
}

/** True when a cell of a row is a known column name, so that the row is a header. */
export function hasKnownName(cells: readonly string[]): boolean {
  return cells.some((cell) => {
    const name = normalizedName(cell)
    return ID_NAMES.tweets.includes(name) || ID_NAMES.users.includes(name) || LINK_NAMES.includes(name)
  })
}
