/** Tables of posts and users have the columns and the cells of twarc-csv. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { twarcCsv, twarcUsersCsv } from '../../test/support/files/twarc-csv.ts'
import * as fc from '../../test/support/properties.ts'
import { everyUser } from '../domain/accounts/every-user.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { cellWriter, csvHead } from './columns/csv.ts'
import { parquetTable } from './columns/parquet.ts'
import { POST_COLUMNS } from './columns/post-columns.ts'
import { pythonJson } from './columns/python-json.ts'
import { USER_COLUMNS } from './columns/user-columns.ts'
import { exportPostsFile, type PostFormat } from './posts.ts'
import { exportUsersFile } from './users.ts'
import { flatUser } from './v2-flat.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../test/fixtures/posts/${name}`, import.meta.url))

const POSTS_HEAD = `id conversation_id referenced_tweets.replied_to.id referenced_tweets.retweeted.id
referenced_tweets.quoted.id author_id in_reply_to_user_id in_reply_to_username retweeted_user_id retweeted_username
quoted_user_id quoted_username created_at text lang source public_metrics.impression_count public_metrics.reply_count
public_metrics.retweet_count public_metrics.quote_count public_metrics.like_count public_metrics.bookmark_count
reply_settings edit_history_tweet_ids edit_controls.edits_remaining edit_controls.editable_until
edit_controls.is_edit_eligible possibly_sensitive withheld.scope withheld.copyright withheld.country_codes
entities.annotations entities.cashtags entities.hashtags entities.mentions entities.urls context_annotations
attachments.media attachments.media_keys attachments.poll.duration_minutes attachments.poll.end_datetime
attachments.poll.id attachments.poll.options attachments.poll.voting_status attachments.poll_ids author.id
author.created_at author.username author.name author.description author.entities.description.cashtags
author.entities.description.hashtags author.entities.description.mentions author.entities.description.urls
author.entities.url.urls author.url author.location author.pinned_tweet_id author.profile_image_url author.protected
author.public_metrics.followers_count author.public_metrics.following_count author.public_metrics.listed_count
author.public_metrics.tweet_count author.verified author.verified_type author.withheld.scope author.withheld.copyright
author.withheld.country_codes geo.coordinates.coordinates geo.coordinates.type geo.country geo.country_code geo.full_name
geo.geo.bbox geo.geo.type geo.id geo.name geo.place_id geo.place_type matching_rules __twarc.retrieved_at __twarc.url
__twarc.version`.split(/\s+/)

const USERS_HEAD =
  `id created_at username name description entities.description.cashtags entities.description.hashtags
entities.description.mentions entities.description.urls entities.url.urls location pinned_tweet_id profile_image_url
protected public_metrics.followers_count public_metrics.following_count public_metrics.listed_count
public_metrics.tweet_count url verified verified_type withheld.scope withheld.copyright withheld.country_codes
__twarc.retrieved_at __twarc.url __twarc.version`.split(/\s+/)

/**
 * Posts that test rules about cells: line breaks, quotes, commas, entities, a long text and a list of
 * countries. {@link oddPosts} adds a repost of each of these posts.
 */
const ODD_POSTS = [
  {
    full_text: 'two\r\nlines, "quoted"',
    user: { id: 11, screen_name: 'ann', name: 'A, "n"\nn', description: ',' },
  },
  {
    full_text: 'é #tag $CASH @ben 🙂',
    user: { id: 12, screen_name: 'ben', verified: true, protected: true },
  },
  {
    full_text: `${'long '.repeat(80)}end`,
    user: { id: 11, screen_name: 'ann' },
    withheld_in_countries: ['DE'],
  },
]

function oddPosts(): object[] {
  const created_at = 'Wed Aug 12 10:00:00 +0000 2020'
  const posts = ODD_POSTS.map((post, at) => ({ ...post, created_at, id_str: `12935000000000000${10 + at}` }))
  const reposts = posts.map((post, at) => ({
    ...{ created_at, id_str: `12935000000000000${20 + at}`, user: { id: 13, screen_name: 'cem' } },
    full_text: 'RT',
    retweeted_status: post,
  }))
  return [...posts, ...reposts]
}

