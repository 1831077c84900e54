/** Imports exports again, and checks that a second export has the same bytes. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { writeLines } from '../../test/support/files/edge-list.ts'
import { byPart, slowOnPostgres, slowTest } from '../../test/support/part.ts'
import type { Engine } from '../db/query.ts'
import { importFollowsFile } from '../importers/follows.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { importUsersFile } from '../importers/users.ts'
import type { CellKind } from './columns/column.ts'
import { cellText } from './columns/csv.ts'
import { POST_COLUMNS } from './columns/post-columns.ts'
import { PARQUET_COLUMNS } from './columns/post-row.ts'
import { USER_COLUMNS } from './columns/user-columns.ts'
import { exportFollowsFile, FOLLOWS_FORMATS, type FollowsFormat } from './follows.ts'
import { exportPostsFile, type PostFormat } from './posts.ts'
import { exportUsersFile, USER_FORMATS, type UserFormat } from './users.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/${name}`, import.meta.url))
/** Directory of the complete recorded files, which exists only on some machines. */
const shared = (name: string) => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url))

/** Formats from which posts are imported again. Ids and parquet files cannot be imported as posts. */
const FORMATS: readonly PostFormat[] = byPart(['v2', 'csv'], ['v1', 'v2', 'v2-flat', 'csv'])

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  let files = 0
  const path = (format: string) => {
    files += 1
    return join(directory, `${files}.${format}`)
  }
  const reading = (importFile: typeof importPostsFile) => async (file: string) => {
    const { rejected } = await importFile(context, file, { data: config.data })
    assert.equal(rejected, 0, file)
  }
  return {
    directory,
    importing: reading(importPostsFile),
    importingUsers: reading(importUsersFile),
    importingFollows: reading(importFollowsFile),
    /** Exports the posts. @returns the path of the file */
    async exported(format: PostFormat, hasNotes = false) {
      const file = path(format)
      await exportPostsFile(store, file, { format, hasNotes, selection: { includesProtected: true } })
      return file
    },
    async exportedUsers(format: UserFormat) {
      const file = path(format)
      await exportUsersFile(store, file, { format })
      return file
    },
    async exportedFollows(format: FollowsFormat) {
      const file = path(format)
      await exportFollowsFile(store, file, { format, includesProtected: true })
      return file
    },
  }
}

async function assertSame(
  one: string,
  other: string,
  comparable = (line: string): string => line,
): Promise<void> {
  const [lines = [], others = []] = (await Promise.all([one, other].map(linesOf))).map((all) =>
    all.map(comparable),
  )
  for (const [at, line] of lines.entries()) assert.equal(others[at], line)
  assert.equal(others.length, lines.length)
}

const REPLIED_NAME = POST_COLUMNS.findIndex(({ name }) => name === 'in_reply_to_username')

/**
 * A csv line without the screen name of the answered user. Objects of API v2 have this name only if the file contains
 * or mentions that user. The columns before the screen name contain only ids.
 */
function withoutRepliedName(line: string): string {
  return line.split(',').toSpliced(REPLIED_NAME, 1).join(',')
}

/** Id of a recorded post whose text does not contain its entities. */
const INVENTED = '1224044675406925824'
const FOUND_IN_TEXT = ['cashtags', 'hashtags', 'urls'].map((kind) =>
  POST_COLUMNS.findIndex(({ name }) => name === `entities.${kind}`),
)

/**
 * The csv line of this post without its entities. Tables have no positions of entities, so an import of a table drops
 * entities that are not in the text.
 */
function withoutInvented(line: string): string {
  if (!line.startsWith(INVENTED)) return line
  return cellsOf(line)
    .filter((_, at) => !FOUND_IN_TEXT.includes(at))
    .join(',')
}

async function linesOf(file: string): Promise<readonly string[]> {
  return (await readFile(file, 'utf8')).split('\n')
}

