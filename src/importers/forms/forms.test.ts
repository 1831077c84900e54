import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import type { Context } from '../../domain/context.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { JsonReader } from '../../files/json-reader.ts'
import { InvalidItem } from '../json-fields.ts'
import { storeBatch } from '../store-batch.ts'
import { VALUE_FORMS } from './index.ts'
import { readValue } from './read-value.ts'

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/forms', import.meta.url))

/** Result of importing a fixture. */
interface Imported {
  /** Names of the forms, without repetitions. */
  readonly forms: readonly string[]
  readonly counts: readonly string[]
  readonly repairs: readonly string[]
  readonly reasons: readonly string[]
}

async function importFixture(context: Context, name: string): Promise<Imported> {
  const forms = new Set<string>()
  const counts: string[] = []
  const repairs: string[] = []
  const reasons: string[] = []
  const reader = new JsonReader()
  const content = await readFile(join(FIXTURES, name), 'utf8')
  for (const { text } of [...reader.take(content), ...reader.end()]) {
    try {
      const { form, items } = readValue(VALUE_FORMS, text, (path, fault) => repairs.push(`${path}: ${fault}`))
      forms.add(form.name)
      for (const item of items) if ('count' in item) counts.push(`${item.count} ${item.kind}: ${item.name}`)
      const stored = items.flatMap((item) => ('count' in item ? [] : [item]))
      await storeBatch(context, stored, async (_, { refused }) => {
        for (const { reason } of refused) reasons.push(reason)
      })
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      reasons.push(error.message)
    }
  }
  return { forms: [...forms], counts, repairs, reasons }
}

type Exported = Readonly<Record<string, unknown>> & { readonly id_str: string; readonly user: Exported }

async function exportedPosts(t: TestContext, store: Store): Promise<(number: number) => Exported> {
  const file = join(await temporaryDirectory(t), 'posts.jsonl')
  await exportPostsFile(store, file)
  const posts = linesIn(await readFile(file, 'utf8'))
  return (number) => {
    const id = String(1_293_500_000_000_001_000n + BigInt(number))
    return posts.find(({ id_str }) => id_str === id) ?? assert.fail(`no post ${number}`)
  }
}

async function exportedUsers(t: TestContext, store: Store): Promise<readonly Exported[]> {
  const file = join(await temporaryDirectory(t), 'users.jsonl')
  await exportUsersFile(store, file)
  return linesIn(await readFile(file, 'utf8'))
}

function linesIn(text: string): readonly Exported[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exported)
}

function part(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)?.[name], value)
}

const GONE = '1 counted: posts that the service no longer had'

/** Fixtures, each with the expected form of its values, counts and repairs. */
const FIXTURE_FILES: Readonly<Record<string, Partial<Imported>>> = {
  'v11-texts.jsonl': { forms: ['v1.1 post'] },
  'statuses.json': { forms: ['page of posts'], counts: [GONE] },
  'results.json': { forms: ['page of posts'] },
  'lookup-map.json': { forms: ['lookup of posts'], counts: [GONE] },
  'webhook.jsonl': {
    forms: ['webhook body'],
    counts: ['1 held-back: direct_message_events', '1 not-kept: favorite_events'],
  },
  'v2-pages.jsonl': {
    forms: ['v2 page'],
    counts: [
      GONE,
      '1 not-kept: lists',
      '1 not-kept: counts',
      '1 not-kept: spaces',
      '1 held-back: direct messages',
    ],
  },
  'v2-flat.jsonl': { forms: ['v2 post'], repairs: ['entities: not recorded'] },
  'acad-data.json': { forms: ['v2 post'] },
  'acad-users.json': { forms: ['page of users'] },
  'gnip.jsonl': { forms: ['Gnip activity'] },
  'snscrape.jsonl': { forms: ['snscrape post'] },
  'snscrape-older.jsonl': { forms: ['snscrape post'] },
  'twint.jsonl': { forms: ['twint post'], repairs: ['created_at: no time zone'] },
  'search-v1.json': {
    forms: ['page of posts'],
    repairs: ['entities: not recorded', 'entities: not recorded'],
  },
  'mongo.jsonl': { forms: ['v1.1 post'], repairs: ['entities: not recorded'] },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/data-files.md#post-objects: forms of posts on ${engine}`, () => {
    test('every form is recognised and stored, and an export contains its objects', async (t) => {
      const { context, store } = await place(t, engine)
      for (const [name, expected] of Object.entries(FIXTURE_FILES)) {
        const imported = await importFixture(context, name)
        const none = { counts: [], repairs: [], reasons: [] }
        assert.deepEqual(imported, { ...none, ...expected }, name)
      }
      const post = await exportedPosts(t, store)
      assertV11(post)
      assertV2(post)
      assertGnip(post)
      assertScrapers(post)
      assertMongo(post)
      const users = await exportedUsers(t, store)
      const ann = users.find(({ screen_name }) => screen_name === 'ann')
      assert.deepEqual([ann?.id_str, ann?.['description']], ['11', 'I am ann'])
    })
  })
}

async function place(t: TestContext, engine: Engine) {
  return testRuntime(t, await freshConfig(t, engine))
}

type Posts = (number: number) => Exported