describe('spec/exports.md#csv-columns', () => {
  test('tables of posts have 84 columns and tables of users have 27 columns, in the given order', () => {
    assert.deepEqual([POSTS_HEAD.length, USERS_HEAD.length], [84, 27])
    assert.deepEqual(
      POST_COLUMNS.map(({ name }) => name),
      POSTS_HEAD,
    )
    assert.deepEqual(
      USER_COLUMNS.map(({ name }) => name),
      USERS_HEAD,
    )
  })
})

describe('spec/exports.md#cells', () => {
  test('tables of posts and users equal the tables that twarc-csv makes of the flattened export', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    const { context, store } = await testRuntime(t, config)
    const directory = await temporaryDirectory(t)
    const odd = join(directory, 'odd.jsonl')
    await writeFile(
      odd,
      oddPosts()
        .map((post) => JSON.stringify(post))
        .join('\n'),
    )
    for (const file of [fixture('recorded.jsonl.gz'), fixture('v2.jsonl'), odd]) {
      assert.equal((await importPostsFile(context, file, { data: config.data })).rejected, 0)
    }
    const exported = async (format: PostFormat) => {
      const file = join(directory, format)
      await exportPostsFile(store, file, { format, selection: { includesProtected: true } })
      return readFile(file, 'utf8')
    }
    const flat = (await exported('v2-flat')).trimEnd().split('\n')
    const tweets = flat.map((line) => JSON.parse(line) as object)
    const expected = twarcCsv(tweets, POSTS_HEAD).split('\n')
    const written = (await exported('csv')).split('\n').map(withoutRepliedName)
    for (const [at, line] of written.entries()) assert.equal(line, expected[at])
    assert.equal(written.length, expected.length)
    assert.ok(written.length > 60)

    const columns = POSTS_HEAD.filter((name) => name !== 'author.id').map((name) => name.replaceAll('.', '_'))
    const file = join(directory, 'posts.parquet')
    await exportPostsFile(store, file, { format: 'parquet', selection: { includesProtected: true } })
    const rows = await parquetReadObjects({ file: Uint8Array.from(await readFile(file)).buffer })
    assert.deepEqual(Object.keys(rows[0] ?? {}), columns)
    assert.deepEqual(
      rows.map(({ id, text }) => [id, text]),
      tweets.map((tweet) => [(tweet as { id: string }).id, textOf(tweet)]),
    )
    const compressed = exportPostsFile(store, `${file}.gz`, { format: 'parquet' })
    await assert.rejects(compressed, /parquet is compressed already/)

    const users: object[] = []
    for await (const some of everyUser(store)) users.push(...some.map(flatUser))
    const usersFile = join(directory, 'users')
    assert.equal(await exportUsersFile(store, usersFile, { format: 'csv' }), users.length)
    assert.equal(await readFile(usersFile, 'utf8'), twarcUsersCsv(users, USERS_HEAD))
  })

  test('spec/exports.md#parquet: parquet has the same cells as csv with types, in row groups', () => {
    const columns = [
      { name: 'a.id', kind: 'id' },
      { name: 'b', kind: 'text' },
      { name: 'c', kind: 'count' },
      { name: 'd', kind: 'flag' },
      { name: 'e', kind: 'time' },
      { name: 'f', kind: 'list' },
    ] as const
    const at = '2020-08-12T10:00:00.000Z'
    const present = ['9223372036854775807', 'é\r\n"', 2 ** 53 - 1, false, at, [{ x: 'é' }]]
    const none = [undefined, '', undefined, undefined, undefined, null]
    const sink = parquetTable(columns, 2)
    const pieces = [
      sink.begin(),
      sink.rows([present, none, present]),
      sink.rows([]),
      sink.rows([none, present]),
      sink.end(),
    ]
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    const buffer = Uint8Array.from(bytes).buffer
    const { row_groups, schema } = parquetMetadata(buffer)
    assert.deepEqual(
      row_groups.map(({ num_rows }) => num_rows),
      [2n, 2n, 1n],
    )
    assert.deepEqual(
      row_groups[0]?.columns.map(({ meta_data }) => meta_data?.codec),
      columns.map(() => 'SNAPPY'),
    )
    assert.deepEqual(
      schema.slice(1).map(({ name, type, converted_type }) => [name, type, converted_type]),
      [
        ['a_id', 'BYTE_ARRAY', 'UTF8'],
        ['b', 'BYTE_ARRAY', 'UTF8'],
        ['c', 'INT64', undefined],
        ['d', 'BOOLEAN', undefined],
        ['e', 'INT64', 'TIMESTAMP_MILLIS'],
        ['f', 'BYTE_ARRAY', 'UTF8'],
      ],
    )
    const read = {
      a_id: present[0],
      b: present[1],
      c: 9_007_199_254_740_991n,
      d: false,
      e: new Date(at),
      f: '[{"x":"é"}]',
    }
    const absent = { a_id: null, b: '', c: null, d: null, e: null, f: null }
    return parquetReadObjects({ file: buffer }).then((rows) =>
      assert.deepEqual(
        rows.map((row) => ({ ...absent, ...withoutUndefined(row) })),
        [read, absent, read, absent, read],
      ),
    )
  })

  test('lists are JSON as Python writes it', () => {
    assert.equal(
      pythonJson(['é', { a: 1, b: undefined, c: null }, true]),
      '["\\u00e9", {"a": 1, "c": null}, true]',
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(JSON.parse(pythonJson(value)), JSON.parse(JSON.stringify(value)))
        assert.match(pythonJson(value), /^[\x20-\x7e]*$/)
      }),
    )
  })

  test('any text becomes one cell in one line', () => {
    const columns = [
      { name: 'one', kind: 'text' },
      { name: 'two', kind: 'text' },
    ] as const
    assert.equal(csvHead(columns), 'one,two\n')
    const write = cellWriter(columns)
    fc.assert(
      fc.property(CELL, CELL, (one, two) => {
        const parts: string[] = []
        write({ one, two }, parts)
        const line = parts.join('')
        assert.doesNotMatch(line, /[\r\n]/)
        assert.deepEqual(cellsIn(line), [oneLined(one), oneLined(two)])
      }),
    )
  })
})

