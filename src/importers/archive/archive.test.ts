import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { type ZipEntry, zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import { type Engine, query } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import type { Context } from '../../domain/context.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import type { MessageContent } from '../../domain/messages/content.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { importArchive } from './archive.ts'

const OLDER = fileURLToPath(new URL('../../../test/fixtures/archive/older-2019', import.meta.url))
const NEWER = fileURLToPath(new URL('../../../test/fixtures/archive/newer-2022', import.meta.url))

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  const media = openMedia({
    blobs: openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random: context.random,
  })
  const run = (path: string, of: Context = context) => importArchive(of, path, { data: config.data, media })
  return {
    context,
    store,
    directory,
    run,
    async zipped(entries: readonly ZipEntry[]) {
      const file = join(directory, 'archive.zip')
      await writeFile(file, zipBytes(entries))
      return file
    },
  }
}

/** The files of a fixture as zip entries, inside a folder. */
async function entriesOf(directory: string, folder = ''): Promise<ZipEntry[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  return Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { name: `${folder}${path.slice(directory.length + 1)}`, content: await readFile(path) }
      }),
  )
}

function countsOf(report: Awaited<ReturnType<typeof importArchive>>) {
  return Object.fromEntries(
    Object.entries({ ...report.kinds, ...(report.pictures && { pictures: report.pictures }) }).map(
      ([kind, { read, imported, skipped, rejected }]) => [kind, [read, imported, skipped, rejected]],
    ),
  )
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#import: import archive on ${engine}`, () => {
    test('imports the layout of 2019, with posts, follows, likes and messages, and stores nothing twice', async (t) => {
      const { store, run } = await place(t, engine)
      const report = await run(OLDER)
      assert.deepEqual(countsOf(report), {
        posts: [2, 2, 0, 0],
        following: [2, 2, 0, 0],
        followers: [2, 2, 0, 0],
        likes: [2, 1, 0, 0],
        messages: [2, 2, 0, 0],
      })
      assert.deepEqual(report.notKept, { 'like (of posts that are not here)': 1 })
      const user = (await findFullUsers(store, [12497n])).get(12497n)
      assert.deepEqual(
        [user?.screenName, user?.name, user?.createdAt, user?.statusesCount, user?.favouritesCount],
        ['simonw', 'Simon Willison', Date.UTC(2006, 10, 15, 13, 18, 50), 2, 1],
      )
      assert.deepEqual([user?.followersCount, user?.friendsCount], [2, 2])
      const posts = await findPosts(store, [1090000000000000001n, 1090000000000000002n])
      const first = posts.get(1090000000000000001n)
      assert.deepEqual(
        [first?.content.text, first?.counts.likes, first?.authorId],
        ['this & that', 3, 12497n],
      )
      assert.equal(posts.get(1090000000000000002n)?.content.user_mentions, undefined, '-1 is not an id')
      assert.deepEqual(countsOf(await run(OLDER)), {
        posts: [2, 0, 2, 0],
        following: [2, 0, 2, 0],
        followers: [2, 0, 2, 0],
        likes: [2, 0, 1, 0],
        messages: [2, 0, 2, 0],
      })
      const friends = await store.rows(friendsOf, { user: 12497n })
      assert.deepEqual(
        friends.map(({ followee_id }) => followee_id),
        [12158n, 547842573n],
        'the newest is first in the file',
      )
    })

    test('imports the layout of archives since 2020 from a zip file, with its parts', async (t) => {
      const { store, run, zipped } = await place(t, engine)
      const file = await zipped(await entriesOf(NEWER, 'twitter-2022-05-06-abc/'))
      const report = await run(file)
      assert.deepEqual(countsOf(report), {
        posts: [3, 3, 0, 0],
        following: [2, 2, 0, 0],
        followers: [1, 1, 0, 0],
        likes: [1, 1, 0, 0],
        messages: [4, 4, 0, 0],
        pictures: [2, 1, 0, 1],
      })
      const user = (await findFullUsers(store, [35010911n])).get(35010911n)
      assert.deepEqual(
        [user?.screenName, user?.profile.location, user?.profile.link?.url],
        ['mrled', 'Austin', 'https://t.co/XfCABWRXic'],
      )
      const post = (await findPosts(store, [1520000000000000001n])).get(1520000000000000001n)
      assert.deepEqual(post?.content.media?.[0]?.video_info, {
        aspect_ratio: [16, 9],
        duration_millis: 4_000,
        variants: [{ bitrate: 256_000, content_type: 'video/mp4', url: 'https://video.twimg.com/a.mp4' }],
      })
      assert.equal(post?.counts.likes, 1, 'not less than the likes that there are')
      const [old, message] = await store.rows(messagesOf, {})
      assert.deepEqual([old?.id, old?.sender_id], [1234567n, 12497n], 'a sequential id')
      assert.deepEqual([message?.id, message?.sender_id], [1500000000000000001n, 35010911n])
      const content = JSON.parse(message?.content ?? '') as MessageContent
      assert.equal(content.text, 'see <this> 😀 https://t.co/0123456789')
      assert.deepEqual(content.urls?.[0]?.indices, [19, 42], 'code points of the escaped text')
      assert.equal((await store.rows(copiesOf, {})).length, 8, 'both sides have each')
    })

    test('continues where it was interrupted, and its report includes both runs', async (t) => {
      const { context, run } = await place(t, engine)
      await assert.rejects(run(OLDER, failingFrom(context, 4)), /the process died/)
      const { posts, following, followers } = countsOf(await run(OLDER))
      assert.deepEqual(
        [posts, following, followers],
        [
          [2, 2, 0, 0],
          [2, 2, 0, 0],
          [2, 2, 0, 0],
        ],
      )
    })
  })
}

