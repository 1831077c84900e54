import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import type { Engine } from '../db/query.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { findFullUsers } from '../domain/accounts/find-users.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { exportPostsFile } from './posts.ts'

const FIXTURES = new URL('../../test/fixtures/posts/', import.meta.url)
const V2 = fileURLToPath(new URL('v2.jsonl', FIXTURES))
const V11 = fileURLToPath(new URL('recorded.jsonl.gz', FIXTURES))
/** Directory of recorded responses, which exists only on some machines. Some of these responses contain v2 posts. */
const SHARED = fileURLToPath(
  new URL('../../../shared/data/responses/library-fixtures.jsonl.gz', import.meta.url),
)

const V11_TIME = 'Wed Aug 12 10:00:00 +0000 2020'

type Members = Readonly<Record<string, unknown>>

interface Line {
  readonly data: Members & { readonly id: string }
  readonly includes?: Readonly<Record<string, readonly Members[]>>
}

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  return {
    context,
    store,
    importing: (file: string) => importPostsFile(context, file, { data: config.data }),
    async exported(name = 'posts.jsonl') {
      const file = join(directory, name)
      await exportPostsFile(store, file, { format: 'v2', selection: { includesProtected: true } })
      const bytes = await readFile(file)
      return { file, text: (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() }
    },
    async fileOf(lines: readonly unknown[]) {
      const file = join(directory, 'some.jsonl')
      await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
      return file
    },
  }
}