function assertV11(post: Posts): void {
  assert.deepEqual(
    [41, 42, 43, 44, 45].map((number) => post(number)['full_text']),
    ['whole &amp; extended', 'full text', 'the whole note #end', 'trimmed', 'absent'],
  )
  assert.deepEqual(part(post(43), 'entities', 'hashtags', 0, 'indices'), [15, 19])
  assert.deepEqual(
    [post(44), post(45)].map(({ user }) => user['screen_name']),
    ['cat', 'user_14'],
  )
  for (const [number, text] of [
    [31, 'first'],
    [32, 'second'],
    [33, 'premium'],
    [34, 'looked up'],
    [36, 'hooked'],
  ] as const) {
    assert.equal(post(number)['full_text'], text)
  }
}

function assertV2(post: Posts): void {
  assert.deepEqual([post(51)['full_text'], post(52)['full_text']], ['on a page', 'of a stream'])
  const flat = post(54)
  assert.equal(part(flat, 'place', 'full_name'), 'Berlin, Germany')
  assert.deepEqual(part(flat, 'coordinates', 'coordinates'), [13.4, 52.5])
  assert.deepEqual(part(flat, 'entities', 'user_mentions', 0, 'name'), 'Ben')
  assert.equal(part(flat, 'extended_entities', 'media', 0, 'ext_alt_text'), 'an owl')
  assert.equal(part(flat, 'quoted_status', 'id_str'), post(55).id_str)
  assert.equal(
    part(post(55), 'extended_entities', 'media', 0, 'media_url_https'),
    'https://pbs.twimg.com/media/b.jpg',
    'media of a post inside a flattened post',
  )
  assert.equal(post(56)['quoted_status_id_str'], '1293500000000001057', 'the quoted post is gone')
  assert.deepEqual(
    [61, 62, 63].map((number) => [post(number)['full_text'], post(number).user['screen_name']]),
    [
      ['academic', 'ann'],
      ['academic two', 'ben'],
      ['included', 'ann'],
    ],
  )
}

function assertGnip(post: Posts): void {
  const first = post(1)
  assert.equal(first['full_text'], 'Tom &amp; Jerry #owl')
  assert.deepEqual(part(first, 'entities', 'hashtags', 0, 'indices'), [16, 20])
  assert.deepEqual([first['retweet_count'], first['favorite_count'], first['lang']], [6, 5, 'en'])
  assert.deepEqual(part(first, 'coordinates', 'coordinates'), [13.4, 52.5], 'longitude first')
  assert.deepEqual(
    [part(first, 'place', 'id'), part(first, 'place', 'country_code')],
    ['3078869807f9dd36', 'DE'],
  )
  assert.equal(part(post(2), 'retweeted_status', 'id_str'), first.id_str)
  assert.equal(post(3)['in_reply_to_status_id_str'], first.id_str)
  assert.equal(part(post(4), 'quoted_status', 'full_text'), 'quoted')
  assert.equal(post(7)['full_text'], 'of the later name #owl', 'an id of search.x.com')
  assert.equal(post(6)['full_text'], 'A long one with the whole text #end')
  assert.deepEqual(part(post(6), 'entities', 'hashtags', 0, 'indices'), [30, 34])
}

function assertScrapers(post: Posts): void {
  const first = post(11)
  assert.equal(first['full_text'], '1 &lt; 2 &amp; #owl @ben https://t.co/a https://t.co/m')
  assert.deepEqual(
    [
      part(first, 'entities', 'hashtags', 0, 'indices'),
      part(first, 'entities', 'user_mentions', 0, 'id_str'),
      part(first, 'entities', 'urls', 0, 'expanded_url'),
      part(first, 'entities', 'urls', 0, 'indices'),
    ],
    [[15, 19], '12', 'https://a.example/', [25, 39]],
  )
  assert.deepEqual(
    (part(first, 'extended_entities', 'media') as Exported[]).map(({ type }) => type),
    ['photo', 'video'],
  )
  assert.deepEqual([first['retweet_count'], first['quote_count']], [2, 4])
  assert.deepEqual(part(first, 'coordinates', 'coordinates'), [13.4, 52.5])
  assert.equal(part(post(12), 'retweeted_status', 'id_str'), first.id_str)
  assert.equal(part(post(13), 'quoted_status', 'full_text'), 'quoted')
  assert.equal(post(15)['quoted_status_id_str'], '1293500000000001016', 'a tombstone has its id')
  assert.equal(part(post(17), 'quoted_status', 'id_str'), first.id_str)
  assert.equal(part(post(18), 'entities', 'urls', 0, 'expanded_url'), 'https://b.example/')
  assert.equal(post(19).user['id_str'], '14')
  assert.equal(post(21)['full_text'], '1 &lt; 2 #owl https://a.example/')
  assert.equal(post(21)['created_at'], 'Wed Aug 12 10:00:00 +0000 2020', 'local time with its zone')
  assert.equal(post(22)['quoted_status_id_str'], '1293500000000001023')
  assert.equal(part(post(25), 'retweeted_status', 'full_text'), 'original')
}

function assertMongo(post: Posts): void {
  assert.deepEqual(
    [81, 82, 83, 84, 85].map((number) => post(number)['full_text']),
    ['canonical $AAPL', 'relaxed', 'id in _id', 'double', 'of the shell: ObjectId("x")'],
  )
  assert.deepEqual([post(81)['retweet_count'], post(81)['favorite_count']], [3, 4])
  assert.equal(post(85)['created_at'], 'Wed Aug 12 10:00:00 +0000 2020')
}
