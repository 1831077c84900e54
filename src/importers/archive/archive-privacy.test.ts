/**
 * Tests the parts of an archive that `import archive` keeps private, and the options that change these parts
 * (spec/archives.md#private-parts).
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import type { Engine } from '../../db/query.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { importPostsFile } from '../posts/posts.ts'
import { importArchive } from './archive.ts'
import type { PrivacyOptions } from './archive-notices.ts'

const OWNER = 1400000001n
const ACCOUNT = [{ account: { username: 'ann_archive', accountId: String(OWNER) } }]
/** Id of a post that is newer than Circles, so that no notice mentions Circles. */
const PUBLIC = 1790000000000000001n
const CIRCLE = 1790000000000000002n

function post(id: bigint | string, more: object = {}): object {
  return { tweet: { id_str: String(id), full_text: `text of ${id}`, ...more } }
}

async function place(t: TestContext, engine: Engine = 'sqlite') {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  await mkdir(join(directory, 'data'))
  const media = openMedia({
    blobs: openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random: context.random,
  })
  const file = (name: string, elements: unknown, variable = name.replace(/\.js$/, '').replaceAll('-', '_')) =>
    writeFile(
      join(directory, 'data', name),
      `window.YTD.${variable}.part0 = ${typeof elements === 'string' ? elements : JSON.stringify(elements)}`,
    )
  await file('account.js', ACCOUNT)
  return {
    context,
    config,
    directory,
    file,
    run: (options: PrivacyOptions = {}, of = context) =>
      importArchive(of, directory, { data: config.data, media, ...options }),
    /** The ids of the given posts that were imported. */
    there: async (...ids: bigint[]) => [...(await findPosts(store, ids)).keys()].sort(),
    isProtected: async () => (await findFullUsers(store, [OWNER])).get(OWNER)?.isProtected,
    async rejects() {
      const folder = join(config.data, 'rejects')
      const names = existsSync(folder) ? await readdir(folder) : []
      return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join()
    },
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/archives.md#private-parts: import archive on ${engine}`, () => {
    test('leaves out posts to a Circle that tweets.js contains, even at a second import', async (t) => {
      const { file, run, there } = await place(t, engine)
      await file('tweets.js', [post(PUBLIC), post(CIRCLE)])
      await file('twitter-circle-tweet.js', [post(CIRCLE)])
      for (const imported of [1, 0]) {
        const { kinds, heldBack } = await run()
        const { read, skipped, rejected } = kinds.posts ?? {}
        assert.deepEqual(
          [read, kinds.posts?.imported, skipped, rejected, kinds.posts?.heldBack],
          [2, imported, 1 - imported, 0, 1],
        )
        assert.deepEqual(heldBack, { 'twitter-circle-tweet': 1 })
        assert.deepEqual(await there(PUBLIC, CIRCLE), [PUBLIC])
      }
    })

    test('after an interruption, the report includes the held-back data that was counted before', async (t) => {
      const { context, file, run, there } = await place(t, engine)
      const ids = Array.from({ length: 1_200 }, (_, index) => PUBLIC + 10n + BigInt(index))
      await file('tweets.js', [post(CIRCLE), ...ids.map((id) => post(id)), post(CIRCLE + 1n)])
      await file('twitter-circle-tweet.js', [post(CIRCLE), post(CIRCLE + 1n)])
      // The first run stores the owner and one batch of a thousand posts, and then fails.
      await assert.rejects(run({}, failingFrom(context, 3)), /the process died/)
      const { posts } = (await run()).kinds
      assert.ok((posts?.resumedAfter ?? 0) > 0)
      assert.deepEqual([posts?.read, posts?.imported, posts?.heldBack], [1_202, 1_200, 2])
      assert.deepEqual(await there(CIRCLE, CIRCLE + 1n), [])
    })

    test('protects the account before posts are stored, and never makes a protected account public', async (t) => {
      const { context, file, run, isProtected } = await place(t, engine)
      const change = (protectedAt: string, action: string) => ({ protectedHistory: { protectedAt, action } })
      const history = [
        change('2026-01-02T00:00:00.000Z', 'Unprotect'),
        change('2026-01-03T00:00:00.000Z', 'Protect'),
        change('2026-01-01T00:00:00.000Z', 'Protect'),
      ]
      await file('protected-history.js', history)
      assert.match((await run()).notices.join(), /protected on this server/)
      assert.equal(await isProtected(), true)
      await file('protected-history.js', history.slice(0, 1))
      assert.deepEqual((await run()).notices, [])
      assert.equal(await isProtected(), true, 'an import never unprotects')
      await changeUserState(context, { userId: OWNER, action: 'unprotect' })
      await file('protected-history.js', [])
      assert.match((await run()).notices.join(), /Unknown: .*--protected/)
      assert.equal(await isProtected(), false)
      assert.deepEqual((await run({ isProtected: true })).notices, [])
      assert.equal(await isProtected(), true)
    })
  })
}