function linesOf(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** Imports files, exports the posts, imports the export into an empty store and exports again. Returns both exports. */
async function thereAndBack(t: TestContext, engine: Engine, files: readonly string[]) {
  const one = await place(t, engine)
  for (const file of files) assert.equal((await one.importing(file)).rejected, 0, file)
  const first = await one.exported('posts.jsonl.gz')
  const other = await place(t, engine)
  const report = await other.importing(first.file)
  assert.equal(report.rejected, 0)
  const second = await other.exported()
  return { first: first.text, second: second.text, posts: report.imported }
}

/**
 * Fields of recorded posts that are exported differently, with the reason (docs/decisions/0017-imported-posts.md). The
 * export must contain all other recorded values unchanged, at every depth. The export may have further values.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  'entities.urls.status': 'is a number',
  'attachments.media_keys':
    'a key begins with what the medium is; one was recorded with that of a photo for a video',
  'media.media_key': 'as attachments.media_keys',
  'media.url': 'of a video it is the picture, and preview_image_url says so',
}

function differences(recorded: unknown, shown: unknown, path: string): string[] {
  if (path in OTHERWISE || recorded === shown) return []
  if (Array.isArray(recorded) && Array.isArray(shown)) {
    const counted = recorded.length === shown.length ? [] : [path]
    return [...counted, ...recorded.flatMap((entry, index) => differences(entry, shown[index], path))]
  }
  if (typeof recorded !== 'object' || recorded === null || typeof shown !== 'object' || shown === null) {
    return [path]
  }
  return Object.entries(recorded).flatMap(([name, value]) =>
    differences(value, (shown as Members)[name], path === '' ? name : `${path}.${name}`),
  )
}

/** Checks that each recorded post is exported with equal fields and includes, except users. */
function assertShown(recorded: readonly Line[], shown: readonly Line[]): void {
  const byId = new Map(shown.map((line) => [line.data.id, line]))
  for (const { data, includes = {} } of recorded) {
    const found = byId.get(data.id)
    assert.ok(found !== undefined, data.id)
    assert.deepEqual(differences(data, found.data, ''), [], data.id)
    for (const kind of ['media', 'places', 'polls'] as const) {
      assert.deepEqual(differences(includes[kind] ?? [], found.includes?.[kind] ?? [], kind), [], data.id)
    }
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#export: export posts --format v2 on ${engine}`, () => {
    test('exports recorded v2 posts; after an import, a second export has the same bytes', async (t) => {
      const { first, second, posts } = await thereAndBack(t, engine, [V2])
      assert.ok(posts > 0)
      assert.equal(second, first)
      assertShown(linesOf(await readFile(V2, 'utf8')), linesOf(first))
    })

    test('private metrics, media without links and texts without entities have the same bytes in a second export', async (t) => {
      const { fileOf } = await place(t, engine)
      const figures = { impression_count: 7, retweet_count: 1, like_count: 2 }
      const common = { author_id: '11', created_at: '2020-08-12T10:00:00.000Z' }
      const data = [
        {
          ...common,
          id: '1293500000000001001',
          text: 'sold',
          organic_metrics: figures,
          promoted_metrics: figures,
        },
        { ...common, id: '1293500000000001002', text: 'shown', attachments: { media_keys: ['3_5'] } },
        { ...common, id: '1293500000000001003', text: 'a #tag that is none', entities: {} },
        { ...common, id: '1293500000000001004', text: 'a #tag and https://t.co/a' },
      ]
      const media = [{ media_key: '3_5', type: 'photo', url: 'https://p.example/5.jpg' }]
      const file = await fileOf([
        { data, includes: { users: [{ id: '11', username: 'ann', name: 'Ann' }], media } },
      ])
      const { first, second, posts } = await thereAndBack(t, engine, [file])
      assert.equal(posts, 4)
      assert.equal(second, first)
      const [sold, shown, none, derived] = linesOf(first).map((line) => line.data)
      assert.deepEqual(
        [sold?.['organic_metrics'], sold?.['promoted_metrics']],
        [
          { ...figures, reply_count: 0, user_profile_clicks: 0 },
          { ...figures, reply_count: 0, user_profile_clicks: 0 },
        ],
      )
      assert.deepEqual([shown?.['entities'], none?.['entities']], [undefined, {}])
      assert.deepEqual(derived?.['entities'], {
        urls: [
          {
            start: 11,
            end: 25,
            url: 'https://t.co/a',
            expanded_url: 'https://t.co/a',
            display_url: 't.co/a',
          },
        ],
        hashtags: [{ start: 2, end: 6, tag: 'tag' }],
      })
    })

    test('posts that were imported from v1.1 objects have the same bytes in a second export', async (t) => {
      const { first, second, posts } = await thereAndBack(t, engine, [V11])
      assert.ok(posts > 50)
      assert.equal(second, first)
    })

    test('a user with a default picture is exported with a default picture', async (t) => {
      const one = await place(t, engine)
      const DEFAULTS = 'abs.twimg.com/sticky/default_profile_images'
      const common = { created_at: '2020-01-01T00:00:00.000Z', description: '' }
      const users = [
        {
          ...common,
          id: '11',
          name: 'Ann',
          username: 'ann',
          profile_image_url: `https://${DEFAULTS}/a_normal.png`,
        },
        { ...common, id: '12', name: 'Ben', username: 'ben', profile_image_url: undefined },
        {
          ...common,
          id: '13',
          name: 'Cid',
          username: 'cid',
          profile_image_url: 'https://example.org/c_normal.png',
        },
      ]
      const posts = users.map(({ id }, index) => ({
        id: String(1_293_500_000_000_000_000n + BigInt(index)),
        text: `By ${id}`,
        author_id: id,
        created_at: '2020-08-12T10:00:00.000Z',
      }))
      const old = {
        id: 14,
        id_str: '14',
        screen_name: 'dan',
        name: 'Dan',
        created_at: 'Wed May 23 06:01:13 +0000 2007',
        description: '',
        default_profile_image: true,
        profile_image_url_https: `https://${DEFAULTS}/d_normal.png`,
      }
      const v11 = { id_str: '1293500000000000009', text: 'By 14', user: old, created_at: V11_TIME }
      assert.equal(
        (await one.importing(await one.fileOf([{ data: posts, includes: { users } }]))).rejected,
        0,
      )
      assert.equal((await one.importing(await one.fileOf([v11]))).rejected, 0)
      const { file, text } = await one.exported()
      assert.deepEqual(
        linesOf(text).map(({ includes }) => includes?.['users']?.[0]?.['profile_image_url']),
        [...users.map((user) => user.profile_image_url), old.profile_image_url_https],
      )
      const other = await place(t, engine)
      await other.importing(file)
      assert.equal((await other.exported()).text, text)
      const profiles = await findFullUsers(other.store, [11n, 14n])
      for (const { profile } of profiles.values()) assert.equal(profile.imageUrl, undefined)
    })
  })
}

