/**
 * Lists every form of files (docs/spec/file-recognition.md to docs/spec/exports.md) with its test. A part of
 * the title or of the data of a test identifies the test.
 */

type Rows = readonly (readonly [form: string, part: string])[]

const FILES = 'src/importers/files'
const ARCHIVE = 'src/importers/archive'

/** For each test file, the forms that it tests, each with a part of the title or data of the test. */
export const FORMS_OF_FILES: Readonly<Record<string, Rows>> = {
  [`${ARCHIVE}/archive-privacy.test.ts`]: [
    ['assignment that ends in a semicolon', 'an assignment may end in a semicolon'],
    [
      'Circle posts, unmarked',
      'if an archive does not mark Circle posts, a warning has their possible number, and an option leaves out all posts of that time',
    ],
    ['--circle-ids', 'when a line of the list of ids cannot be read, the error names the line'],
    [
      'protected account',
      'protects the account before posts are stored, and never makes a protected account public',
    ],
    ['names of private kinds', 'a file is private if its content or its name has a private kind'],
  ],
  [`${ARCHIVE}/archive.test.ts`]: [
    ['generation of 2018 to 2019', 'imports the layout of 2019, with posts, follows, likes and messages'],
    [
      'generation since 2020, with parts',
      'imports the layout of archives since 2020 from a zip file, with its parts',
    ],
    ['names out of the archive', 'does not read files outside the archive, for any names of its members'],
    ['bombs in archives', 'names a file of the archive that is a zip bomb'],
  ],
  [`${ARCHIVE}/archive-cases.test.ts`]: [
    ['notes', 'spec/archives.md#notes: a post gets the whole text of its note'],
    [
      'Grailbird, 2012 to 2019',
      'spec/archives.md#grailbird: an archive from the years 2012 to 2019 is imported with its owner',
    ],
    [
      'blocks and mutes',
      'blocks and mutes of the owner are stored, and a block ends the follows of both users',
    ],
    [
      'community posts, zip files of Windows, a folder more',
      'community posts, zip files from Windows, a further folder level and lists that end in `];` are read',
    ],
  ],
  [`${ARCHIVE}/archive-facts.test.ts`]: [
    ['edits', 'spec/archives.md#archive-edits'],
    ['reposts', 'spec/archives.md#archive-reposts'],
    ['screen-name-change, verified', 'spec/archives.md#archive-files: former names and the verified mark'],
    ['manifest and headers', 'spec/archives.md#parts-and-manifest'],
    ['posts before 2010-11-04', 'posts with a date but no time are imported and counted'],
  ],
  [`${ARCHIVE}/archive-files.test.ts`]: [
    [
      'every file by its treatment',
      'every file is imported, counted under its name, or ignored as a known file without further data',
    ],
  ],
  [`${ARCHIVE}/corrupt-members.test.ts`]: [
    [
      'corrupt files of archives',
      'a file with a wrong checksum is named, and all data of the archive is imported',
    ],
    [
      'files of archives that end early',
      'a truncated file is named, and its objects before the end and all other files are imported',
    ],
  ],
  [`${ARCHIVE}/generated-archives.test.ts`]: [
    ['generation of 2012 to 2019, made after its structure', 'Grailbird'],
    ['generation of 2023, made after its structure', '2023'],
  ],
  [`${ARCHIVE}/posts/archive-notes.test.ts`]: [
    [
      'join of notes',
      'truncation, different short links, mentions of the answered users and the last link do not prevent a join',
    ],
    ['indices of notes', 'in code points of the escaped text'],
  ],
  [`${ARCHIVE}/messages/archive-messages.test.ts`]: [
    ['messages of two and of groups', 'spec/archives.md#archive-messages'],
    [
      'messages before 2011',
      'messages with sequential ids from before 2011 have the time in createdAt, in both API versions',
    ],
    [
      'members of groups',
      'members of a group can read its events since they joined, and former members can read no event',
    ],
  ],
  [`${ARCHIVE}/media/post-media.test.ts`]: [
    ['media of posts', 'pictures and videos have URLs of this server, and their archived URLs'],
    ['profile_media', 'the pictures of the profile have URLs of this server'],
  ],
  [`${ARCHIVE}/media/message-pictures.test.ts`]: [
    ['media of messages', 'pictures of messages in an archive'],
  ],
  [`${ARCHIVE}/media/zipped-media.test.ts`]: [['zip files in media folders', 'zip files in media folders']],
  [`${ARCHIVE}/input/packed-archives.test.ts`]: [
    ['archives in tar and zip files', 'archives inside tar and zip files are read in place'],
    ['manifest as the mark', 'a manifest alone identifies a root and contains the owner'],
    [
      'two roots',
      'an input with two roots is refused with a list of the roots, and the user can choose a root',
    ],
  ],
  [`${ARCHIVE}/input/archive-object.test.ts`]: [
    ['a whole archive as one object', 'one object that contains a whole archive is read as an archive'],
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
  'src/importers/forms/academic.test.ts': [
    ['academictwitteR', 'compressed files of academictwitteR are joined'],
  ],
  'src/importers/forms/cases.test.ts': [
    ['users included in a page', 'spec/data-files.md#user-files: included users of a page'],
  ],
  'src/importers/forms/notices.test.ts': [
    ['stream notices and results of compliance jobs', 'notices of every kind are read'],
  ],
  'src/importers/forms/tables/tables.test.ts': [
    ['twarc-csv', "'twarc-csv table'"],
    ['twarc 1', "'twarc table'"],
    ['Hydrator', "'Hydrator table'"],
    ['DMI-TCAT', "'DMI-TCAT table'"],
    ['TAGS', "'TAGS table'"],
    ['sentiment140', "'sentiment140 table'"],
    [
      'US Election 2020, ids as floats',
      'an id that was published as a float is rejected, and --new-ids makes the same id in every import',
    ],
    ['rtweet', "'rtweet table'"],
    ['information operations', "'table of an information operation'"],
    ['russian-troll-tweets', "'russian-troll-tweets table'"],
    [
      'tweets.csv of an archive, --author',
      'a table of an archive is refused with advice if --author is missing',
    ],
    ['table with enough columns', "'table of posts'"],
    ['snscrape, saved by pandas', "header: 'url\\tdate\\trawContent\\tid\\tuser'"],
    ['author by name only', 'a new user is the same in later imports'],
  ],
  [`${FILES}/file-forms.test.ts`]: [
    ['Spritzer: month, leftovers, cut members', 'tar of a month, leftovers repeat members'],
    ['Spritzer: day', 'spec/data-files.md#spritzer: tar of a day'],
    ['Spritzer: zip of a day', 'spec/data-files.md#spritzer: zip of a day'],
    ['tar: pax', 'tar, pax'],
    ['tar: GNU', 'tar, GNU'],
    ['tar: v7', 'tar, v7'],
    ['zip: names in cp437', 'are decoded as cp437'],
    [
      'Parquet, SQLite, web pages, graphs in other formats, Python',
      'the message about an unsupported format names the format and the remedy',
    ],
    ['xlsx', 'book.xlsx'],
    [
      'users: lists, glued, v2 pages, snscrape, csv',
      'lists, pages, flattened lines, files of scrapers and tables of users are imported',
    ],
    [
      'lists in lists, wrapped lists, posts by id, Elasticsearch',
      'lists in lists, wrapped lists, posts by id and hits of Elasticsearch are read',
    ],
    ['posts of one account, --author', 'posts without an author get the author of --author'],
    ['write.table of R', 'a table of write.table in R is read'],
    ['rounded ids without E', 'a table and JSON with rounded ids are rejected'],
    [
      'rounded ids, recognised late or in doubt',
      'a warning has the number of posts that were imported before rounding was recognised',
    ],
    ['elements of an archive without their file', 'parts of an archive are held back'],
  ],
  [`${FILES}/public-forms.test.ts`]: [
    ['Spritzer: bzip2 members in a tar file', 'an hour of bzip2 files in a tar file'],
    ['pages of twarc2', 'pages of twarc2 in a gzip file'],
    ['graph of SNAP', 'a graph of SNAP in a gzip file'],
  ],
  [`${FILES}/shared-cases.test.ts`]: [
    ['case 09: notices between posts', "'09-stream-hour.json'"],
    ['case 12: mongoexport', "'12-mongoexport.json'"],
    ['case 13: CESU-8', "'13-surrogate-bytes.json'"],
    ['case 16: a header', "'16-follows.csv'"],
    ['case 18: note_tweet', "'18-note-page.jsonl'"],
    ['case 24: NUL', "'24-nul-in-profile.json'"],
  ],
  [`${FILES}/recorded-hour.test.ts`]: [
    [
      'notices of a recording, for posts before and after',
      'an hour of minutes in a tar file is imported, with deletion notices',
    ],
  ],
  [`${FILES}/graph-files.test.ts`]: [
    ['KONECT', 'KONECT, sorted by its time'],
    ['KAIST twitter_rv.net', 'KAIST twitter_rv.net: left is followed by right'],
    ['MatrixMarket', 'MatrixMarket, both ways'],
    ['node 0', 'node 0 with an offset'],
    ['an id a line', 'ids of the followers of a user'],
    ['page of ids', 'a page of ids'],
    [
      'features of SNAP, counts of users',
      'a page of ids alone, features of users and counts of followers are no follows',
    ],
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
    ['Latin-1 of sentiment140', 'is read as windows-1252 without --encoding, and other tables are not'],
    [
      'zstd and its windows',
      'zstd with a window of up to 128 MiB is read; the message about a larger window has the remedy',
    ],
    ['members that are not read', 'a warning names the web pages and descriptions that are skipped'],
    ['truncated containers', 'truncated: a message names the file, other files are read'],
    [
      'bzip2 streams',
      'a truncated bzip2 file: the complete streams are imported, and a later import of the whole file adds the rest',
    ],
    ['corrupt containers', 'corrupt bytes in the middle of a container'],
    ['corrupt headers of tar, blocks of bzip2', 'a corrupt header of a tar file'],
    ['rest of members that are not imported', 'is not decompressed: the import does not find a fault in it'],
    [
      'bombs by ratio and depth',
      'a file that decompresses to too many bytes or is compressed too many times is reported with advice, and other files are read',
    ],
    ['names with line ends', 'a name with line ends is one line in the report and in the reject file'],
    [
      'reject file that cannot be written',
      'if the reject file cannot be written, the import ends with the reason, and the next run completes the import',
    ],
  ],
  [`${FILES}/huge-files.test.ts`]: [
    ['lines of 2 GB', 'a line of 2 GB is rejected once'],
    ['1,000,000 entries', 'a zip file with more than 1,000,000 files in its directory is refused'],
  ],
  [`${FILES}/wrong-clock.test.ts`]: [
    [
      'clock behind',
      'with a clock that is years behind, later posts are rejected with a message that has the time of the clock, and are imported after the correction',
    ],
    [
      'clock ahead',
      'with a clock that is years ahead, all objects are imported; an import after the correction of the clock adds new objects, and no object twice',
    ],
  ],
  'src/importers/posts/odd-values.test.ts': [
    ['id and id_str differ', 'id and id_str differ'],
    ['id a double', 'id is a double or 4.9e17, and id_str is missing'],
    ['id with quotes', 'id with quotes, blanks, x, or leading zeros'],
    [
      'in_reply_to_*, quoted_status_id',
      'in_reply_to_* and quoted_status_id that are 0, "", -1, NaN or the id of the post',
    ],
    ['counts', 'spec/odd-values.md#odd-values: counts'],
    ['flags', 'spec/odd-values.md#odd-values: flags'],
    ['NaN, Infinity', 'NaN and Infinity are null'],
    ['dates', 'spec/odd-values.md#odd-values: dates'],
    [
      'date against snowflake',
      'a date that differs from the time in the snowflake id by more than a day is used and counted',
    ],
    ['text a number, absent', 'a number is repaired'],
    ['&amp; beside raw &', '&amp; next to raw & and < is unescaped once, and indices are moved'],
    ['entities missing', 'derived from the text'],
    [
      'indices',
      'an entity with invalid indices is searched in the text, and is dropped if the text lacks it',
    ],
    ['mention id', 'a mention whose id is null or -1 is dropped'],
    [
      'expanded_url, display_url, url',
      'if expanded_url and display_url are null, they become the url; a link whose url is null is dropped',
    ],
    ['unwound', 'a part of unwound that is null'],
    [
      'media',
      'media without an id get one, and media without a url get an empty one; media of an unknown type are dropped; sizes that are a list or texts are repaired',
    ],
    ['geo, place', 'if geo and coordinates differ, coordinates are used'],
    ['withheld_in_countries', 'withheld_in_countries as a text or in lower case is repaired, unknown'],
    ['lang', 'lang that is null, empty or too long is not stored, so it becomes und'],
    [
      'source',
      'a source that is NaN is dropped; a source that is a bare name or an unusual anchor keeps its name',
    ],
    ['user', 'a user with an invalid id and a valid name is identified by the name'],
    [
      'retweeted_status',
      'if the original has no author, the repost is stored as a post with its own text, and the import counts such reposts',
    ],
    ['nesting, __proto__', 'nesting of more than 8 posts or 40 values is cut off, and __proto__ is dropped'],
    ['unknown fields', 'unknown fields below 64 KiB are kept, with large integers as texts'],
  ],
  'src/files/json-values.test.ts': [
    ['assignment with BOM, CRLF and a semicolon', 'assigns a list to a variable'],
  ],
  'src/files/json-reader.test.ts': [
    [
      'JSON: a line each, lists, many lines, glued, commas, RS',
      'brackets divide values, and any text may be between values',
    ],
    [
      'pieces that are invalid',
      'an invalid value is reported with its line, and reading continues with the next line',
    ],
    ['values over 16 MiB', 'a value that is too long is reported, and reading continues after it'],
  ],
  'src/files/decode.test.ts': [
    [
      'UTF-8, CESU-8, UTF-16, UTF-32, with BOM or the pattern of NULs',
      'a text is the same from each encoding, with any division into chunks',
    ],
    ['half characters, NUL', 'half a surrogate pair becomes U+FFFD, and NUL is removed'],
    ['Windows-1252', 'invalid bytes are marked, or decoded as Windows-1252'],
  ],
  'src/files/zip.test.ts': [
    [
      'zip64, streamed entries',
      'is read with compressed and uncompressed members, in the usual and the zip64 format, with a comment at the end',
    ],
    ['encrypted, Deflate64 and others', 'is refused when its members have other faults'],
    ['bombs', 'is refused as a bomb by its declared size, and by its decompressed size'],
    ['overlap', 'members that overlap are refused'],
  ],
  'src/files/kinds.test.ts': [
    ['BSON dump', 'for a BSON dump, the message names the program that converts the dump'],
  ],
  'src/id-lists/read-id-list.test.ts': [
    ['every form of ids', 'every format with ids is read, with all digits'],
    ['rounded ids', 'a list that a spreadsheet rounded'],
    ['rounded by JavaScript', 'a list that JavaScript rounded'],
    ['tables of ids', 'a table with two columns of ids and no header is refused'],
    ['--type users', '--type users reads users, and the authors of posts'],
    ['results of jobs', 'spec/batch-compliance.md#results'],
    ['gzip with other bytes behind', 'bytes after gzip data are reported'],
    ['xz, 7z', 'unreadable input is reported with advice'],
  ],
  'src/exporters/tables.test.ts': [
    ['csv', 'tables of posts have 84 columns and tables of users have 27 columns, in the given order'],
    ['cells', 'tables of posts and users equal the tables that twarc-csv makes of the flattened export'],
    ['Parquet', 'spec/exports.md#parquet'],
  ],
  'src/exporters/posts.test.ts': [
    ['v1', 'exports recorded posts, and a server that imports the file exports the same posts'],
  ],
  'src/exporters/posts-v2.test.ts': [
    ['v2', 'exports recorded v2 posts; after an import, a second export has the same bytes'],
  ],
  'test/cli/export-posts.test.ts': [['ids of posts', "'ids'"]],
  'src/exporters/follows.test.ts': [['follows', 'writes every edge, oldest first']],
  'src/exporters/users.test.ts': [
    ['users', 'exports all users, and another server that imports the file exports the same users'],
  ],
  'src/exporters/round-trip.test.ts': [
    ['what goes out comes in again equal', 'an imported export equals the original, on'],
  ],
  'test/cli/import-files.test.ts': [
    ['zip with bytes around it, backslashes, `..`; zstd; UTF-16; media', 'every kind of container is read'],
    ['ids alone', 'files of ids, files of archives and files of other formats are named'],
    ['killed at any moment', 'killed at random moments and repeated'],
    ['--dry-run, --strict, --rejects', '--dry-run prints the same numbers'],
    ['several kinds in a file', 'a file may have values of several kinds'],
  ],
  'test/cli/import-archives.test.ts': [
    ['archives: exit codes, --strict, --rejects', 'an import of archives reports numbers, kinds and files'],
    ['archives killed at any moment', 'has the rows, reports and charts of one run'],
    ['archives ended by a signal', 'leaves neither copies of private files'],
    ['import archive', 'import archive has the options, the report and the exit codes'],
  ],
  'test/cli/import-standard-input.test.ts': [
    [
      'containers in standard input',
      'an archive as a zip file or a compressed tar file is imported like a file',
    ],
  ],
  'test/cli/import-in-bulk.test.ts': [
    ['killed in bulk', 'an import that is killed after any of its statements has stored nothing'],
  ],
  'test/cli/import-faults.test.ts': [
    ['full disk', 'a full disk'],
    ['read-only files', 'files that the operating-system user may not read or write'],
    ['two imports at once', 'if two imports read one file, at least one import completes'],
  ],
  'test/cli/import-same-users.test.ts': [
    [
      'users that a server changes meanwhile',
      'an import of users completes while a server changes the same users',
    ],
  ],
}

/** Stands for inputs that the test writes itself. */
const WRITTEN = ''

/** Inputs of the tests: files and folders of test/fixtures, names of generators, or {@link WRITTEN}. */
export const FIXTURES_OF_FORMS: Readonly<Record<string, readonly string[]>> = {
  [`${ARCHIVE}/archive-privacy.test.ts`]: [WRITTEN],
  [`${ARCHIVE}/archive.test.ts`]: ['test/fixtures/archive/older-2019', 'test/fixtures/archive/newer-2022'],
  [`${ARCHIVE}/archive-cases.test.ts`]: ['test/fixtures/archive-cases'],
  [`${ARCHIVE}/archive-facts.test.ts`]: ['test/support/archive/write-archive.ts'],
  [`${ARCHIVE}/archive-files.test.ts`]: ['test/support/archive/write-archive.ts'],
  [`${ARCHIVE}/corrupt-members.test.ts`]: ['test/support/files/zip-bytes.ts'],
  [`${ARCHIVE}/generated-archives.test.ts`]: ['test/support/archive/generated.ts'],
  [`${ARCHIVE}/posts/archive-notes.test.ts`]: [WRITTEN],
  [`${ARCHIVE}/messages/archive-messages.test.ts`]: ['test/support/archive/write-archive.ts'],
  [`${ARCHIVE}/media/post-media.test.ts`]: ['test/support/archive/write-archive.ts'],
  [`${ARCHIVE}/media/message-pictures.test.ts`]: ['test/fixtures/archive/newer-2022'],
  [`${ARCHIVE}/media/zipped-media.test.ts`]: ['test/support/files/zip-bytes.ts'],
  [`${ARCHIVE}/input/packed-archives.test.ts`]: ['test/support/files/zip-bytes.ts'],
  [`${ARCHIVE}/input/archive-object.test.ts`]: [WRITTEN],
  'src/importers/forms/forms.test.ts': ['test/fixtures/forms'],
  'src/importers/forms/academic.test.ts': [WRITTEN],
  'src/importers/forms/cases.test.ts': ['test/fixtures/forms'],
  'src/importers/forms/notices.test.ts': [WRITTEN],
  'src/importers/forms/tables/tables.test.ts': [WRITTEN],
  [`${FILES}/file-forms.test.ts`]: [
    'test/fixtures/containers/cp437.zip',
    'test/fixtures/containers/book.xlsx',
  ],
  [`${FILES}/public-forms.test.ts`]: ['test/support/files/public-forms.ts'],
  [`${FILES}/shared-cases.test.ts`]: ['test/support/cases.ts'],
  [`${FILES}/recorded-hour.test.ts`]: [WRITTEN],
  [`${FILES}/graph-files.test.ts`]: [WRITTEN],
  'src/importers/follows.test.ts': [WRITTEN],
  [`${FILES}/odd-files.test.ts`]: ['test/support/files/zip-bytes.ts'],
  [`${FILES}/huge-files.test.ts`]: [WRITTEN],
  [`${FILES}/wrong-clock.test.ts`]: [WRITTEN],
  'src/importers/posts/odd-values.test.ts': [WRITTEN],
  'src/files/json-values.test.ts': [WRITTEN],
  'src/files/json-reader.test.ts': [WRITTEN],
  'src/files/decode.test.ts': [WRITTEN],
  'src/files/zip.test.ts': ['test/support/files/zip-bytes.ts'],
  'src/files/kinds.test.ts': [WRITTEN],
  'src/id-lists/read-id-list.test.ts': [WRITTEN],
  'src/exporters/tables.test.ts': [WRITTEN],
  'src/exporters/posts.test.ts': [WRITTEN],
  'src/exporters/posts-v2.test.ts': [WRITTEN],
  'src/exporters/follows.test.ts': [WRITTEN],
  'src/exporters/users.test.ts': [WRITTEN],
  'src/exporters/round-trip.test.ts': [WRITTEN],
  'test/cli/export-posts.test.ts': [WRITTEN],
  'test/cli/import-files.test.ts': ['test/fixtures/import'],
  'test/cli/import-archives.test.ts': ['test/support/archive/write-archive.ts'],
  'test/cli/import-standard-input.test.ts': [WRITTEN],
  'test/cli/import-in-bulk.test.ts': [WRITTEN],
  'test/cli/import-faults.test.ts': [WRITTEN],
  'test/cli/import-same-users.test.ts': [WRITTEN],
}
