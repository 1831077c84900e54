import assert from 'node:assert/strict'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { eventsAfter } from '../../../test/support/events.ts'
import { byPart, slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Engine } from '../../db/query.ts'
import { query } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import type { Context } from '../../domain/context.ts'
import { importFollows } from '../../domain/graph/import-follows.ts'
import type { PostContent } from '../../domain/posts/content.ts'
import { contentOf } from '../../domain/posts/content-schema.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import type { ImportFileOptions } from '../files/import-file.ts'
import { importPostsFile, parsePosts } from './posts.ts'

const FIXTURE = fileURLToPath(new URL('../../../test/fixtures/posts/recorded.jsonl.gz', import.meta.url))

async function place(t: TestContext, engine: Engine, clock?: TestClock) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config, clock)
  const file = join(await temporaryDirectory(t), 'posts.jsonl')
  const run = (path = file, of: Context = context, options: Partial<ImportFileOptions> = {}) =>
    importPostsFile(of, path, { data: config.data, ...options })
  const imported = async (...objects: readonly (object | string)[]) => {
    await writeFile(file, objects.map((object) => `${textOf(object)}\n`).join(''))
    const { read, imported, skipped, rejected, rejects } = await run()
    return {
      counts: [read, imported, skipped, rejected],
      reasons: rejects === undefined ? [] : reasonsIn(await readFile(rejects, 'utf8')),
    }
  }
  return { config, context, store, file, run, imported }
}

function textOf(object: object | string): string {
  return typeof object === 'string' ? object : JSON.stringify(object)
}

function reasonsIn(rows: string): readonly string[] {
  return rows
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t')[1] ?? '')
}

const DATE = 'Wed Aug 12 10:00:00 +0000 2020'
const ANN = { id: 11, id_str: '11', screen_name: 'ann', name: 'Ann' }
const BEN = { id: 12, id_str: '12', screen_name: 'ben', name: 'Ben' }

/** A post of 2020, with an id above 2^53. */
function post(number: number, more: object = {}): Record<string, unknown> & { id_str: string } {
  return {
    id_str: String(1_293_500_000_000_001_000n + BigInt(number)),
    created_at: DATE,
    text: `post ${number}`,
    user: ANN,
    ...more,
  }
}