describe('export posts --format v2', () => {
  const missing = existsSync(SHARED) ? false : `there is no ${SHARED}: the fixture is taken in its place`
  test('exports every v2 post of the recorded responses', { skip: missing }, async (t) => {
    const answers = gunzipSync(await readFile(SHARED))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly json: Line }).json)
      .filter((answer) => answer?.data?.['text'] !== undefined && 'author_id' in answer.data)
    assert.equal(answers.length, 2)
    const { fileOf } = await place(t, 'sqlite')
    const { first, second } = await thereAndBack(t, 'sqlite', [await fileOf(answers)])
    assert.equal(second, first)
    assertShown(answers, linesOf(first))
  })

  test('a post is exported with all objects that it refers to, including the users that it mentions', async (t) => {
    const { importing, exported, fileOf, context } = await place(t, 'sqlite')
    const [ann, ben] = [
      {
        id: '11',
        name: 'Ann',
        username: 'ann',
        created_at: '2020-01-01T00:00:00.000Z',
        description: '',
        verified: true,
      },
      { id: '12', name: 'Ben', username: 'ben', created_at: '2020-01-02T00:00:00.000Z', protected: false },
    ]
    const idOf = (number: number) => String(1_293_500_000_000_000_000n + BigInt(number))
    const created_at = '2020-08-12T10:00:00.000Z'
    const poll = { id: '77', options: [{ position: 1, label: 'Yes', votes: 3 }], voting_status: 'open' }
    const asked = {
      id: idOf(1),
      text: 'Yes? &amp; no @ben',
      author_id: '11',
      created_at,
      attachments: { poll_ids: ['77'], media_keys: ['3_5', '3_6'] },
      geo: { place_id: 'abc', coordinates: { type: 'Point', coordinates: [13.4, 52.5] } },
      entities: { mentions: [{ start: 14, end: 18, username: 'ben', id: '12' }] },
      withheld: { copyright: false, country_codes: ['DE'], scope: 'tweet' },
      public_metrics: { retweet_count: 1, reply_count: 2, like_count: 3, quote_count: 4 },
      non_public_metrics: { impression_count: 9, url_link_clicks: 1, user_profile_clicks: 2 },
      reply_settings: 'everyone',
    }
    const place_ = {
      id: 'abc',
      full_name: 'Berlin, Germany',
      name: 'Berlin',
      country_code: 'DE',
      country: 'Germany',
    }
    const media = {
      media_key: '3_5',
      type: 'photo',
      url: 'https://example.org/a.jpg',
      width: 4,
      height: 3,
      alt_text: 'A',
    }
    const reposted = {
      id: idOf(2),
      text: 'RT @ann: Yes? &amp; no @ben',
      author_id: '12',
      created_at,
      referenced_tweets: [{ type: 'retweeted', id: idOf(1) }],
    }
    const includes = { users: [ann, ben], places: [place_], media: [media], polls: [poll] }
    await importing(await fileOf([{ data: [asked, reposted], includes }]))
    await changeUserState(context, { userId: 12n, action: 'suspend' })
    const { file, text } = await exported()
    const [first, second] = linesOf(text)
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual(differences(asked, first.data, ''), [])
    assert.deepEqual(Object.keys(first), ['data', 'includes'])
    assert.deepEqual(Object.keys(first.includes ?? {}), ['users', 'places', 'media', 'polls'])
    assert.deepEqual(differences({ places: [place_], media: [media], polls: [poll] }, first.includes, ''), [])
    assert.deepEqual(
      first.includes?.['users']?.map(({ username, suspended }) => [username, suspended]),
      [
        ['ann', undefined],
        ['ben', true],
      ],
    )
    assert.deepEqual(second.data['referenced_tweets'], [{ type: 'retweeted', id: idOf(1) }])
    assert.deepEqual(second.includes?.['tweets'], [first.data])
    const other = await place(t, 'sqlite')
    await other.importing(file)
    assert.equal((await other.exported()).text, text)
  })
})