async function assertRoundTrips(t: TestContext, engine: Engine, files: readonly string[]): Promise<void> {
  const one = await place(t, engine)
  for (const file of files) await one.importing(file)
  const table = await one.exported('csv')
  for (const format of FORMATS) {
    const first = await one.exported(format)
    assert.ok((await linesOf(first)).length > 50)
    const other = await place(t, engine)
    await other.importing(first)
    const comparable = format === 'csv' ? withoutInvented : undefined
    await assertSame(first, await other.exported(format), comparable)
    // The format v1 has no annotations, polls and view counts of media.
    if (format === 'v2' || format === 'v2-flat')
      await assertSame(table, await other.exported('csv'), withoutRepliedName)
    // A second import changes nothing. In the fast part, one format is enough for this.
    if (!byPart(['csv'], FORMATS).includes(format)) continue
    await other.importing(first)
    await assertSame(first, await other.exported(format), comparable)
  }
  await assertParquet(await one.exported('parquet'), table)
}

/** Checks that a parquet file has the same cells as a csv file, except that texts in parquet keep their line breaks. */
async function assertParquet(file: string, table: string): Promise<void> {
  const rows = await parquetReadObjects({ file: Uint8Array.from(await readFile(file)).buffer })
  const id = POST_COLUMNS.findIndex(({ name }) => name === 'author.id')
  const lines = (await linesOf(table)).slice(1, -1).map((line) => cellsOf(line).toSpliced(id, 1))
  assert.equal(rows.length, lines.length)
  for (const [at, row] of rows.entries()) {
    const cells = PARQUET_COLUMNS.map(({ name, kind }) => {
      const value = row[name.replaceAll('.', '_')] as unknown
      return value === undefined || value === null ? '' : unquoted(cellText(kind, cellValueOf(kind, value)))
    })
    assert.deepEqual(cells, lines[at])
  }
}

function cellValueOf(kind: CellKind, value: unknown): unknown {
  if (kind === 'list') return JSON.parse(String(value))
  return value instanceof Date ? value.toISOString() : value
}

/** The cells of a line; no cell may contain a line break. */
function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => unquoted(cell))
}

function unquoted(cell: string): string {
  return cell.startsWith('"') && cell.endsWith('"') && cell.length > 1
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell
}

/** Counts that describe the data of one server; an import does not read them. */
const OWN_COUNTS = ['followers_count', 'following_count', 'tweet_count'].map((name) =>
  USER_COLUMNS.findIndex((column) => column.name === `public_metrics.${name}`),
)

/** Users without counts that describe the data of a server. */
function identities(lines: readonly string[], format: UserFormat): readonly unknown[] {
  const filled = lines.filter((line) => line !== '')
  if (format === 'csv')
    return filled.map((line, at) =>
      at === 0 ? line : cellsOf(line).filter((_, index) => !OWN_COUNTS.includes(index)),
    )
  const uncounted = (json: string) =>
    JSON.parse(json, (name, value: unknown) =>
      /^(?:statuses|favourites|followers|friends|following|tweet)_count$/.test(name) ? undefined : value,
    ) as unknown
  return filled.map(uncounted)
}

async function assertUserRoundTrips(t: TestContext, engine: Engine, files: readonly string[]): Promise<void> {
  const one = await place(t, engine)
  for (const file of files) await one.importingUsers(file)
  for (const format of USER_FORMATS) {
    const first = await one.exportedUsers(format)
    const lines = identities(await linesOf(first), format)
    assert.ok(lines.length > 0)
    const other = await place(t, engine)
    await other.importingUsers(first)
    assert.deepEqual(identities(await linesOf(await other.exportedUsers(format)), format), lines, format)
  }
}

async function assertFollowRoundTrips(t: TestContext, engine: Engine, file: string): Promise<void> {
  const one = await place(t, engine)
  await one.importingFollows(file)
  for (const format of FOLLOWS_FORMATS) {
    const first = await one.exportedFollows(format)
    assert.ok((await linesOf(first)).length > 100)
    const other = await place(t, engine)
    await other.importingFollows(first)
    await assertSame(first, await other.exportedFollows(format))
  }
}

const CREATED = 'Wed Aug 12 10:00:00 +0000 2020'
const MEDIA_LINK = { url: 'https://t.co/pic', display_url: 'pic.twitter.com/pic' }

