/**
 * Lists the rows of the tables of forms in the specification. The key of a row is the beginning of its first
 * cell. A section that describes a form in prose has the key `''`. The value has names of forms in
 * {@link FORMS_OF_FILES}, which lists their tests.
 */
import { readFileSync } from 'node:fs'

type Rows = Readonly<Record<string, readonly string[]>>

/** Number of characters of a first cell that identify its row. */
const KEY_LENGTH = 40

const NOTICES = [
  'stream notices and results of compliance jobs',
  'notices of a recording, for posts before and after',
]
const GNIP = ['Gnip activities', 'Gnip ids of search.x.com']
const EVERY_FILE = ['every file by its treatment']

export const ROWS_OF_FORMS: Readonly<Record<string, Rows>> = {
  'spec/file-recognition.md#recognition': {
    'window.YTD.<name>.part<N> =, window.__TH': [
      'assignment that ends in a semicolon',
      'assignment with BOM, CRLF and a semicolon',
      'manifest as the mark',
    ],
    'Grailbird.data.tweets_YYYY_MM =, var use': ['Grailbird, 2012 to 2019'],
    '{, [': ['JSON: a line each, lists, many lines, glued, commas, RS', 'values over 16 MiB'],
    '%%MatrixMarket': ['MatrixMarket', 'Parquet, SQLite, web pages, graphs in other formats, Python'],
    "PAR1, SQLite format 3, xlsx, <html, {' (": [
      'Parquet, SQLite, web pages, graphs in other formats, Python',
      'xlsx',
      'BSON dump',
    ],
    'other text': ['ids alone', 'commas and semicolons', 'table with enough columns'],
  },
  'spec/file-recognition.md#classes-of-json-values': {
    'one key of the [stream notices](data-fil': NOTICES,
    'objectType activity, or verb and actor': GNIP,
    '_type snscrape.…, or url, date and rawCo': ['snscrape', 'snscrape before 2022-06', 'twint'],
    'a list statuses, results, tweets or post': [
      ...['page with statuses', 'page with results', 'lookup with map'],
      'lists in lists, wrapped lists, posts by id, Elasticsearch',
    ],
    'an object _source; hits with a list hits': ['lists in lists, wrapped lists, posts by id, Elasticsearch'],
    'from_user and text': ['search API 1.0'],
    'users; ids and next_cursor': ['users: lists, glued, v2 pages, snscrape, csv', 'page of ids'],
    'data, includes, errors or meta, no text': ['v2 pages and stream messages'],
    'a list account and a list tweets': ['a whole archive as one object'],
    'one key tweet, like, dmConversation and': ['elements of an archive without their file'],
    'for_user_id and tweet_create_events': ['body of a webhook'],
    'text or full_text, and id_str, user or a': [
      'v1.1: compat, full_text, extended_tweet, note, users trimmed and absent',
      'twarc2 flatten',
    ],
    'screen_name; username and id': ['users: lists, glued, v2 pages, snscrape, csv'],
    'id, action and reason': ['stream notices and results of compliance jobs'],
  },
  'spec/file-recognition.md#containers': {
    gzip: ['gzip with other bytes behind', 'truncated containers'],
    bzip2: ['bzip2 streams'],
    zstd: ['zstd and its windows'],
    'xz, 7z, rar, encrypted, Deflate64': ['xz, 7z', 'encrypted, Deflate64 and others'],
    zip: [
      'zip64, streamed entries',
      'zip with bytes around it, backslashes, `..`; zstd; UTF-16; media',
      'zip: names in cp437',
    ],
    tar: ['tar: pax', 'tar: GNU', 'tar: v7'],
    'members of zip and tar files that are no': ['members that are not read'],
    'standard input': ['containers in standard input'],
    limits: [
      'bombs by ratio and depth',
      '1,000,000 entries',
      'overlap',
      'bombs',
      'values over 16 MiB',
      'lines of 2 GB',
      'bombs in archives',
    ],
    'truncated, bad CRC': [
      'truncated containers',
      'corrupt containers',
      'corrupt headers of tar, blocks of bzip2',
      'corrupt files of archives',
    ],
  },
  'spec/file-recognition.md#encodings': {
    'BOM; UTF-16 and UTF-32 (BOM, or the patt': [
      'UTF-8, CESU-8, UTF-16, UTF-32, with BOM or the pattern of NULs',
    ],
    'CESU-8 (ED A0–AF xx ED B0–BF xx; a strea': [
      'UTF-8, CESU-8, UTF-16, UTF-32, with BOM or the pattern of NULs',
      'case 13: CESU-8',
    ],
    'other bad bytes': ['Windows-1252', 'Latin-1 of sentiment140'],
    'NUL, u0000; lone ud83d': ['half characters, NUL', 'case 24: NUL'],
  },
  'spec/archives.md#generations': {
    '2012-12 to early 2013': ['generation of 2012 to 2019, made after its structure'],
    '2013 to 2019-08': ['Grailbird, 2012 to 2019', 'posts before 2010-11-04'],
    '2018-05 to 2019': ['generation of 2018 to 2019', 'zip files in media folders'],
    '2020 to 2022-06': ['generation since 2020, with parts'],
    '2022-07 to 2023': ['generation of 2023, made after its structure'],
    '2024 to 2026': ['Circle posts, unmarked', 'every file by its treatment'],
  },
  'spec/archives.md#archive-files': {
    account: ['generation of 2018 to 2019'],
    profile: ['generation since 2020, with parts'],
    'verified; screen-name-change': ['screen-name-change, verified'],
    'protected-history': ['protected account'],
    'tweets, tweet': ['generation since 2020, with parts'],
    'tweet-headers (tweet)': ['manifest and headers'],
    'note-tweet (noteTweet)': ['notes'],
    'community-tweet (tweet)': ['community posts, zip files of Windows, a folder more'],
    'twitter-circle-tweet (tweet)': ['names of private kinds', '--circle-ids'],
    'twitter-circle, -member': EVERY_FILE,
    'deleted-tweets, deleted-tweet (tweet), d': EVERY_FILE,
    like: ['generation of 2018 to 2019'],
    'follower, following': ['generation of 2018 to 2019'],
    'block (blocking), mute (muting)': ['blocks and mutes'],
    'direct-message, direct-messages, and -gr': ['messages of two and of groups'],
    'direct-message-headers, -group-headers;': EVERY_FILE,
    'direct-message-mute; smartblock; lists-c': EVERY_FILE,
    'article, twitter-article; moment; fleet;': EVERY_FILE,
    'reply-prompt; grok-chat-item; message-ev': EVERY_FILE,
    'contact, phone-number, email-address-cha': EVERY_FILE,
  },
  'spec/archives.md#notes': { '': ['notes', 'join of notes', 'indices of notes'] },
  'spec/archives.md#archive-reposts': { '': ['reposts'] },
  'spec/archives.md#archive-edits': { '': ['edits'] },
  'spec/archives.md#grailbird': { '': ['Grailbird, 2012 to 2019', 'posts before 2010-11-04'] },
  'spec/archives.md#archive-messages': {
    'messageCreate, welcomeMessageCreate': ['messages of two and of groups', 'messages before 2011'],
    joinConversation: ['members of groups'],
    'participantsJoin, participantsLeave; con': ['members of groups'],
  },
  'spec/archives.md#archive-media': {
    'tweets_media, tweet_media, community_twe': ['media of posts'],
    'direct_message_media, direct_messages_me': ['media of messages'],
    profile_media: ['profile_media'],
    'deleted_tweets_media, twitter_circle_twe': EVERY_FILE,
  },
  'spec/archives.md#circle-posts': { '': ['Circle posts, unmarked', '--circle-ids'] },
  'spec/archives.md#protected-account': { '': ['protected account'] },
  'spec/data-files.md#post-objects': {
    'v1.1': ['v1.1: compat, full_text, extended_tweet, note, users trimmed and absent'],
    'v2 page': ['v2 pages and stream messages', 'pages of twarc2'],
    'twarc2 flatten': ['twarc2 flatten'],
    academictwitteR: ['academictwitteR'],
    'note_tweet {text, entities}': ['case 18: note_tweet'],
    'one account, such as the Trump Twitter A': ['posts of one account, --author'],
    'search 1.0': ['search API 1.0'],
  },
  'spec/data-files.md#stream-notices': {
    'delete.status {id, user_id}': NOTICES,
    'scrub_geo {user_id, up_to_status_id}': NOTICES,
    'status_withheld {id, user_id, withheld_i': NOTICES,
    'limit {track}': [...NOTICES, 'case 09: notices between posts'],
    'disconnect, warning, control, info, erro': NOTICES,
    'friends, friends_str, event': NOTICES,
    direct_message: NOTICES,
    'for_user and message': NOTICES,
    'drop, undrop, user_': NOTICES,
  },
  'spec/data-files.md#spritzer': {
    '': [
      'Spritzer: month, leftovers, cut members',
      'Spritzer: day',
      'Spritzer: zip of a day',
      'Spritzer: bzip2 members in a tar file',
    ],
  },
  'spec/data-files.md#gnip-activities': {
    'id; time; text': GNIP,
    'repost; delete; quote; reply': GNIP,
    user: GNIP,
    rest: GNIP,
  },
  'spec/data-files.md#scrapers': { '': ['snscrape', 'snscrape before 2022-06', 'twint'] },
  'spec/data-files.md#mongodb': {
    '': ['MongoDB v1, v2 canonical, v2 relaxed, shell', 'BSON dump', 'case 12: mongoexport'],
  },
  'spec/data-files.md#tables': {
    'id; text': ['table with enough columns'],
    time: ['table with enough columns'],
    author: ['author by name only'],
    'permalink (id and name)': ['TAGS'],
    'twarc-csv': ['twarc-csv'],
    'twarc 1; hydrator': ['twarc 1', 'Hydrator'],
    'dmi-tcat': ['DMI-TCAT'],
    TAGS: ['TAGS'],
    sentiment140: ['sentiment140'],
    'US Election 2020 (Kaggle)': ['US Election 2020, ids as floats'],
    'rtweet; russian-troll-tweets': ['rtweet', 'russian-troll-tweets'],
    'snscrape, saved by pandas': ['snscrape, saved by pandas'],
    'information operations, published by Twi': ['information operations'],
    'write.table of R': ['write.table of R'],
    'tweets.csv of an archive': ['tweets.csv of an archive, --author'],
  },
  'spec/data-files.md#rounded-ids-of-posts': {
    'rounded by a spreadsheet, or by JavaScri': ['rounded ids without E'],
    'of the objects before the ids were recog': ['rounded ids, recognised late or in doubt'],
    'fewer than 10 in the file, in doubt': ['rounded ids, recognised late or in doubt'],
  },
  'spec/data-files.md#id-lists-as-posts': { '': ['ids alone'] },
  'spec/data-files.md#user-files': {
    'v1.1 lines, lists, many lines, glued, {u': ['users: lists, glued, v2 pages, snscrape, csv'],
    'v2 pages, flat lines, includes.users, tw': [
      'users: lists, glued, v2 pages, snscrape, csv',
      'users included in a page',
    ],
    'users-csv, snscrape users, Gnip actors': ['users: lists, glued, v2 pages, snscrape, csv'],
  },
  'spec/data-files.md#follow-files': {
    'two numbers with blanks, TAB, , or ;': ['commas and semicolons'],
    '# (SNAP), % (KONECT), //': ['SNAP', 'comments, loops, duplicates', 'graph of SNAP'],
    'header row': ['headers', 'case 16: a header'],
    'three or four columns': ['KONECT'],
    'more columns of numbers, such as the fea': ['features of SNAP, counts of users'],
    MatrixMarket: ['MatrixMarket'],
    'follower.js or following.js alone, pages': [
      'an id a line',
      'page of ids',
      'follower.js alone',
      'pages of twarc2 that name their user',
    ],
  },
  'spec/id-lists.md#accepted-forms': { '': ['every form of ids', 'tables of ids', '--type users'] },
  'spec/id-lists.md#rounded-ids': { '': ['rounded ids', 'rounded by JavaScript'] },
  'spec/exports.md#formats': {
    v1: ['v1'],
    v2: ['v2'],
    'v2-flat': ['csv'],
    ids: ['ids of posts'],
    'follows; users': ['follows', 'users'],
    parquet: ['Parquet'],
  },
  'spec/odd-values.md#odd-values': {
    'id and id_str differ': ['id and id_str differ'],
    'id a double or 4.9e17, no _str': ['id a double'],
    'ids of a file that end in zeros: [rounde': ['rounded ids without E'],
    'id with quotes, blanks, x, zeros in fron': ['id with quotes'],
    'in_reply_to_, quoted_status_id 0, "", -1': ['in_reply_to_*, quoted_status_id'],
    'count "100+" (2011), "1.2K", 3.0, above': ['counts'],
    'flag "false", "True", 0, 1': ['flags'],
    'NaN, Infinity': ['NaN, Infinity'],
    'date: v1.1, ISO, YYYY-MM-DD HH:MM:SS[ +0': ['dates'],
    'date differs from the snowflake by more': ['date against snowflake'],
    'text a number; absent': ['text a number, absent'],
    '&amp; together with unescaped &, <': ['&amp; beside raw &'],
    'entities missing or null': ['entities missing'],
    'indices bad or beyond the text': ['indices'],
    'mention id null, -1': ['mention id'],
    'expanded_url, display_url null; url null': ['expanded_url, display_url, url'],
    'parts of unwound null or of another type': ['unwound'],
    'media without id, url; of an unknown typ': ['media'],
    'geo, place {}, null box, no id, outside': ['geo, place'],
    'withheld_in_countries a text, lower case': ['withheld_in_countries'],
    'lang null, "", long; source NaN, a bare': ['lang', 'source'],
    'user absent, bad name, NUL inside': ['user'],
    'retweeted_status {}; without author': ['retweeted_status'],
    'nesting above 8 posts, 40 values; __prot': ['nesting, __proto__'],
    'unknown fields': ['unknown fields'],
    'commas, lines glued or cut, HTML between': ['pieces that are invalid'],
  },
}

/** The keys of the rows in a section, without header rows. `['']` for a section without a table. */
export function rowsOf(place: string): readonly string[] {
  const [document = '', anchor = ''] = place.split('#')
  const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), 'utf8')
  const section = text
    .split(/^## /m)
    .slice(1)
    .find((part) => anchorOf(part.split('\n')[0] ?? '') === anchor)
  const lines = (section ?? '').split('\n')
  const keys = lines.flatMap((line, index) => {
    const isHead = /^\|-/.test(lines[index + 1] ?? '')
    return line.startsWith('|') && !isHead && !/^\|-/.test(line) ? [keyOf(line)] : []
  })
  if (section === undefined) return []
  return keys.length === 0 || ROWS_OF_FORMS[place]?.[''] !== undefined ? [''] : keys
}

function keyOf(line: string): string {
  const [, first = ''] = line.split(/(?<!\\)\|/)
  return first
    .replace(/[`*\\]/g, '')
    .trim()
    .slice(0, KEY_LENGTH)
    .trim()
}

function anchorOf(heading: string): string {
  return heading.trim().toLowerCase().replaceAll(' ', '-')
}
