/** Finds the columns of tables of posts and users, by their normalized names (spec/data-files.md#tables). */
import type { TableRow } from '../../items.ts'

/** Possible columns for each meaning. The first column that has a value is read. */
export const COLUMNS = {
  // A column `id` can contain the numbers of the rows.
  id: ['tweetid', 'statusid', 'idstr', 'id', 'twitterid'],
  text: ['text', 'fulltext', 'tweet', 'tweettext', 'content', 'rawcontent', 'body'],
  time: ['createdat', 'timestamp', 'time', 'date', 'tweettime', 'postedtime', 'publishdate'],
  authorId: [
    'authorid',
    'userid',
    'useridstr',
    'fromuserid',
    'fromuseridstr',
    'author.id',
    'externalauthorid',
  ],
  authorName: [
    ...['screenname', 'userscreenname', 'fromuser', 'fromusername', 'author.username', 'username', 'user'],
    'author',
  ],
  displayName: ['fromuserrealname', 'author.name', 'displayname', 'userdisplayname', 'name'],
  authorDescription: [
    ...['userdescription', 'fromuserdescription', 'author.description', 'userprofiledescription'],
  ],
  authorLocation: ['userreportedlocation'],
  authorUrl: ['userprofileurl'],
  authorCreatedAt: [
    ...['usercreatedat', 'fromusercreatedat', 'userjoindate', 'author.createdat', 'accountcreationdate'],
  ],
  permalink: ['tweeturl', 'statusurl', 'url', 'link', 'permalink'],
  lang: ['lang', 'language', 'twitterlang', 'tweetlanguage'],
  source: ['source', 'sourcelabel', 'tweetclientname'],
  reposts: ['retweetcount', 'retweets', 'retweetscount', 'nretweets'],
  likes: ['favoritecount', 'favouritecount', 'likecount', 'likes', 'likescount', 'nlikes'],
  replies: ['replycount', 'replies', 'repliescount', 'nreplies'],
  quotes: ['quotecount', 'quotes'],
  inReplyToPost: ['inreplytostatusid', 'inreplytostatusidstr', 'replytostatusid', 'inreplytotweetid'],
  inReplyToUser: ['inreplytouserid', 'inreplytouseridstr', 'replytouserid'],
  inReplyToName: ['inreplytoscreenname', 'replytoscreenname', 'tousername'],
  quoted: ['quotedstatusid', 'quotedstatusidstr', 'quoteid', 'quotedtweetid', 'quotedtweettweetid'],
  sensitive: ['possiblysensitive'],
  latitude: ['lat', 'latitude', 'geolat'],
  longitude: ['lng', 'long', 'longitude', 'geolng'],
  repostedId: [
    ...['retweetstatusid', 'retweetid', 'retweetedstatusid', 'retweetedtweetid', 'retweettweetid'],
  ],
  repostedUserId: ['retweetuserid', 'retweeteduserid'],
  repostedUserName: ['retweetscreenname', 'retweetedusername', 'retweetedscreenname'],
  repostedText: ['retweettext'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const KNOWN: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat())

/** True if a column has a meaning, even if another column has the same meaning. */
export function isKnownColumn(column: string): boolean {
  return KNOWN.has(column)
}

export type ColumnName = keyof typeof COLUMNS

/** Words that programs write into a cell that has no value. */
const NO_VALUES = new Set(['', 'na', 'nan', 'none', 'null', 'n/a', '<na>', 'undefined', 'absent'])

/** The cell of a column; undefined if the cell is empty or contains a word such as `NA`. */
export function cell(row: TableRow, name: ColumnName): string | undefined {
  for (const column of COLUMNS[name]) {
    const value = cellIn(row, column)
    if (value !== undefined) return value
  }
  return undefined
}

/** The cell of the column with this normalized name, under the same rules as {@link cell}. */
export function cellIn(row: TableRow, column: string): string | undefined {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return value === undefined || NO_VALUES.has(value.trim().toLowerCase()) ? undefined : value
}

/** True if a header has a column with this meaning. */
export function hasColumn(columns: readonly string[], name: ColumnName): boolean {
  return COLUMNS[name].some((column) => columns.includes(column))
}