const CELL = fc.string({ unit: fc.constantFrom(...'a,"\n\r é\\') })

/** The text of the original of a repost. */
function textOf(tweet: object): string {
  const { text, referenced_tweets: references = [] } = tweet as Tweet
  return references.find(({ type }) => type === 'retweeted')?.text ?? text
}

interface Tweet {
  readonly text: string
  readonly referenced_tweets?: readonly { readonly type: string; readonly text?: string }[]
}

/** twarc-csv reads this name from the answered post, and exports do not include that post. */
const REPLIED_NAME = POSTS_HEAD.indexOf('in_reply_to_username')

function withoutRepliedName(line: string, at: number): string {
  const cells = line.split(',')
  // The columns before this column have only ids.
  if (at > 0 && line !== '') cells[REPLIED_NAME] = ''
  return cells.join(',')
}

function withoutUndefined(row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

function oneLined(text: string): string {
  return text.replaceAll('\r', '').replaceAll('\n', '\\n')
}

/** Splits one line into cells by the rules of RFC 4180. */
function cellsIn(line: string): string[] {
  const cells: string[] = []
  for (let rest = `,${line}`; rest !== ''; ) {
    const [whole, quoted, bare] = /^,(?:"((?:[^"]|"")*)"|([^",]*))/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`not csv: ${rest}`)
    cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    rest = rest.slice(whole.length)
  }
  return cells
}