function idOf(number: number): bigint {
  return BigInt(post(number).id_str)
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#import: import posts on ${engine}`, () => {
    test('imports recorded objects of every form with authors and referenced posts, and stores nothing twice', async (t) => {
      const { store, run } = await place(t, engine)
      const { read, imported, skipped, rejected } = await run(FIXTURE)
      assert.deepEqual([read, imported, skipped, rejected], [51, 51, 0, 0])
      const [counted] = await store.rows(tableSizes, {})
      assert.deepEqual({ ...counted }, await sizesOf(FIXTURE))
      const again = await run(FIXTURE)
      assert.deepEqual([again.read, again.imported, again.skipped, again.rejected], [51, 0, 51, 0])
      assert.deepEqual((await store.rows(tableSizes, {}))[0], counted)
    })

    test('keeps ids, text, entities, places, counts, and unknown members', async (t) => {
      const { store, imported } = await place(t, engine)
      const media = {
        id_str: '5',
        indices: [30, 53],
        url: 'https://t.co/m',
        type: 'photo',
        sizes: {},
        features: { a: 1 },
      }
      const recorded = post(1, {
        text: 'R&amp;D @ben @gone #tag https://t.co/m',
        entities: {
          hashtags: [{ text: 'tag', indices: [19, 23] }],
          user_mentions: [{ ...BEN, indices: [8, 12] }],
          media: [{ ...media, type: 'photo' }],
          polls: [{ options: [] }],
        },
        extended_entities: { media: [{ ...media, type: 'animated_gif', video_info: { variants: [] } }] },
        coordinates: { type: 'Point', coordinates: [13.4, 52.5] },
        place: { id: 'abc', full_name: 'Berlin, Germany' },
        retweet_count: 3,
        favorite_count: 4,
        favorited: true,
        filter_level: 'low',
        withheld_in_countries: ['DE'],
      })
      assert.deepEqual((await imported(recorded)).counts, [1, 1, 0, 0])
      const found = (await findPosts(store, [idOf(1)])).get(idOf(1))
      assert.ok(found !== undefined)
      const { content, counts, geo, withheldInCountries } = found
      assert.equal(content.text, 'R&D @ben @gone #tag https://t.co/m', 'spec/text.md#normal-form: stored raw')
      assert.deepEqual(
        content.hashtags,
        [{ text: 'tag', indices: [19, 23] }],
        'spec/text.md#index-units: places in the escaped text',
      )
      assert.deepEqual(content.user_mentions, [
        { screen_name: 'ben', name: 'Ben', id_str: '12', indices: [8, 12] },
      ])
      assert.equal(content.media?.[0]?.type, 'animated_gif')
      assert.deepEqual(content.media?.[0]?.kept, { features: { a: 1 } })
      assert.deepEqual(content.kept, { filter_level: 'low', entities: { polls: [{ options: [] }] } })
      assert.deepEqual(geo?.coordinates, { long: 13.4, lat: 52.5 })
      assert.equal(geo?.place?.full_name, 'Berlin, Germany')
      assert.deepEqual([counts.retweets, counts.likes], [3, 4])
      assert.deepEqual(withheldInCountries, ['DE'])
      const mentions = await store.rows(mentionsOf, {})
      assert.deepEqual(
        mentions.map(({ user_id, post_id }) => [user_id, post_id]),
        [[12n, idOf(1)]],
      )
    })

    test('creates authors with and without profiles, and does not overwrite stored authors', async (t) => {
      const { context, store, imported } = await place(t, engine)
      await importFollows(context, [{ follower: 11n, followee: 12n }], async () => undefined)
      await imported(
        post(1, { user: { ...ANN, description: 'older' } }),
        post(2, { user: { ...ANN, description: 'newer' } }),
        post(3, { user: { id_str: '13' } }),
        post(4, { user: { ...ANN, id: 14, id_str: '14' } }),
      )
      await imported(post(5, { user: { ...ANN, screen_name: 'renamed' } }))
      const users = await findFullUsers(store, [11n, 13n, 14n])
      assert.deepEqual(
        [...users.values()].map(({ screenName }) => screenName).sort(),
        ['ann', 'user_13', 'user_14'],
        'who exists by a name stays; a name that is taken is nobody else’s',
      )
      const ann = users.get(11n)
      assert.deepEqual([ann?.profile.description, ann?.friendsCount, ann?.statusesCount], ['newer', 1, 3])
    })

    test('stores reposts and quotes with their referenced posts, and conversations', async (t) => {
      const { store, imported } = await place(t, engine)
      const quote = post(3, { user: BEN, quoted_status_id_str: post(1).id_str, quoted_status: post(1) })
      const repost = post(4, { user: BEN, text: 'RT @ann: post 2', retweeted_status: post(2) })
      const reply = post(5, { in_reply_to_status_id_str: post(3).id_str, in_reply_to_user_id_str: '12' })
      const further = post(6, { in_reply_to_status_id_str: post(5).id_str })
      const orphan = post(7, { in_reply_to_status_id_str: '77' })
      const { counts } = await imported(further, reply, quote, repost, orphan)
      assert.deepEqual(counts, [5, 5, 0, 0])
      const found = await findPosts(store, [1, 2, 3, 4, 5, 6, 7].map(idOf))
      assert.equal(found.size, 7)
      assert.equal(found.get(idOf(3))?.quotedId, idOf(1))
      assert.equal(found.get(idOf(4))?.repostedId, idOf(2))
      assert.equal(found.get(idOf(4))?.content.text, '', 'the original says it')
      assert.equal(found.get(idOf(6))?.conversationId, idOf(3))
      assert.equal(found.get(idOf(7))?.conversationId, 77n)
      assert.equal(found.get(idOf(1))?.conversationId, idOf(1))
    })

    test('finds the conversation of replies, in any order in which several imports store them', async (t) => {
      const { store, imported } = await place(t, engine)
      const reply = (number: number, to: number) =>
        post(number, { in_reply_to_status_id_str: post(to).id_str, in_reply_to_user_id_str: '11' })
      // The thread is 1 ← 2 ← 3 ← 4 ← 5 with a branch 3 ← 6. Post 9 is a reply in another thread; the beginning of that
      // thread is missing.
      for (const one of [
        reply(5, 4),
        reply(3, 2),
        reply(6, 3),
        reply(9, 8),
        reply(4, 3),
        reply(2, 1),
        post(1),
      ]) {
        assert.deepEqual((await imported(one)).counts, [1, 1, 0, 0])
      }
      const found = await findPosts(store, [1, 2, 3, 4, 5, 6, 9].map(idOf))
      const conversations = [1, 2, 3, 4, 5, 6, 9].map((number) => found.get(idOf(number))?.conversationId)
      assert.deepEqual(conversations, [1, 1, 1, 1, 1, 1, 8].map(idOf))
      assert.equal((await findFullUsers(store, [11n])).get(11n)?.statusesCount, 7)
    })

    test('a truncated v2 copy does not replace an existing post or copy', async (t) => {
      const { imported } = await place(t, engine)
      const { id_str: id, text } = post(1)
      await imported(post(1, { truncated: true }))
      const copy = { data: [{ id, text, author_id: '11', truncated: true }], includes: { users: [] } }
      assert.deepEqual((await imported(copy)).counts, [1, 0, 1, 0])
      assert.deepEqual((await imported(copy)).counts, [1, 0, 1, 0])
      const other = { data: [{ id: post(2).id_str, text, author_id: '11', truncated: true }] }
      assert.deepEqual((await imported(other)).counts, [1, 1, 0, 0])
      assert.deepEqual((await imported(other, {})).counts.slice(0, 3), [2, 0, 1])
      assert.deepEqual((await imported(post(2, { full_text: 'whole' }))).counts, [1, 1, 0, 0])
    })

    test('a whole copy replaces a truncated copy, in the same file or in a later import', async (t) => {
      const { store, imported } = await place(t, engine)
      const short = (number: number) => post(number, { truncated: true, text: 'begins…', favorite_count: 2 })
      const whole = (number: number) =>
        post(number, { text: 'begins…', truncated: true, extended_tweet: { full_text: 'begins and ends' } })
      assert.deepEqual((await imported(short(1), whole(1), short(2))).counts, [3, 2, 1, 0])
      assert.deepEqual((await imported(short(2), whole(2), short(1))).counts, [3, 1, 2, 0])
      const found = await findPosts(store, [idOf(1), idOf(2)])
      for (const { content } of found.values())
        assert.deepEqual([content.text, content.kept], ['begins and ends', undefined])
      assert.equal(found.get(idOf(2))?.counts.likes, 2)
      assert.equal((await findFullUsers(store, [11n])).get(11n)?.statusesCount, 2)
    })

    test('rejects impossible posts with a reason, and imports all other posts', async (t) => {
      const { store, imported } = await place(t, engine)
      await imported(post(1), post(2))
      await store.write((tx) => tx.run(tombstone, { id: idOf(9) }))
      const repost = (number: number, of: number | object) =>
        post(number, { user: BEN, retweeted_status: typeof of === 'number' ? post(of) : of })
      const { counts, reasons } = await imported(
        post(9),
        repost(3, 1),
        repost(4, 1),
        repost(5, 9),
        post(2, { user: BEN }),
        repost(6, post(6)),
      )
      // The deleted post and its repost count as present, because the reject file must not show either of them.
      assert.deepEqual(counts, [6, 1, 2, 3])
      const [one, two] = [idOf(1), idOf(2)]
      assert.deepEqual(reasons, [
        `its author reposts ${one} by the post ${idOf(3)} already`,
        `the post ${two} is by the user 11, not by 12`,
        'it reposts itself',
      ])
      assert.equal((await findPosts(store, [idOf(9)])).size, 0)
    })

    test('spec/odd-values.md#odd-values: repairs or drops invalid parts, counts them by kind, and never stores an invalid part', async (t) => {
      const { store, file, run } = await place(t, engine)
      const recorded = post(1, {
        text: 'see https://t.co/a #tag',
        user: { ...ANN, description: 'abc\0def', listed_count: 'many' },
        entities: {
          urls: [
            { url: 'https://t.co/a', indices: [4, 18], unwound: { url: null, status: '200', title: 7 } },
          ],
          hashtags: [null, { text: 'tag', indices: [19, 99] }],
        },
        retweet_count: -1,
        favorite_count: '100+',
      })
      await writeFile(file, `${textOf(post(2, { user: BEN }))}\n${textOf(recorded)}\n`)
      const { imported, rejected, repairs } = await run()
      assert.deepEqual([imported, rejected], [2, 0])
      assert.deepEqual(
        repairs.map(({ path, fault, count, lines }) => `${count} of ${path}: ${fault} (${lines})`).sort(),
        [
          '1 of entities.hashtags: another type (2)',
          '1 of entities.hashtags: at no place of the text (2)',
          '1 of entities.urls.unwound.title: another type (2)',
          '1 of favorite_count: another type (2)',
          '1 of retweet_count: out of range (2)',
          '1 of user.description: NUL or half a character (2)',
          '1 of user.listed_count: another type (2)',
        ],
      )
      const { content, counts } = (await findPosts(store, [idOf(1)])).get(idOf(1)) ?? assert.fail()
      assert.deepEqual(content.urls?.[0]?.unwound, { status: 200, title: '7' })
      assert.deepEqual(content.hashtags, [{ text: 'tag', indices: [19, 23] }])
      assert.deepEqual([counts.retweets, counts.likes], [0, 100])
      const ann = (await findFullUsers(store, [11n])).get(11n)
      assert.deepEqual([ann?.screenName, ann?.profile.description], ['ann', 'abcdef'])
    })

    test('continues where it was interrupted, with one event for each batch in the log', async (t) => {
      const { context, store, file, run } = await place(t, engine)
      const count = byPart(1_100, 2_300)
      const lines = Array.from({ length: count }, (_, index) =>
        index % 100 === 7 ? '{"id":0}' : textOf(post(index)),
      )
      await writeFile(file, `${lines.join('\n')}\n`)
      await assert.rejects(run(file, failingFrom(context, 2)), /the process died/)
      const report = await run()
      assert.ok(report.resumedAfter >= 1_000)
      assert.deepEqual([report.read, report.imported, report.rejected], [count, count * 0.99, count / 100])
      assert.equal((await findFullUsers(store, [11n])).get(11n)?.statusesCount, count * 0.99)
      const events = await eventsAfter({ store }, 0n)
      assert.deepEqual(
        events.map((event) =>
          event.kind === 'import.applied' ? [event.imported, event.first_id] : event.kind,
        ),
        [[990, idOf(0)], ...byPart([], [[990, idOf(1_000)]]), [byPart(99, 297), idOf(byPart(1_000, 2_000))]],
      )
    })

    test('publishes new posts with --live at the requested rate', async (t) => {
      const clock = new TestClock()
      const { context, store, file, run } = await place(t, engine, clock)
      const lines = [
        post(1),
        post(2, { quoted_status: post(1), quoted_status_id_str: post(1).id_str }),
        post(3),
        post(3),
      ]
      await writeFile(file, lines.map((line) => `${textOf(line)}\n`).join(''))
      const began = clock.now()
      const times: number[] = []
      let isOver = false
      const running = run(file, context, { live: { rate: 4 } }).finally(() => {
        isOver = true
      })
      while (!isOver) {
        await new Promise(setImmediate)
        clock.advance(1)
      }
      await running
      for (const event of await eventsAfter({ store }, 0n)) {
        if (event.kind === 'post.created') times.push(event.at - began)
      }
      const created = (await eventsAfter({ store }, 0n)).filter(({ kind }) => kind === 'post.created')
      assert.deepEqual(
        created.map((event) => 'post_id' in event && event.post_id),
        [1, 2, 3].map(idOf),
      )
      const [, second] = created
      assert.ok(second?.kind === 'post.created')
      assert.deepEqual([second.user_id, second.quoted_id, second.quoted_user_id], [11n, idOf(1), 11n])
      const [a = 0, b = 0, c = 0] = times
      assert.ok(b - a >= 250 && c - b >= 250, `${times}`)
    })
  })
}

