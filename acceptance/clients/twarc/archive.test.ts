/** An archive of thousands of posts by twarc2: searched, counted and paged to the end, it is what `export posts` writes. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { aviary } from '../../support/aviary.ts'
import { ENGINES } from '../../support/installation.ts'
import { needing } from '../support/installs.ts'
import { idAt, type Person, type Post, postObject } from '../support/network.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { realTexts } from '../support/texts.ts'
import { Twarc } from './twarc.ts'

/** Fewer on PostgreSQL: twarc2 takes minutes for 20,000, whatever the engine. */
const POSTS = { sqlite: 20_000, postgres: 1_000 } as const
const DAYS = 60
/** First day of the archive. */
const START = Date.UTC(2021, 0, 1)
const DAY_MS = 86_400_000
/** One of so many posts replies to or quotes the post before it. */
const REFERENCE_STEP = 7

const TIMES = ['--start-time', '2021-01-01', '--end-time', '2021-03-02']

/** Fields of an export that twarc2 does not ask for, or that only an author sees. */
const ONLY_EXPORTED = [
  'display_text_range',
  'non_public_metrics',
  'organic_metrics',
  'promoted_metrics',
  'note_tweet',
]

const REFERENCES: ReadonlySet<unknown> = new Set(['replied_to', 'quoted', 'retweeted'])

const authors: readonly Person[] = Array.from({ length: 50 }, (_, index) => ({
  id: String(7_000 + index),
  name: `archive_${index}`,
}))

/** Matches every post of the archive. */
const QUERY = authors.map(({ name }) => `from:${name}`).join(' OR ')

/** A post whose author has a description and a picture: exports write the first always, and leave out default pictures. */
function withProfile(post: Post): object {
  const { name } = post.author
  const profile = {
    description: `the archive of ${name}`,
    profile_image_url_https: `https://pbs.twimg.com/profile_images/${name}_normal.jpg`,
  }
  const object = postObject(post)
  return { ...object, user: { ...(object['user'] as object), ...profile } }
}

function archive(count: number): object[] {
  const texts = realTexts()
  const posts: Post[] = []
  return Array.from({ length: count }, (_, index) => {
    const at = START + Math.floor((index * DAYS * DAY_MS) / count)
    const author = authors[(index * 31) % authors.length] as Person
    const post = { id: idAt(at), text: texts[index % texts.length] ?? '', author, at }
    posts.push(post)
    return { ...withProfile(post), ...referenceOf(index, posts[index - 1]) }
  })
}

function referenceOf(index: number, before: Post | undefined): object {
  if (before === undefined || index % REFERENCE_STEP !== 0) return {}
  const kinds = [
    {
      in_reply_to_status_id_str: before.id,
      in_reply_to_user_id_str: before.author.id,
      in_reply_to_screen_name: before.author.name,
    },
    { is_quote_status: true, quoted_status_id_str: before.id, quoted_status: withProfile(before) },
  ]
  return kinds[index % kinds.length] ?? {}
}

/** Imports the archive beside the network. @returns path of the export */
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

async function tweetsIn(path: string, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, Tweet>> {
  const tweets = new Map<string, Tweet>()
  for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) {
    const tweet = JSON.parse(line) as Tweet
    if (wanted.has(String(tweet['id']))) tweets.set(String(tweet['id']), without(tweet) as Tweet)
  }
  return tweets
}

/**
 * The object without fields that only exports have, at every depth. A reference is its type and id: `includes` of an answer
 * does not repeat posts of its `data`, and those of an export have no answered posts.
 */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  const { type, id } = value as Tweet
  if (REFERENCES.has(type)) return { type, id }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ONLY_EXPORTED.includes(name))
      .map(([name, item]) => [name, without(item)]),
  )
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

for (const engine of ENGINES) {
  const count = POSTS[engine]
  test(`twarc2 collects an archive of ${count} posts on ${engine}`, needing('twarc'), async (t) => {
    const stage = await setStage(t, engine)
    const exported = await exportArchive(stage, count)
    const twarc = await Twarc.start(t, stage)
    const { app } = stage.network
    const stdin = `${app.bearer_token}\nn\n`
    await twarc.run('configure', [], { stdin })
    const ids = archive(count).map((post) => String((post as Tweet)['id_str']))
    await untilIndexed(t, twarc, ids.at(-1) ?? '')

    await t.test('counts --archive counts all', async () => {
      const words = ['--archive', '--granularity', 'day', '--csv', ...TIMES, QUERY, '>counts']
      assert.equal((await twarc.run('counts', words, {})).total, count)
    })

    await t.test('search --archive pages through all, newest first', async () => {
      const words = ['--archive', '--no-context-annotations', ...TIMES, QUERY, '>search']
      const { ids: found } = await twarc.run('search', words, {})
      assert.equal(found.length, count)
      assert.deepEqual(found, ids.toReversed())
    })

    await t.test('flatten of hydrate equals flatten of the export', async () => {
      await twarc.run('dehydrate', ['<search', '>ids'], {})
      await twarc.run('hydrate', ['<ids', '>hydrated'], {})
      await twarc.run('flatten', ['<hydrated', '>collected'], {})
      await writeFile(twarc.path('export'), await readFile(exported))
      await twarc.run('flatten', ['<export', '>expected'], {})
      const wanted = new Set(ids)
      const [collected, expected] = [
        await tweetsIn(twarc.path('collected'), wanted),
        await tweetsIn(twarc.path('expected'), wanted),
      ]
      assert.deepEqual([collected.size, expected.size], [count, count])
      for (const [id, tweet] of expected) assert.deepEqual(collected.get(id), tweet, id)
    })
  })
}