describe('import archive', () => {
  test('refuses a missing file, and files that are not a readable archive of a named account', async (t) => {
    const { directory, run, zipped } = await place(t, 'sqlite')
    await assert.rejects(run(join(directory, 'none.zip')), /does not exist/)
    await assert.rejects(run(directory), /is not a personal archive: it has no account\.js or manifest\.js/)
    await writeFile(join(directory, 'x.zip'), 'PK no zip')
    await assert.rejects(
      run(join(directory, 'x.zip')),
      /is not a zip file or a tar file, or is corrupt; name the archive/,
    )
    await assert.rejects(
      run(await zipped([{ name: 'readme.txt', content: 'x' }])),
      /is not a personal archive/,
    )
    const empty = 'window.YTD.account.part0 = []'
    await assert.rejects(
      run(await zipped([{ name: 'account.js', content: empty }])),
      /account\.js of the archive is empty/,
    )
    const nameless = 'window.YTD.account.part0 = [{"account":{"accountId":"1"}}]'
    await assert.rejects(
      run(await zipped([{ name: 'account.js', content: nameless }])),
      /there is no accountId, or no username/,
    )
    const latin = Buffer.from('window.YTD.account.part0 = [{"account":{"username":"Ren\u00e9"}}]', 'latin1')
    await assert.rejects(
      run(await zipped([{ name: 'account.js', content: latin }])),
      /account\.js in .* is not in UTF-8; get the archive again/,
    )
  })

  test('does not read files outside the archive, for any names of its members', async (t) => {
    const { directory, run, zipped } = await place(t, 'sqlite')
    const account = await readFile(join(OLDER, 'account.js'))
    const tweets = await readFile(join(OLDER, 'tweet.js'))
    const strange = [
      '../tweet.js',
      '/tweet.js',
      'a/b/tweet.js',
      'assets\\tweet.js',
      'data/../tweet.js',
      'data/deleted-tweets.js',
    ]
    const before = await readdir(directory)
    const report = await run(
      await zipped([
        { name: 'account.js', content: account },
        ...strange.map((name) => ({ name, content: tweets })),
      ]),
    )
    assert.deepEqual(report.kinds, {})
    assert.deepEqual(report.heldBack, { a: 1, 'deleted-tweets': 2, 'files that lie elsewhere': 3 })
    assert.deepEqual(await readdir(directory), [...before, 'archive.zip'].sort())
  })

  test('names a file that does not begin with an assignment, and imports the other files', async (t) => {
    const { directory, store, run } = await place(t, 'sqlite')
    const copy = join(directory, 'copy')
    await mkdir(copy)
    await cp(OLDER, copy, { recursive: true })
    await writeFile(join(copy, 'following.js'), '[{"following":{"accountId":"1"}}]')
    const { faults, kinds } = await run(copy)
    assert.equal(faults[0]?.place, 'copy/following.js')
    assert.match(faults[0]?.reason ?? '', /^it does not begin with window\.YTD/)
    assert.deepEqual([faults.length, kinds.followers?.imported], [1, 2])
    assert.equal((await findPosts(store, [1090000000000000001n])).size, 1)
  })

  test('rejects a message with an id in the future, and imports the other messages', async (t) => {
    const { directory, store, run } = await place(t, 'sqlite')
    const copy = join(directory, 'copy')
    await mkdir(copy)
    await cp(join(OLDER, 'account.js'), join(copy, 'account.js'))
    const [past, future] = [1090000000000000001n, firstSnowflakeAt(Date.UTC(2080, 5, 1))]
    const messages = [future, past].map((id) => ({
      messageCreate: { id: String(id), senderId: '35010911', recipientId: '12497', text: 'hi' },
    }))
    const list = JSON.stringify([{ dmConversation: { messages } }])
    await writeFile(join(copy, 'direct-messages.js'), `window.YTD.direct_messages.part0 = ${list}`)
    const report = (await run(copy)).kinds.messages
    assert.deepEqual([report?.imported, report?.rejected], [1, 1])
    const rejects = await readFile(report?.rejects ?? '', 'utf8')
    assert.match(
      rejects,
      new RegExp(`the message ${future} has the time 2080-06-01T00:00:00.000Z, which is in the future`),
    )
    assert.deepEqual(
      (await store.rows(messagesOf, {})).map(({ id }) => id),
      [past],
    )
  })

  test('names a file of the archive that is a zip bomb', async (t) => {
    const { run, zipped } = await place(t, 'sqlite')
    const bomb = `window.YTD.tweet.part0 = [${' '.repeat(byPart(4_000_000, 40_000_000))}]`
    const account = await readFile(join(OLDER, 'account.js'))
    const file = await zipped([
      { name: 'account.js', content: account },
      { name: 'tweet.js', content: bomb },
    ])
    const { faults } = await run(file)
    assert.equal(faults[0]?.place, 'archive.zip/tweet.js')
    assert.match(faults[0]?.reason ?? '', /^it decompresses to more than 100 times its size/)
  })
})

const friendsOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('friends').select('followee_id').where('follower_id', '=', p('user')).orderBy('position'),
)
const messagesOf = query()((k) => k.selectFrom('messages').selectAll().orderBy('id'))
const copiesOf = query()(() => sql<{ user_id: bigint }>`select user_id from message_copies`)
