/**
 * twarc2 searches, counts and pages an archive of thousands of posts. The posts that twarc2 collects must
 * equal the output of `export posts`, after twarc2 has flattened both.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { aviary } from '../../support/aviary.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { pick } from '../support/cases.ts'
import { needing } from '../support/installs.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { archive, QUERY, TIMES } from './archive.ts'
import { Twarc } from './twarc.ts'

const POSTS = 20_000

/** Number of hydrated posts. twarc2 requests a hundred at a time. */
const HYDRATED = 1_000

/**
 * The fields that twarc2 requests by default, without context annotations, because a page with annotations
 * has at most 100 posts. They are listed here, because the option of twarc2 that leaves out annotations also
 * leaves out the fields of edits.
 */
const TWEET_FIELDS = [
  ...['attachments', 'author_id', 'conversation_id', 'created_at', 'edit_controls', 'edit_history_tweet_ids'],
  ...['entities', 'geo', 'id', 'in_reply_to_user_id', 'lang', 'possibly_sensitive', 'public_metrics'],
  ...['referenced_tweets', 'reply_settings', 'source', 'text', 'withheld'],
].join(',')

/** Fields of an export that twarc2 does not request, or that only an author sees. */
const ONLY_EXPORTED = new Set([
  'display_text_range',
  'non_public_metrics',
  'organic_metrics',
  'promoted_metrics',
  'note_tweet',
])

const REFERENCES: ReadonlySet<unknown> = new Set(['replied_to', 'quoted', 'retweeted'])

/** Imports the archive into the network, and exports its posts. @returns path of the export */
async function exportArchive(stage: Stage, count: number): Promise<string> {
  const file = join(stage.place.data, 'archive.jsonl')
  await writeFile(
    file,
    archive(count)
      .map((post) => JSON.stringify(post))
      .join('\n'),
  )
  const { imported } = await aviary(stage.place, 'import', 'posts', file)
  assert.equal(imported, count)
  const exported = join(stage.place.data, 'export.jsonl')
  await aviary(stage.place, 'export', 'posts', exported, '--format', 'v2')
  return exported
}

type Tweet = Record<string, unknown>
type Tweets = ReadonlyMap<string, Tweet>

/** The posts in a file of flat posts, by id. @param wanted ids */
async function tweetsIn(path: string, wanted: ReadonlySet<string>): Promise<Tweets> {
  const tweets = new Map<string, Tweet>()
  for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) {
    const tweet = JSON.parse(line) as Tweet
    if (wanted.has(String(tweet['id']))) tweets.set(String(tweet['id']), without(tweet) as Tweet)
  }
  return tweets
}

/**
 * The object without fields that only exports have, at every depth. References keep only type and id:
 * `includes` of a response does not repeat posts of its `data`, and `includes` of an export has no posts that
 * are replied to.
 */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  const { type, id } = value as Tweet
  if (REFERENCES.has(type)) return { type, id }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ONLY_EXPORTED.has(name))
      .map(([name, item]) => [name, without(item)]),
  )
}

/** Compares object by object, so that a failure shows only one object. */
function assertSame(collected: Tweets, expected: Tweets, ids: readonly string[]): void {
  assert.equal(collected.size, ids.length)
  for (const id of ids) assert.deepEqual(collected.get(id), expected.get(id), id)
}

/** Checks that the collected posts have media and references of each kind. */
function assertVaried(tweets: Tweets): void {
  const all = [...tweets.values()]
  const types = all.flatMap((tweet) => pick(tweet, 'referenced_tweets.*.type') ?? [])
  assert.deepEqual(new Set(types), REFERENCES)
  const kinds = all.flatMap((tweet) => pick(tweet, 'attachments.media.*.type') ?? [])
  assert.deepEqual(new Set(kinds), new Set(['photo', 'video']))
  const reposted = all.find((tweet) => pick(tweet, 'referenced_tweets.0.type') === 'retweeted')
  assert.match(String(reposted?.['text']), /^RT @archive_/)
}

async function untilIndexed(t: TestContext, twarc: Twarc, last: string): Promise<void> {
  for (;;) {
    const words = ['--archive', '--hide-progress', '--limit', '1', ...TIMES, QUERY, '>look']
    const { ids, stderr } = await twarc.run('search', words, {})
    assert.equal(stderr, '')
    if (ids[0] === last) return
    t.diagnostic('the archive is being indexed')
  }
}

for (const engine of CLIENT_ENGINES) {
  test(`twarc2 collects an archive of ${POSTS} posts on ${engine}`, needing('twarc'), async (t) => {
    const stage = await setStage(t, engine)
    const exported = await exportArchive(stage, POSTS)
    const twarc = await Twarc.start(t, stage)
    const stdin = `${stage.network.app.bearer_token}\nn\n`
    await twarc.run('configure', [], { stdin })
    const ids = archive(POSTS).map((post) => String(post['id_str']))
    await untilIndexed(t, twarc, ids.at(-1) ?? '')

    await t.test('counts --archive counts all posts', async () => {
      const words = ['--archive', '--granularity', 'day', '--csv', ...TIMES, QUERY, '>counts']
      assert.equal((await twarc.run('counts', words, {})).total, POSTS)
    })

    await t.test('search --archive pages through all posts, newest first', async () => {
      const words = ['--archive', '--tweet-fields', TWEET_FIELDS, ...TIMES, QUERY, '>search']
      const { ids: found, lines } = await twarc.run('search', words, {})
      assert.deepEqual(found, ids.toReversed())
      assert.equal(lines.length, POSTS / 500)
    })

    await writeFile(twarc.path('export'), await readFile(exported))
    await twarc.run('flatten', ['<export', '>expected'], {})
    const expected = await tweetsIn(twarc.path('expected'), new Set(ids))
    assertVaried(expected)

    await t.test('the flattened posts of search equal the flattened posts of the export', async () => {
      await twarc.run('flatten', ['<search', '>searched'], {})
      assertSame(await tweetsIn(twarc.path('searched'), new Set(ids)), expected, ids)
    })

    await t.test('the flattened posts of hydrate equal the flattened posts of the export', async () => {
      const { words } = await twarc.run('dehydrate', ['<search', '>ids'], {})
      assert.equal(words.length, POSTS)
      const chosen = words.slice(0, HYDRATED)
      await writeFile(twarc.path('chosen'), chosen.join('\n'))
      await twarc.run('hydrate', ['<chosen', '>hydrated'], {})
      await twarc.run('flatten', ['<hydrated', '>collected'], {})
      assertSame(await tweetsIn(twarc.path('collected'), new Set(chosen)), expected, chosen)
    })
  })
}