/** Posts with cells that a csv reader can misunderstand, and with parts that the recorded posts lack. */
const ODD_POSTS: readonly Readonly<Record<string, unknown>>[] = [
  { full_text: 'None', user: { name: 'NA', description: 'null', location: 'N/A' } },
  {
    full_text: ' "quoted", and\nlines\n',
    user: { name: '"x", y', description: 'a\nb', location: ' there ' },
  },
  { full_text: 'an empty profile', user: { description: '', location: '' } },
  { full_text: 'a &amp; b &lt; c #tag #tags #tag $CASH @ben @nobody', user: {} },
  {
    full_text: 'two photos https://t.co/pic and https://t.co/page',
    user: { description: 'see https://t.co/d', url: 'https://t.co/home' },
    entities: {
      ...{ hashtags: [], symbols: [], user_mentions: [] },
      urls: [
        {
          url: 'https://t.co/page',
          expanded_url: 'https://a.example/?a=1,2',
          display_url: 'a.example/?a=1,2',
          indices: [32, 49],
        },
      ],
    },
    extended_entities: {
      media: ['photo', 'photo'].map((type, at) => ({
        ...{ id_str: `127000000000000000${at}`, type, indices: [11, 27], ...MEDIA_LINK },
        expanded_url: 'https://twitter.com/u5/status/1293500000000000005/photo/1',
        media_url_https: `https://p.example/${at}.jpg`,
        ext_alt_text: 'an "owl", at\nnight',
        sizes: { large: { w: 4, h: 3, resize: 'fit' } },
      })),
    },
  },
  {
    full_text: '@ben mentioned with an id',
    user: {},
    in_reply_to_status_id_str: '1293500000000000001',
    in_reply_to_user_id_str: '77',
    in_reply_to_screen_name: 'Ben_Then',
    entities: {
      ...{ hashtags: [], symbols: [], urls: [] },
      user_mentions: [{ screen_name: 'ben', name: 'Ben', id_str: '77', indices: [0, 4] }],
    },
  },
  { full_text: 'withheld', user: { withheld_in_countries: ['FR'] }, withheld_in_countries: ['DE', 'FR'] },
  { full_text: 'a #tag that is none', user: {}, entities: { hashtags: [], urls: [], user_mentions: [] } },
]

function oddPosts(): string {
  const posts = ODD_POSTS.map(({ user, ...post }, at) => ({
    ...{ id_str: `129350000000000000${at + 1}`, created_at: CREATED, ...post },
    user: { id_str: `${at + 1}`, screen_name: `u${at + 1}`, created_at: CREATED, ...(user as object) },
  }))
  const reposts = posts.map((post, at) => ({
    ...{ id_str: `12935000000000001${at + 10}`, created_at: CREATED, full_text: 'RT' },
    user: { id_str: '99', screen_name: 'rose', description: '' },
    retweeted_status: post,
  }))
  return [...posts, ...reposts].map((post) => JSON.stringify(post)).join('\n')
}

const LONG = `${'long '.repeat(80)}#tag`

/** A short post, two posts with more than 280 characters, and a repost of the first of these. */
function longPosts(): string {
  const user = { id_str: '7', screen_name: 'u7', created_at: CREATED }
  const posts = ['short', LONG, `${LONG} &amp; more`].map((full_text, at) => ({
    ...{ id_str: `129350000000000000${at + 1}`, created_at: CREATED, full_text, user },
  }))
  const repost = {
    ...{ id_str: '1293500000000000011', created_at: CREATED, full_text: 'RT', retweeted_status: posts[1] },
    user: { id_str: '99', screen_name: 'rose', created_at: CREATED },
  }
  return [...posts, repost].map((post) => JSON.stringify(post)).join('\n')
}

interface Noted {
  readonly note_tweet?: { readonly text: string }
  readonly referenced_tweets?: readonly Noted[]
}

/** The text of `note_tweet` of a line; for a repost, that of its original. */
function notesIn(line: string): unknown {
  const { note_tweet, referenced_tweets: [original] = [] } = JSON.parse(line) as Noted
  return original === undefined ? note_tweet?.text : { retweeted: original.note_tweet?.text }
}