describe('import posts', () => {
  test('numbers beyond 2^53 keep their digits, and posts with old ids keep their dates', async (t) => {
    const { store, imported } = await place(t, 'sqlite')
    const text = `{"id":1293500000000000123,"created_at":"${DATE}","text":"x","user":{"id":9100000000000000001},"in_reply_to_status_id":1293500000000000001,"later":{"id":1293500000000000999,"huge":1e300}}`
    const old = `{"id":29,"created_at":"Tue Mar 21 21:00:54 +0000 2006","text":"old","user":{"id":12}}`
    assert.deepEqual((await imported(text, old)).counts, [2, 2, 0, 0])
    const found = await findPosts(store, [1293500000000000123n, 29n])
    const big = found.get(1293500000000000123n)
    assert.deepEqual([big?.authorId, big?.inReplyToPostId], [9100000000000000001n, 1293500000000000001n])
    assert.deepEqual(big?.content.kept, { later: { id: '1293500000000000999', huge: '1e300' } })
    assert.equal(found.get(29n)?.createdAt, Date.UTC(2006, 2, 21, 21, 0, 54))
  })

  test('imports a list that is on one line, on many lines, or compressed', async (t) => {
    const { file, run } = await place(t, 'sqlite')
    const [count, part] = byPart([400, 200], [1_200, 500])
    const posts = Array.from({ length: count }, (_, index) => post(index, { text: `} ] , \\ " ${index}` }))
    for (const [index, content] of [
      JSON.stringify(posts),
      JSON.stringify(posts.slice(0, part), null, 2),
      posts
        .slice(0, part)
        .map((one) => JSON.stringify(one, null, 2))
        .join('\n'),
    ].entries()) {
      await writeFile(file, index === 0 ? gzipSync(content) : content)
      const { read, imported, skipped, rejected } = await run()
      assert.deepEqual(
        [read, imported, skipped, rejected],
        index === 0 ? [count, count, 0, 0] : [part, 0, part, 0],
      )
    }
  })

  slowTest('keeps the posts before the end of a truncated list or truncated compressed data', async (t) => {
    const { store, file, run } = await place(t, 'sqlite')
    const list = JSON.stringify(Array.from({ length: 50 }, (_, index) => post(index)))
    await writeFile(file, list.slice(0, -150))
    await assert.rejects(run(), /posts\.jsonl: it is truncated: its list does not end/)
    assert.equal((await findFullUsers(store, [11n])).get(11n)?.statusesCount, 49)
    const packed = gzipSync(Array.from({ length: 20_000 }, (_, index) => `${textOf(post(index))}\n`).join(''))
    await writeFile(file, packed.subarray(0, packed.length - 9_000))
    await assert.rejects(run(), /its gzip data is corrupt or truncated \(.*\); get the complete file/)
    await appendFile(file, packed.subarray(packed.length - 9_000))
    const { imported, skipped } = await run()
    assert.equal(imported + skipped, 20_000)
    assert.ok(skipped > 5_000)
  })

  test('rejects a post that is not UTF-8 and reports its number, in lines and in a list, even if the post is the first', async (t) => {
    const { file, run } = await place(t, 'sqlite')
    const texts = [1, 2, 3].map((number) => textOf(post(number)))
    const latin = Buffer.from(textOf(post(9, { text: 'Ren\u00e9' })), 'latin1')
    for (const [index, [before, between, after]] of [
      ['', '\n', '\n'],
      ['[', ',\n', ']'],
    ].entries()) {
      const good = texts.join(between)
      const end = Buffer.from(`${between}${good}${after}`)
      await writeFile(file, Buffer.concat([Buffer.from(before ?? ''), latin, end]))
      const { imported, skipped, rejected, rejects = '' } = await run()
      assert.deepEqual([imported, skipped, rejected], index === 0 ? [3, 0, 1] : [0, 3, 1])
      assert.match(await readFile(rejects, 'utf8'), /^posts\.jsonl:1\tnot UTF-8; name the encoding/)
    }
  })

  test('refuses binary data, lines that are too long, and nesting that is too deep', async (t) => {
    const { file, run, imported } = await place(t, 'sqlite')
    await writeFile(file, Buffer.from([0x7b, 0, 1, 2]))
    await assert.rejects(run(), /it is not text; give lines, CSV or JSON/)
    await writeFile(file, '{"a":1}\n'.repeat(2_000))
    await assert.rejects(run(), /none of the first 1000 objects is readable/)
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const nested = Array.from({ length: 12 }).reduce<object>(
      (inner) => post(2, { quoted_status: inner, quoted_status_id_str: '5' }),
      post(1),
    )
    const { counts, reasons } = await imported(
      post(1),
      `{"id_str":"5","created_at":"${DATE}","text":"x","user":{"id":1},"deep":${deep}}`,
      `{"id":1293500000000000123,"text":"x","user":{"id":1},"deep":${deep}}`,
      `{"id_str":"5","text":"${'x'.repeat(5 * 1024 * 1024)}"}`,
      nested,
      post(3),
    )
    assert.deepEqual(counts, [6, 5, 0, 1])
    assert.deepEqual(reasons, ['there is no author; name the author of all posts with --author ID'])
  })

  test('rejects objects that are not posts, each with the reason', async (t) => {
    const { imported } = await place(t, 'sqlite')
    const wrong: readonly (readonly [string | object, RegExp])[] = [
      ['{"id"', /not JSON$/],
      [{ id_str: '1', user: ANN }, /contains no time|no text/],
      [post(1, { id_str: '0' }), /^id is 0 or beyond 64 bits$/],
      [post(1, { id_str: '9223372036854775808' }), /^id is 0 or beyond 64 bits$/],
      [post(1, { id: 7 }), /^id and id_str differ$/],
      [post(1, { user: undefined }), /^there is no author; name/],
      [post(1, { user: {} }), /^the author has no id$/],
      [post(1, { text: undefined }), /^there is no text$/],
      [{ id: '1293500000000000123', text: 'x' }, /^there is no author_id/],
    ]
    for (const [object, reason] of wrong) {
      const { counts, reasons } = await imported(object, post(99))
      assert.equal(counts[3], 1, textOf(object))
      assert.match(reasons[0] ?? '', reason, textOf(object))
    }
  })
})