describe('spec/archives.md#archive-files: private files', () => {
  test('a file is private if its content or its name has a private kind', async (t) => {
    const { file, run, there } = await place(t)
    const ids = [1n, 2n, 3n, 4n].map((offset) => PUBLIC + offset)
    const [byContent = 0n, byName = 0n, unknown = 0n, later = 0n] = ids
    await file(
      'tweets.js',
      [PUBLIC, ...ids].map((id) => post(id)),
    )
    await file('tweets-part1.js', [post(byContent)], 'twitter_circle_tweet')
    await file('deleted-tweets.js', [post(byName)], 'tweets')
    await file('friends.js', [post(unknown)], 'superfollow_tweet')
    await file('deleted-something.js', [post(later)])
    const { kinds, heldBack } = await run()
    assert.deepEqual([kinds.posts?.imported, kinds.posts?.heldBack], [1, 4])
    assert.deepEqual(heldBack, {
      'deleted-something': 1,
      'deleted-tweets': 1,
      'superfollow-tweet': 1,
      'twitter-circle-tweet': 1,
    })
    assert.deepEqual(await there(PUBLIC, ...ids), [PUBLIC])
  })

  test('a file whose content assigns posts is imported although its name has no known kind', async (t) => {
    const { file, run } = await place(t)
    await file('my posts.js', [post(PUBLIC)], 'tweets')
    const { kinds, heldBack } = await run()
    assert.deepEqual([kinds.posts?.imported, heldBack], [1, {}])
  })

  test('the report has cleaned and truncated names of files, for any number of files', async (t) => {
    const { directory, run } = await place(t)
    await writeFile(join(directory, 'data', 'a\u001b[31m.json'), '{}')
    for (let count = 0; count < 250; count += 1) await writeFile(join(directory, 'data', `${count}.bin`), '')
    const { heldBack } = await run()
    assert.ok(Object.keys(heldBack).length <= 201)
    assert.equal(
      Object.values(heldBack).reduce((sum, count) => sum + count, 0),
      251,
    )
    assert.ok(!Object.keys(heldBack).join().includes('\u001b'))
  })

  test('a symbolic link in place of a file is refused, because it could reveal private data', async (t) => {
    const { directory, file, run, there } = await place(t)
    await file('tweets.js', [post(PUBLIC)])
    await symlink('/dev/null', join(directory, 'data', 'twitter-circle-tweet.js'))
    await assert.rejects(run(), /twitter-circle-tweet\.js is a symbolic link; replace it/)
    assert.deepEqual(await there(PUBLIC), [])
  })

  test('two archives in one directory are refused, and the message names them', async (t) => {
    const { directory, run } = await place(t)
    await mkdir(join(directory, 'other'))
    await writeFile(join(directory, 'other', 'account.js'), 'window.YTD.account.part0 = []')
    await assert.rejects(run(), /contains 2 archives \(.*other\/.*\); choose one with --root/)
  })
})

