/**
 * Every form of files (docs/spec/file-recognition.md to docs/spec/exports.md), with the test that reads or writes it: a part of its title or of its data.
 */

type Rows = readonly (readonly [form: string, part: string])[]

const FILES = 'src/importers/files'
const ARCHIVE = 'src/importers/archive'

/** By test file. */
export const FORMS_OF_FILES: Readonly<Record<string, Rows>> = {
  [`${ARCHIVE}/archive-privacy.test.ts`]: [
    ['assignment that ends in a semicolon', 'an assignment may end in a semicolon'],
    [
      'Circle posts, unmarked',
      'archives that do not mark them: a warning with the number, or that time is left out',
    ],
    ['--circle-ids', 'ids are refused by line when one cannot be read'],
    ['protected account', 'protects the account before its posts, and never makes one public'],
    ['names of private kinds', 'the content says it, whatever the name; the name of a private kind too'],
  ],
  [`${ARCHIVE}/archive.test.ts`]: [
    ['generation of 2018 to 2019', 'takes the layout of 2019, with posts, follows, likes and messages'],
    ['generation since 2020, with parts', 'takes the layout since 2020 from a zip file, with its parts'],
    ['names out of the archive', 'never follows names out of the archive'],
  ],
  [`${ARCHIVE}/archive-cases.test.ts`]: [
    ['notes', 'spec/archives.md#notes: a post gets the whole text of its note'],
    [
      'Grailbird, 2012 to 2019',
      'spec/archives.md#grailbird: an archive of 2012 to 2019 is imported with its owner',
    ],
    ['blocks and mutes', 'spec/archives.md#private-parts: blocks and mutes are those of the owner'],
    [
      'community posts, zip files of Windows, a folder more',
      'community posts, zip files of Windows, one folder more',
    ],
  ],
  [`${ARCHIVE}/archive-facts.test.ts`]: [
    ['edits', 'spec/archives.md#archive-edits'],
    ['reposts', 'spec/archives.md#archive-reposts'],
    ['screen-name-change, verified', 'spec/archives.md#archive-files: former names and the verified mark'],
    ['manifest and headers', 'spec/archives.md#parts-and-manifest'],
    ['posts before 2010-11-04', 'spec/archives.md#grailbird: posts of which only the day is known'],
  ],
  [`${ARCHIVE}/archive-files.test.ts`]: [
    ['every file by its treatment', 'every file is imported, or counted'],
  ],
  [`${ARCHIVE}/generated-archives.test.ts`]: [
    ['generation of 2012 to 2019, made after its structure', 'Grailbird'],
    ['generation of 2023, made after its structure', '2023'],
  ],
  [`${ARCHIVE}/posts/archive-notes.test.ts`]: [
    ['join of notes', 'a cut text, other short links, the answered users'],
    ['indices of notes', 'in code points of the escaped text'],
  ],
  [`${ARCHIVE}/messages/archive-messages.test.ts`]: [
    ['messages of two and of groups', 'spec/archives.md#archive-messages'],
    ['messages before 2011', 'ids before 2011 are sequential'],
    ['members of groups', 'members of a group read its events since they joined'],
  ],
  [`${ARCHIVE}/media/post-media.test.ts`]: [
    ['media of posts', 'pictures and videos have addresses here'],
    ['profile_media', 'the pictures of the profile are those of this server'],
  ],
  [`${ARCHIVE}/media/message-pictures.test.ts`]: [
    ['media of messages', 'pictures of messages in an archive'],
  ],
  [`${ARCHIVE}/media/zipped-media.test.ts`]: [['zip files in media folders', 'zip files in media folders']],
  [`${ARCHIVE}/input/packed-archives.test.ts`]: [
    ['archives in tar and zip files', 'archives in tar and zip files are read in place'],
    ['manifest as the mark', 'a manifest alone marks a root'],
    ['two roots', 'two roots are listed, and one is chosen'],
  ],
  [`${ARCHIVE}/input/archive-object.test.ts`]: [
    ['a whole archive as one object', 'a whole archive as one object is an archive'],
  ],
  'src/importers/forms/forms.test.ts': [
    ['v1.1: compat, full_text, extended_tweet, note, users trimmed and absent', "'v11-texts.jsonl'"],
    ['page with statuses', "'statuses.json'"],
    ['page with results', "'results.json'"],
    ['lookup with map', "'lookup-map.json'"],
    ['body of a webhook', "'webhook.jsonl'"],
    ['v2 pages and stream messages', "'v2-pages.jsonl'"],
    ['twarc2 flatten', "'v2-flat.jsonl'"],
    ['search API 1.0', "'search-v1.json'"],
    ['Gnip activities', "'gnip.jsonl'"],
    ['Gnip ids of search.x.com', 'an id of search.x.com'],
    ['snscrape', "'snscrape.jsonl'"],
    ['snscrape before 2022-06', "'snscrape-older.jsonl'"],
    ['twint', "'twint.jsonl'"],
    ['MongoDB v1, v2 canonical, v2 relaxed, shell', "'mongo.jsonl'"],
  ],
  'src/importers/forms/academic.test.ts': [['academictwitteR', 'packed files of academictwitteR are joined']],
  'src/importers/forms/cases.test.ts': [
    ['users included in a page', 'spec/data-files.md#user-files: included users of a page'],
  ],
  'src/importers/forms/notices.test.ts': [
    ['stream notices and results of compliance jobs', 'notices and counts of every kind'],
  ],
  'src/importers/forms/tables/tables.test.ts': [
    ['twarc-csv', "'twarc-csv table'"],
    ['twarc 1', "'twarc table'"],
    ['Hydrator', "'Hydrator table'"],
    ['DMI-TCAT', "'DMI-TCAT table'"],
    ['TAGS', "'TAGS table'"],
    ['sentiment140', "'sentiment140 table'"],
    ['US Election 2020, ids as floats', 'a published float is rejected, and --new-ids'],
    ['rtweet', "'rtweet table'"],
    ['russian-troll-tweets', "'russian-troll-tweets table'"],
    ['tweets.csv of an archive, --author', 'an archive table without --author says what to do'],
    ['table with enough columns', "'table of posts'"],
    ['author by name only', 'a new user is the same in later imports'],
  ],
  [`${FILES}/file-forms.test.ts`]: [
    ['Spritzer: month, leftovers, cut members', 'tar of a month, leftovers repeat members'],
    ['Spritzer: day', 'spec/data-files.md#spritzer: tar of a day'],
    ['Spritzer: zip of a day', 'spec/data-files.md#spritzer: zip of a day'],
    ['tar: pax', 'tar, pax'],
    ['tar: GNU', 'tar, GNU'],
    ['tar: v7', 'tar, v7'],
    ['zip: names in cp437', 'are read as cp437'],
    ['Parquet, SQLite, web pages, graphs in other formats, Python', 'formats that are not read are named'],
    ['xlsx', 'book.xlsx'],
    [
      'users: lists, glued, v2 pages, snscrape, csv',
      'lists, pages, flat lines, scrapers and tables of users',
    ],
    ['elements of an archive without their file', 'parts of an archive are held back'],
  ],
  [`${FILES}/public-forms.test.ts`]: [
    ['Spritzer: bzip2 members in a tar file', 'an hour of bzip2 members in a tar file'],
    ['pages of twarc2', 'pages of twarc2 in a gzip file'],
    ['graph of SNAP', 'a graph of SNAP in a gzip file'],
  ],
  [`${FILES}/recorded-hour.test.ts`]: [
    ['notices of a recording, for posts before and after', 'an hour with notices'],
  ],
  [`${FILES}/graph-files.test.ts`]: [
    ['KONECT', 'KONECT, sorted by its time'],
    ['KAIST twitter_rv.net', 'KAIST twitter_rv.net: left is followed by right'],
    ['MatrixMarket', 'MatrixMarket, both ways'],
    ['node 0', 'node 0 with an offset'],
    ['an id a line', 'ids of the followers of a user'],
    ['page of ids', 'a page of ids'],
    ['follower.js alone', 'the followers in an archive'],
    ['pages of twarc2 that name their user', 'a page that names its user'],
  ],
  'src/importers/follows.test.ts': [
    ['commas and semicolons', 'semicolons without a header'],
    ['headers', 'a header that is reversed'],
    ['SNAP', 'comments of SNAP, with a header among them'],
    ['comments, loops, duplicates', 'comments with slashes, loops and duplicates'],
  ],
  [`${FILES}/odd-files.test.ts`]: [
    ['Latin-1 of sentiment140', 'is read in its encoding without --encoding'],
    ['zstd and its windows', 'zstd with a window up to 128 MiB is read'],
    ['truncated containers', 'truncated: a message names it, other files are read'],
    ['bzip2 streams', 'bzip2, truncated: the streams before the cut stay'],
    ['corrupt containers', 'corrupt bytes in the middle of a container'],
    ['bombs by ratio and depth', 'bombs by ratio and by depth end with what to do'],
    ['names with line ends', 'names with line ends are one line'],
    ['reject file that cannot be written', 'a reject file that cannot be written'],
  ],
  [`${FILES}/huge-files.test.ts`]: [
    ['lines of 2 GB', 'a line of 2 GB is rejected once'],
    ['1,000,000 entries', 'a zip file with more than 1,000,000 files'],
  ],
  [`${FILES}/wrong-clock.test.ts`]: [
    ['clock behind', 'years back: posts of its future are rejected'],
    ['clock ahead', 'years ahead: everything is imported'],
  ],
  'src/importers/posts/odd-values.test.ts': [
    ['id and id_str differ', 'id and id_str differ'],
    ['id a double', 'id a double or 4.9e17 without id_str'],
    ['id with quotes', 'id with quotes, blanks, x, zeros in front'],
    ['in_reply_to_*, quoted_status_id', 'in_reply_to_*, quoted_status_id 0'],
    ['counts', 'spec/odd-values.md#odd-values: counts'],
    ['flags', 'spec/odd-values.md#odd-values: flags'],
    ['NaN, Infinity', 'NaN and Infinity are null'],
    ['dates', 'spec/odd-values.md#odd-values: dates'],
    ['date against snowflake', 'more than a day from the snowflake: the date stays and is counted'],
    ['text a number, absent', 'a number is repaired'],
    ['&amp; beside raw &', '&amp; beside raw & and <'],
    ['entities missing', 'derived from the text'],
    ['indices', 'indices bad or beyond the text'],
    ['mention id', 'mention id null or -1'],
    ['expanded_url, display_url, url', 'expanded_url and display_url null are the url'],
    ['unwound', 'a part of unwound that is null'],
    ['media', 'media without id or url are made'],
    ['geo, place', 'points that disagree'],
    ['withheld_in_countries', 'withheld_in_countries a text or lower case'],
    ['lang', 'lang null, empty or long'],
    ['source', 'source NaN, a bare name, an odd anchor'],
    ['user', 'a bad id and a name: by name'],
    ['retweeted_status', 'without author: a post of its own text'],
    ['nesting, __proto__', 'nesting above 8 posts and 40 values'],
    ['unknown fields', 'unknown fields stay below 64 KiB'],
  ],
  'src/files/json-reader.test.ts': [
    [
      'JSON: a line each, lists, many lines, glued, commas, RS',
      'values are cut by brackets, whatever is between',
    ],
    ['pieces that are invalid', 'a faulty piece is named by its line, and the next line is fresh'],
    ['values over 16 MiB', 'a value that is too long is a fault'],
  ],
  'src/files/decode.test.ts': [
    ['UTF-8, CESU-8, UTF-16, UTF-32, with BOM or the pattern of NULs', 'each encoding gives the same text'],
    ['half characters, NUL', 'half a character becomes U+FFFD, and NUL is removed'],
    ['Windows-1252', 'other bytes are marked, or decoded as Windows-1252'],
  ],
  'src/files/zip.test.ts': [
    ['zip64, streamed entries', 'in the form for large files too'],
    ['encrypted, Deflate64 and others', 'says what else is wrong with a member'],
    ['bombs', 'is refused as a bomb by what it claims'],
    ['overlap', 'members that overlap are refused'],
  ],
  'src/files/kinds.test.ts': [['BSON dump', 'a BSON dump is named with the program']],
  'src/id-lists/read-id-list.test.ts': [
    ['every form of ids', 'every form in which ids are held is read'],
    ['rounded ids', 'a list that a spreadsheet rounded'],
    ['rounded by JavaScript', 'a list that JavaScript rounded'],
    ['tables of ids', 'two columns of ids without a header'],
    ['--type users', '--type users reads users, and the authors of posts'],
    ['results of jobs', 'spec/batch-compliance.md#results'],
    ['gzip with other bytes behind', 'bytes after gzip data are reported'],
    ['xz, 7z', 'unreadable input is reported with advice'],
  ],
  'src/exporters/tables.test.ts': [
    ['csv', '84 columns of posts and 27 of users'],
    ['cells', 'posts and users are the tables that twarc-csv makes'],
    ['Parquet', 'spec/exports.md#parquet'],
  ],
  'src/exporters/posts.test.ts': [['v1', 'gives back what was recorded']],
  'src/exporters/posts-v2.test.ts': [['v2', 'gives back recorded v2 posts']],
  'src/exporters/follows.test.ts': [['follows', 'writes every edge, oldest first']],
  'src/exporters/users.test.ts': [['users', 'gives everybody back']],
  'src/exporters/round-trip.test.ts': [
    ['what goes out comes in again equal', 'an export comes in again equal'],
  ],
  'test/cli/import-files.test.ts': [
    [
      'zip with bytes around it, backslashes, `..`; zstd; UTF-16; media',
      'every container, also nested, in folders',
    ],
    ['ids alone', 'ids, archive files and other formats are named'],
    ['killed at any moment', 'killed at random moments and run again'],
    ['--dry-run, --strict, --rejects', '--dry-run gives the same numbers and code'],
    ['several kinds in a file', 'a file may have values of several kinds'],
  ],
  'test/cli/import-in-bulk.test.ts': [['killed in bulk', 'killed after any statement it has stored nothing']],
  'test/cli/import-faults.test.ts': [
    ['full disk', 'a full disk'],
    ['read-only files', 'what another user may not read or write is named'],
    ['two imports at once', 'of one file: at least one completes, and every post is there once'],
  ],
  'test/cli/import-same-users.test.ts': [
    ['users that a server changes meanwhile', 'an import of users whom the server changes meanwhile'],
  ],
}