describe('spec/odd-values.md#odd-values: an invalid part of a v1.1 post', () => {
  const parsed = (part: object) => {
    const notes: string[] = []
    const bundle = parsePosts(textOf(post(1, part)), (path, fault) => notes.push(`${path}: ${fault}`))
    if (typeof bundle !== 'object') throw new Error(`${bundle}`)
    const [first] = bundle.posts
    assert.ok(first !== undefined)
    return { notes, post: first, content: JSON.parse(first.content) as PostContent }
  }
  for (const [part, ...notes] of [
    [{ text: 'a\0b' }, 'text: NUL or half a character'],
    [{ text: 7 }, 'text: another type'],
    [{ text: 'x'.repeat(200_000) }, 'text: too long'],
    [{ created_at: 'yesterday' }, 'created_at: no date'],
    [
      { entities: { hashtags: [{ text: 'a', indices: [3] }] } },
      'entities.hashtags.indices: another type',
      'entities.hashtags: at no place of the text',
    ],
    [{ entities: { urls: [{ indices: [0, 1] }] } }, 'entities.urls: incomplete'],
    [{ entities: { urls: { url: 'x' } } }, 'entities.urls: another type'],
    [
      { entities: { user_mentions: [{ screen_name: 'x', id: -1, indices: [0, 2] }] } },
      'entities.user_mentions.id: no id',
      'entities.user_mentions: no id',
    ],
    [
      { entities: { media: [{ id: 5, type: 'hologram' }] } },
      'entities.media.type: another type',
      'entities.media: incomplete',
    ],
    [{ entities: { media: [{ media_url: 'http://x/a.jpg' }] } }, 'entities.media: no id'],
    [{ entities: [] }, 'entities: another type'],
    [{ coordinates: { coordinates: [200, 0] } }, 'coordinates: out of range', 'coordinates: incomplete'],
    [{ place: { full_name: 'x' } }, 'place: incomplete'],
    [{ place: { id: 'p', bounding_box: null, name: 9 } }, 'place.name: another type'],
    [{ retweet_count: -1 }, 'retweet_count: out of range'],
    [{ retweet_count: 2 ** 60 }, 'retweet_count: out of range'],
    [{ retweet_count: 'many' }, 'retweet_count: another type'],
    [{ possibly_sensitive: 1 }, 'possibly_sensitive: another type'],
    [
      { withheld_in_countries: ['Germany', 'fr'] },
      'withheld_in_countries: out of range',
      'withheld_in_countries: out of range',
    ],
    [{ in_reply_to_status_id: -1 }, 'in_reply_to_status_id: no id'],
    [{ in_reply_to_status_id_str: post(1).id_str }, 'in_reply_to_status_id: refers to its own post'],
    [{ quoted_status_id_str: post(1).id_str }, 'quoted_status_id: refers to its own post'],
    [{ quoted_status: [] }, 'quoted_status: another type'],
    [{ retweeted_status: { id_str: '7', text: 'no author' } }, 'retweeted_status: incomplete'],
    [{ quoted_status: { ...post(2), text: null } }, 'quoted_status: incomplete'],
    [{ user: { ...ANN, screen_name: 'no name' } }, 'user.screen_name: no user name'],
    [{ extended_tweet: 'x' }, 'extended_tweet: another type'],
    [{ lang: ['en'] }, 'lang: another type'],
    [{ source: false }, 'source: another type'],
    [{ unknown: { deep: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown } }, '*: too deep'],
    [{ unknown: 'x'.repeat(70_000) }, '*: too long'],
    [{ display_text_range: 'all' }, 'display_text_range: another type'],
  ] as readonly (readonly [object, ...string[]])[]) {
    test(`${JSON.stringify(part).slice(0, 80)}: ${notes.join(', ')}`, () => {
      const { notes: found } = parsed({ entities: {}, ...part })
      assert.deepEqual(found.sort(), [...notes].sort())
    })
  }

  test('a part is not a fault if it is null, empty, or written as in archives', () => {
    const { notes, content } = parsed({
      entities: {
        urls: [{ url: 'post', expanded_url: null, display_url: null, indices: ['0', '4'] }],
        media: [],
        hashtags: null,
      },
      ...{
        coordinates: null,
        geo: {},
        place: {},
        retweet_count: '3',
        lang: null,
        source: '',
        quoted_status: {},
      },
    })
    assert.deepEqual(notes, [])
    assert.deepEqual(content.urls, [
      { url: 'post', expanded_url: 'post', display_url: 'post', indices: [0, 4] },
    ])
  })

  test('an invalid part is never stored: the stored content can be read again without repairs', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, '', 'a\0\ud800', -1, 1e300, 'x'.repeat(9_000), [[]]),
    )
    const names = [
      'text',
      'entities',
      'extended_entities',
      'place',
      'coordinates',
      'source',
      'lang',
      'unknown',
    ]
    const list = (entry: fc.Arbitrary<unknown>) => fc.oneof(fc.array(entry, { maxLength: 3 }), value)
    const entity = fc.oneof(
      fc.dictionary(
        fc.constantFrom(
          'url',
          'text',
          'screen_name',
          'id_str',
          'indices',
          'unwound',
          'type',
          'sizes',
          'video_info',
        ),
        fc.oneof(value, fc.constantFrom([0, 4], '5', 'https://t.co/a', { url: null })),
      ),
      value,
    )
    const entities = fc.oneof(
      fc.dictionary(fc.constantFrom('urls', 'hashtags', 'user_mentions', 'media', 'polls'), list(entity)),
      value,
    )
    const part = fc
      .dictionary(fc.constantFrom(...names), value)
      .chain((some) =>
        fc.record({ entities, extended_entities: entities }).map((more) => ({ ...some, ...more })),
      )
    fc.assert(
      fc.property(part, (some) => {
        const bundle = parsePosts(textOf(post(1, some)))
        if (typeof bundle !== 'object') return
        for (const { content } of bundle.posts) assert.deepEqual(contentOf(content), JSON.parse(content))
      }),
      { numRuns: 500 },
    )
  })
})