function withoutNotes(line: string): string {
  if (line === '') return line
  const whole = JSON.parse(line, (name, value: unknown) => (name === 'note_tweet' ? undefined : value))
  return JSON.stringify(whole)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/exports.md#writing: an imported export equals the original, on ${engine}`, () => {
    test('an extract of the recorded posts is equal', async (t) => {
      await assertRoundTrips(t, engine, [fixture('posts/recorded.jsonl.gz'), fixture('posts/v2.jsonl')])
    })

    test('posts with unusual csv cells are equal', async (t) => {
      const one = await place(t, engine)
      const file = join(one.directory, 'odd.jsonl')
      await writeFile(file, oddPosts())
      await one.importing(file)
      const first = await one.exported('csv')
      assert.equal((await linesOf(first)).length, 2 * ODD_POSTS.length + 2)
      const other = await place(t, engine)
      await other.importing(first)
      await assertSame(first, await other.exported('csv'))
      // An import of csv and an import of objects give posts the same texts, names, mentions, media and hashtags.
      const read = async (path: string) =>
        (await linesOf(path))
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      const shown = async (path: string) =>
        (await read(path)).map(({ full_text, entities, extended_entities, in_reply_to_screen_name }) => ({
          ...{ full_text, entities, extended_entities, in_reply_to_screen_name },
        }))
      const [before, after] = [await shown(await one.exported('v1')), await shown(await other.exported('v1'))]
      const { entities: mentioned, ...reply } = after[5] ?? {}
      const { entities: _, ...replyBefore } = before[5] ?? {}
      assert.deepEqual(reply, replyBefore)
      assert.deepEqual(
        (mentioned as { user_mentions: unknown[] }).user_mentions,
        [],
        'the id is not in the table',
      )
      assert.deepEqual(after.toSpliced(5, 1).slice(0, 7), before.toSpliced(5, 1).slice(0, 7))
    })

    test('long posts of v2-flat with note_tweet are equal', async (t) => {
      const one = await place(t, engine)
      const file = join(one.directory, 'long.jsonl')
      await writeFile(file, longPosts())
      await one.importing(file)
      const [plain, noted] = [await one.exported('v2-flat'), await one.exported('v2-flat', true)]
      const lines = (await linesOf(noted)).filter((line) => line !== '').map(notesIn)
      assert.deepEqual(lines, [undefined, LONG, `${LONG} &amp; more`, { retweeted: LONG }])
      await assertSame(plain, noted, withoutNotes)
      assert.notDeepEqual(await linesOf(plain), await linesOf(noted))
      const other = await place(t, engine)
      await other.importing(noted)
      await assertSame(noted, await other.exported('v2-flat', true))
      await assertSame(plain, await other.exported('v2-flat'))
    })

    test('users are equal', async (t) => {
      await assertUserRoundTrips(t, engine, [fixture('users/users.jsonl'), fixture('forms/v2-users.jsonl')])
    })

    test('follows are equal', async (t) => {
      const few = async () => {
        const lines = gunzipSync(await readFile(fixture('graph/followers.edges.gz')))
          .toString()
          .split('\n')
        return writeLines(join(await temporaryDirectory(t), 'few.edges'), lines.slice(0, 600))
      }
      const whole = async () => fixture('graph/followers.edges.gz')
      await assertFollowRoundTrips(t, engine, await byPart(few, whole)())
    })

    const skip = existsSync(shared(''))
      ? false
      : `there is no ${shared('')}: the fixtures are taken in its place`
    const allIn = (folder: string) =>
      readdirSync(shared(folder))
        .filter((name) => name.endsWith('.jsonl.gz'))
        .map((name) => join(shared(folder), name))

    slowTest('all recorded posts', { skip }, async (t) => {
      assert.equal(allIn('tweets').length, 6)
      await assertRoundTrips(t, engine, allIn('tweets'))
    })

    slowTest('all recorded users', { skip }, async (t) => {
      assert.equal(allIn('users').length, 6)
      await assertUserRoundTrips(t, engine, allIn('users'))
    })

    slowTest('all recorded follows', { skip }, async (t) => {
      await assertFollowRoundTrips(t, engine, shared('graph/followers.edges.gz'))
    })
  })
}