describe('spec/archives.md#circle-posts: posts to a Circle', () => {
  test('ids may be numbers, and if one version of a post is held back, all its versions are held back', async (t) => {
    const { file, run, there } = await place(t)
    const [first, second] = [CIRCLE + 1n, CIRCLE + 2n]
    await file('tweets.js', [
      post(PUBLIC, { in_reply_to_status_id_str: String(CIRCLE) }),
      post(CIRCLE),
      post(first),
      post(second, { edit_info: { edit: { initialTweetId: String(first) } } }),
    ])
    const versions = { initial: { editTweetIds: [String(first), String(second)] } }
    const circle = [`{"tweet":{"id":${CIRCLE}}}`, JSON.stringify(post(first, { edit_info: versions }))]
    await file('twitter-circle-tweet.js', `[${circle.join()}]`)
    assert.equal((await run()).kinds.posts?.heldBack, 3)
    assert.deepEqual(await there(PUBLIC, CIRCLE, first, second), [PUBLIC], 'an answer to one is public')
  })

  test('no text of a Circle post is stored, whether the post is inside another post or is not JSON', async (t) => {
    const { file, run, there, rejects } = await place(t)
    const whole = { user: { id_str: '7', screen_name: 'x' }, created_at: 'x', full_text: 'hush' }
    const elements = [
      post(PUBLIC, { quoted_status: { ...whole, id_str: String(CIRCLE) } }),
      post(CIRCLE, { created_at: 'hush' }),
    ].map((element) => JSON.stringify(element))
    await file('tweets.js', `[${elements.join()},{"tweet":{"id_str":"${CIRCLE}","full_text":"hush",}}]`)
    await file('twitter-circle-tweet.js', [post(CIRCLE)])
    const { kinds } = await run()
    assert.deepEqual([kinds.posts?.rejected, kinds.posts?.heldBack], [0, 3])
    assert.deepEqual(await there(PUBLIC, CIRCLE), [])
    assert.equal(await rejects(), '')
  })

  test('an element of another kind among the posts is held back, and is not rejected with its text', async (t) => {
    const { file, run, rejects } = await place(t)
    await file('tweets.js', [{ circleTweet: { text: 'hush' } }, post(PUBLIC)])
    const { kinds } = await run()
    assert.deepEqual([kinds.posts?.imported, kinds.posts?.rejected, kinds.posts?.heldBack], [1, 0, 1])
    assert.equal(await rejects(), '')
  })

  test('unreadable ids of Circle posts stop the import, unless --circle-ids is given', async (t) => {
    const { directory, file, run, there } = await place(t)
    await file('tweets.js', [post(PUBLIC), post(CIRCLE)])
    const ids = join(directory, 'ids.txt')
    await writeFile(ids, `id\n"${CIRCLE}"\n`)
    for (const damaged of ['[{"tweet":{"full_text":"x"}}]', '[{"tweet":{"id_str":"179000', '[7]']) {
      await file('twitter-circle-tweet.js', damaged)
      await assert.rejects(run(), /twitter-circle-tweet\.js/)
      assert.deepEqual(await there(PUBLIC, CIRCLE), [])
    }
    assert.equal((await run({ circleIds: ids })).kinds.posts?.heldBack, 1)
    assert.deepEqual(await there(PUBLIC, CIRCLE), [PUBLIC])
  })

  test('when a line of the list of ids cannot be read, the error names the line', async (t) => {
    const { directory, run } = await place(t)
    const ids = join(directory, 'ids.txt')
    for (const [text, fault] of [
      ['1.79E+18\n', /line 1 of .* is not an id/],
      [`${CIRCLE}\nx\n`, /line 2 of/],
      ['\n# nothing\n', /has no ids/],
      ['0\n', /line 1/],
    ] as const) {
      await writeFile(ids, text)
      await assert.rejects(run({ circleIds: ids }), fault)
    }
    await writeFile(ids, `# mine\nhttps://twitter.com/ann_archive/status/${CIRCLE}?s=20\n'${PUBLIC}',\n`)
    assert.deepEqual((await run({ circleIds: ids })).kinds, {})
  })

  test('if an archive does not mark Circle posts, a warning has their possible number, and an option leaves out all posts of that time', async (t) => {
    const { file, run, there } = await place(t)
    const at = (...day: [number, number, number]) => firstSnowflakeAt(Date.UTC(...day)) + 1n
    const [before, first, last, after] = [at(2022, 3, 30), at(2022, 4, 1), at(2023, 9, 31), at(2023, 10, 1)]
    const repost = at(2023, 0, 1)
    const all = [before, first, last, after, repost]
    await file('tweets.js', [
      ...[before, first, last, after].map((id) => post(id)),
      post(repost, { full_text: 'RT @bob: x' }),
    ])
    await file('twitter-circle-tweet.js', [])
    const skipped = await run({ skipsCircleEra: true })
    assert.equal(skipped.kinds.posts?.heldBack, 2)
    assert.deepEqual(await there(...all), [before, repost, after].sort())
    assert.doesNotMatch(skipped.notices.join(), /Circle/)
    const warned = await run()
    assert.match(warned.notices.join(), /does not mark posts to a Circle, and 2 of the public posts/)
    assert.equal((await there(...all)).length, 5)
    const again = await run({ skipsCircleEra: true })
    assert.match(again.notices.join(), /2 held-back posts are on this server from an earlier import: /)
    await file('twitter-circle-tweet.js', [post(CIRCLE)])
    assert.doesNotMatch((await run()).notices.join(), /does not mark/)
  })
})

describe('spec/odd-values.md#reject-file: reject files', () => {
  test('reject files have the ids of likes and conversations, and no texts of other users', async (t) => {
    const { file, run, rejects } = await place(t)
    await file('like.js', [{ like: { tweetId: '-5', fullText: 'hush' } }])
    const messages = [{ messageCreate: { id: '5', senderId: '7', text: 'hush' } }]
    await file('direct-messages.js', [{ dmConversation: { conversationId: `7-${OWNER}`, messages } }])
    const { kinds } = await run()
    assert.deepEqual([kinds.likes?.rejected, kinds.messages?.rejected], [1, 1])
    const text = await rejects()
    assert.doesNotMatch(text, /hush/)
    assert.match(text, /"tweetId":"-5/)
    assert.match(text, new RegExp(`"conversationId":"7-${OWNER}`))
  })

  test('import posts refuses a file of an archive, because the reject file would contain its beginning', async (t) => {
    const { context, config, directory, file, rejects } = await place(t)
    await file('deleted-tweets.js', [post(PUBLIC)])
    const run = importPostsFile(context, join(directory, 'data', 'deleted-tweets.js'), { data: config.data })
    await assert.rejects(
      run,
      /is a file of a personal archive, and nothing of it was imported: give the whole archive/,
    )
    assert.equal(await rejects(), '')
  })
})

test('spec/file-recognition.md#recognition: an assignment may end in a semicolon', async (t) => {
  const { file, run } = await place(t)
  await file('tweets.js', `${JSON.stringify([post(PUBLIC)])};\n`)
  const { posts } = (await run()).kinds
  assert.deepEqual([posts?.imported, posts?.rejected], [1, 0])
})