interface Recorded {
  readonly id_str: string
  readonly user?: { readonly id_str: string }
  readonly retweeted_status?: Recorded
  readonly quoted_status?: Recorded
}

/** Expected result of {@link tableSizes}: at any depth, every object with an author is a post. */
async function sizesOf(file: string): Promise<{ posts: number; statuses: number; authors: number }> {
  const posts = new Set<string>()
  const authors = new Set<string>()
  const see = (object: Recorded | undefined) => {
    if (object?.user === undefined) return
    posts.add(object.id_str)
    authors.add(object.user.id_str)
    see(object.retweeted_status)
    see(object.quoted_status)
  }
  const text = gunzipSync(await readFile(file)).toString()
  for (const line of text.trimEnd().split('\n')) see(JSON.parse(line) as Recorded)
  return { posts: posts.size, statuses: posts.size, authors: authors.size }
}

const tableSizes = query()(
  () => sql<{ posts: number; statuses: number; authors: number }>`
    select (select count(*) from posts) as posts, (select sum(statuses_count) from user_counts) as statuses,
      (select count(*) from users) as authors`,
)
const mentionsOf = query()((k) => k.selectFrom('post_mentions').selectAll())
const tombstone = query<{ id: bigint }>()((k, p) =>
  k
    .insertInto('deleted_posts')
    .values({ post_id: p('id'), author_id: 11n, deleted_at: 1, reason: 'deleted', is_swept: 1 }),
)
