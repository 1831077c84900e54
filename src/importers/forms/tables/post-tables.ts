/** Reads tables of posts (spec/data-files.md#tables). */
import type { TableForm } from '../../items.ts'
import { type ColumnName, hasColumn } from './columns.ts'
import { postOfRow, type RowTraits } from './row-post.ts'

function postTable(name: string, marks: readonly string[], traits: RowTraits = {}): TableForm {
  return {
    name,
    kind: 'posts',
    matches: (columns) => marks.every((mark) => columns.includes(mark)),
    items: (row, note, options) => [{ kind: 'posts', bundle: postOfRow(row, note, options, traits) }],
  }
}

/** Forms of known data sets. Each form is recognised by some of its columns. */
const SETS: readonly TableForm[] = [
  postTable('twarc table', ['id', 'tweeturl', 'parsedcreatedat', 'userscreenname'], {
    hasOriginalText: true,
  }),
  postTable('Hydrator table', ['id', 'tweeturl', 'userscreenname', 'retweetid', 'retweetscreenname'], {
    hasOriginalText: true,
  }),
  postTable('DMI-TCAT table', ['id', 'fromusername', 'fromuserrealname', 'filterlevel']),
  postTable('TAGS table', ['idstr', 'fromuser', 'statusurl', 'entitiesstr'], {
    entitiesColumn: 'entitiesstr',
  }),
  postTable('US Election 2020 table', ['tweetid', 'tweet', 'likes', 'userscreenname', 'collectedat']),
  postTable('russian-troll-tweets table', ['externalauthorid', 'author', 'content', 'tweetid']),
  postTable('table of an information operation', [
    ...['tweetid', 'userid', 'userdisplayname', 'userreportedlocation', 'accountcreationdate', 'tweettext'],
  ]),
  postTable('rtweet table', ['statusid', 'userid', 'screenname', 'text']),
  postTable(
    'tweets.csv of an archive',
    ['tweetid', 'timestamp', 'text', 'retweetedstatusid', 'expandedurls'],
    { addressesColumn: 'expandedurls' },
  ),
]

const SENTIMENT_COLUMNS = ['polarity', 'id', 'date', 'query', 'user', 'text']

const SENTIMENT140: TableForm = {
  name: 'sentiment140 table',
  kind: 'posts',
  columns: SENTIMENT_COLUMNS,
  // The published file is in Latin-1; windows-1252 has the same letters.
  encoding: 'windows-1252',
  matches: (columns, [polarity = '', id = '', date = '', ...rest]) =>
    columns.length === 0 &&
    /^[0-4]$/.test(polarity) &&
    /^\d+$/.test(id) &&
    /^\w{3} \w{3} \d\d /.test(date) &&
    rest.length === 3,
  items: (row, note, options) => [{ kind: 'posts', bundle: postOfRow(row, note, options) }],
}

const AUTHORS: readonly ColumnName[] = ['authorId', 'authorName', 'permalink']

/** Columns that only scrapers write. Scrapers write texts without escapes. */
const SCRAPED = ['rawcontent', 'renderedcontent', 'timezone']

/** True if a header has columns for a text and a post id, which are enough if `--author` names the author. */
export function hasPosts(columns: readonly string[]): boolean {
  return hasColumn(columns, 'text') && (hasColumn(columns, 'id') || hasColumn(columns, 'permalink'))
}

/** Any other table with a text, a post id, and an author id or name. A post URL can replace the ids and the name. */
const OTHER_POSTS: TableForm = {
  name: 'table of posts',
  kind: 'posts',
  matches: (columns, _, { author } = {}) =>
    hasPosts(columns) && (author !== undefined || AUTHORS.some((name) => hasColumn(columns, name))),
  items: (row, note, options) => {
    const isRaw = SCRAPED.some((column) => column in row)
    return [{ kind: 'posts', bundle: postOfRow(row, note, options, { isRaw }) }]
  },
}

export const POST_TABLES: readonly TableForm[] = [...SETS, SENTIMENT140, OTHER_POSTS]
