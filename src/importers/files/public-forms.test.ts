/**
 * Generates data with the published structure of public data sets, imports it and exports it. The export must have
 * equal data.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import {
  type PublicPost,
  snapGraph,
  spritzerHour,
  twarcPages,
} from '../../../test/support/files/public-forms.ts'
import { byPart, slowTest as test } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { v11Date } from '../../formats/v1.1/date.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const exported = join(folder, 'exported')
  return {
    store,
    async load(name: string, content: Buffer | string) {
      const path = join(folder, name)
      await writeFile(path, content)
      const inputs = await findInputs([path])
      assert.deepEqual(
        inputs.map(({ is }) => is),
        ['file'],
      )
      const { tally } = await importFiles(context, inputs, await fingerprintOfInputs(inputs, {}), {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      assert.deepEqual(tally.state.faults, [])
      return tally.state
    },
    async posts(format: 'v1' | 'v2') {
      await exportPostsFile(store, exported, { format })
      const lines = (await readFile(exported, 'utf8')).trimEnd().split('\n')
      return lines.map((line): unknown => JSON.parse(line))
    },
    async edges() {
      await exportFollowsFile(store, exported)
      return (await readFile(exported, 'utf8')).trimEnd().split('\n').slice(1)
    },
  }
}

const inOrder = (posts: readonly PublicPost[]) =>
  posts.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

for (const engine of ENGINES) {
  test(`spec/data-files.md#spritzer: an hour of bzip2 files in a tar file is imported and exported, on ${engine}`, async (t) => {
    const { load, posts } = await place(t, engine)
    const hour = spritzerHour(byPart(2, 4, 20), byPart(50, 100, 200), 1)
    const { kinds, counted } = await load('twitter-stream-2014-07-20.tar', hour.bytes)
    assert.deepEqual([kinds.posts.imported >= hour.posts.length, counted['limit']], [true, hour.limits])
    assert.deepEqual(
      (await posts('v1')).map(v1Facts),
      inOrder(hour.posts).map((post) => [
        ...[post.id, v11Date(post.second * 1_000), post.username, ...partsOf(post)],
        post.photo,
      ]),
    )
  })

  test(`spec/data-files.md#post-objects: pages of twarc2 in a gzip file are imported and exported, on ${engine}`, async (t) => {
    const { load, posts } = await place(t, engine)
    const pages = twarcPages(byPart(2, 10, 400), 2)
    const { kinds } = await load('search.jsonl.gz', gzipSync(pages.lines))
    // A post can be stored before its own line, because another post refers to it.
    assert.equal(kinds.posts.imported + kinds.posts.skipped, pages.posts.length)
    assert.deepEqual(
      (await posts('v2')).map(v2Facts),
      inOrder(pages.posts).map((post) => [
        ...[post.id, isoSecond(post.second * 1_000), post.authorId, post.username, ...partsOf(post)],
        post.photo === undefined ? undefined : `3_${post.photo}`,
      ]),
    )
  })

  test(`spec/data-files.md#follow-files: a graph of SNAP in a gzip file is imported and exported, on ${engine}`, async (t) => {
    const { load, edges } = await place(t, engine)
    const graph = snapGraph(byPart(100, 2_000, 200_000), byPart(500, 20_000, 1_000_000), 3)
    const { kinds } = await load('soc-Generated.txt.gz', gzipSync(graph.text))
    assert.equal(kinds.follows.imported, graph.edges.size)
    const found = await edges()
    assert.equal(found.length, graph.edges.size)
    assert.ok(
      found.every((edge) => graph.edges.has(edge)),
      'an edge that the file does not have',
    )
  })
}

/** Content of a post. The text, tags and counts of a repost are those of the original. */
function partsOf({ text, likes, hashtags, other, link }: PublicPost): readonly unknown[] {
  const id = (as: string) => (other?.as === as ? other.post.id : undefined)
  const content = other?.as === 'repost' ? [] : [text, likes, hashtags]
  return [content, id('reply'), id('quote'), id('repost'), link]
}

type Members = Record<string, unknown>

function v1Facts(line: unknown): readonly unknown[] {
  const { id_str, full_text, created_at, user, favorite_count, ...post } = line as Members
  const { hashtags, urls } = post['entities'] as Record<string, Members[]>
  const original = post['retweeted_status'] as Members | undefined
  const tags = hashtags?.map(({ text }) => text)
  const media = (post['extended_entities'] as Record<string, Members[]> | undefined)?.['media']
  return [
    ...[id_str, created_at, (user as Members)['screen_name']],
    original === undefined ? [full_text, favorite_count, tags] : [],
    post['in_reply_to_status_id_str'] ?? undefined,
    ...[post['quoted_status_id_str'], original?.['id_str'], urls?.[0]?.['expanded_url']],
    media?.[0]?.['id_str'],
  ]
}

function v2Facts(line: unknown): readonly unknown[] {
  const { data, includes } = line as { data: Members; includes: { users: Members[] } }
  const { id, text, created_at, author_id, public_metrics } = data
  const { hashtags = [], urls = [] } = (data['entities'] ?? {}) as Record<string, Members[]>
  const author = includes.users.find((user) => user['id'] === author_id)
  const likes = (public_metrics as Members)['like_count']
  const others = (data['referenced_tweets'] ?? []) as Members[]
  const other = (type: string) => others.find((one) => one['type'] === type)?.['id']
  const photo = (data['attachments'] as Record<string, string[]> | undefined)?.['media_keys']?.[0]
  const isRepost = other('retweeted') !== undefined
  return [
    ...[id, created_at, author_id, author?.['username']],
    isRepost ? [] : [text, likes, hashtags.map(({ tag }) => tag)],
    ...[other('replied_to'), other('quoted'), other('retweeted')],
    photo === undefined ? urls[0]?.['expanded_url'] : undefined,
    photo,
  ]
}
