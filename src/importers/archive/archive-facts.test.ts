/** Tests edited posts, reposts, former names, manifests and ids of posts without text in archives. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { type ArchiveLists, writeArchive } from '../../../test/support/archive/write-archive.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { formerNamesOf } from '../../domain/accounts/names/former-names.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { userTimeline } from '../../domain/posts/read/timelines.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { importArchive } from './archive.ts'

const [OWNER, BOB] = [1400000001n, 1400000002n]
const [FIRST, SECOND, THIRD, REPLY] = [
  1593387213315784701n,
  1593387300000000001n,
  1593387400000000001n,
  1593388213315784701n,
]

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = join(await temporaryDirectory(t), 'archive')
  const media = mediaToolsOf(config, context)
  return {
    config,
    store,
    folder,
    async run(lists: ArchiveLists, owner = OWNER) {
      return importArchive(context, await writeArchive(folder, owner, lists), { data: config.data, media })
    },
  }
}

const tweet = (id: bigint, full_text: string, more: object = {}) => ({
  tweet: { id_str: String(id), id: String(id), full_text, ...more },
})

const versions = [FIRST, SECOND, THIRD].map(String)
const initial = { editTweetIds: versions, editsRemaining: '3', isEditEligible: true }
const edit = { edit: { initialTweetId: String(FIRST), editControlInitial: initial } }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`facts of archives on ${engine}`, () => {
    test('spec/archives.md#archive-edits: the newest version is shown, and the other versions are its history', async (t) => {
      const { config, store, run } = await place(t, engine)
      const lists = {
        tweets: [
          tweet(THIRD, 'three', { edit_info: edit, favorite_count: '2' }),
          tweet(REPLY, 'a reply', {
            in_reply_to_status_id_str: String(THIRD),
            in_reply_to_user_id_str: String(OWNER),
          }),
        ],
        'tweets-part1': [
          tweet(FIRST, 'one', { edit_info: { initial }, favorite_count: '5' }),
          tweet(SECOND, 'two', { edit_info: edit }),
        ],
        like: [{ like: { tweetId: String(THIRD) } }],
      }
      const { kinds } = await run(lists)
      assert.deepEqual([kinds.posts?.imported, kinds.likes?.imported], [4, 1])
      for (let times = 0; times < 2; times++) {
        const posts = await findPosts(store, [FIRST, SECOND, THIRD, REPLY])
        for (const id of [FIRST, SECOND, THIRD]) {
          const post = posts.get(id)
          assert.deepEqual([post?.initialId, post?.latestId, post?.counts.likes], [FIRST, THIRD, 5])
          assert.deepEqual(post?.history?.ids.map(String), versions)
        }
        assert.equal(posts.get(REPLY)?.conversationId, FIRST)
        const shown = await userTimeline(store, {
          ...{ userId: OWNER, viewerId: undefined, sinceId: undefined, maxId: undefined, count: 10 },
          ...{ excludesReplies: false, excludesReposts: false },
        })
        assert.deepEqual(shown.map(String), [String(REPLY), String(THIRD)])
        const owner = (await findFullUsers(store, [OWNER])).get(OWNER)
        assert.deepEqual([owner?.statusesCount, owner?.favouritesCount], [2, 1])
        assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
        assert.equal((await run(lists)).kinds.posts?.skipped, 4)
      }
    })

    test('spec/archives.md#archive-reposts: a repost of a stored original is imported as a repost, and other reposts are counted', async (t) => {
      const { store, run } = await place(t, engine)
      const original = 1593387000000000001n
      await run({ tweets: [tweet(original, 'the original')] }, BOB)
      const source = { source_status_id_str: String(original), source_user_id_str: String(BOB) }
      const photo = {
        ...{ id_str: '15', type: 'photo', url: 'https://t.co/x', media_url_https: 'https://p.example/a.jpg' },
        ...source,
      }
      const entities = {
        user_mentions: [{ screen_name: 'bob', name: 'Bob', id_str: String(BOB), id: String(BOB) }],
      }
      const report = await run({
        tweets: [
          tweet(FIRST, 'RT @bob: the orig… https://t.co/x', {
            entities,
            extended_entities: { media: [photo] },
          }),
          tweet(SECOND, 'RT @bob: another thing', { entities }),
        ],
      })
      assert.deepEqual([report.kinds.posts?.imported, report.kinds.posts?.rejected], [2, 0])
      assert.match(
        report.notices.join('\n'),
        /^1 reposts are imported as posts with the beginning of the text/m,
      )
      const posts = await findPosts(store, [FIRST, SECOND])
      assert.deepEqual([posts.get(FIRST)?.repostedId, posts.get(FIRST)?.content.text], [original, ''])
      const { repostedId, content } = posts.get(SECOND) ?? {}
      assert.deepEqual([repostedId, content?.text], [null, 'RT @bob: another thing'])
      assert.equal(content?.kept?.['archived_repost'], true)
    })

    test('spec/archives.md#archive-files: former names and the verified mark are imported', async (t) => {
      const { store, run } = await place(t, engine)
      const change = { changedAt: '2019-01-02T03:04:05.000Z', changedFrom: 'old_name', changedTo: 'new_name' }
      const report = await run({
        profile: [{ profile: { description: { bio: '', website: '', location: '' } } }],
        verified: [{ verified: { accountId: String(OWNER), verified: true } }],
        'screen-name-change': [
          { screenNameChange: { accountId: String(OWNER), screenNameChange: change } },
          { screenNameChange: { accountId: String(OWNER), screenNameChange: { changedFrom: 'no time' } } },
        ],
      })
      assert.deepEqual(report.notKept, { 'screen-name-change': 1 })
      const changedAt = Date.UTC(2019, 0, 2, 3, 4, 5)
      assert.deepEqual(await formerNamesOf(store, OWNER), [{ screenName: 'old_name', changedAt }])
      assert.equal((await findFullUsers(store, [OWNER])).get(OWNER)?.profile.isVerified, true)
    })

    test('spec/archives.md#parts-and-manifest: the report compares the numbers of elements with the manifest, and counts posts without text', async (t) => {
      const { folder, run } = await place(t, engine)
      const file = (fileName: string, count: number) => ({
        fileName: `data/${fileName}`,
        count: String(count),
      })
      const manifest = {
        archiveInfo: { isPartialArchive: true },
        dataTypes: {
          tweets: { files: [file('tweets.js', 3)] },
          follower: { files: [file('follower.js', 2)] },
          following: { files: [file('following.js', 0)] },
          like: { files: [file('like.js', 1)] },
        },
      }
      const lists = {
        tweets: [tweet(FIRST, 'one'), tweet(SECOND, 'two')],
        'tweet-headers': [FIRST, SECOND, THIRD].map((id) => ({ tweet: { tweet_id: String(id) } })),
        like: [{ like: { tweetId: '77' } }],
      }
      await writeArchive(folder, OWNER, lists)
      await writeFile(join(folder, 'data/manifest.js'), `window.__THAR_CONFIG = ${JSON.stringify(manifest)}`)
      const { notices, notKept } = await run(lists)
      assert.deepEqual(
        notices.filter((notice) => !notice.startsWith('Unknown: ') && !notice.includes('Circle')),
        [
          'The archive is one of several parts; import all of them together, in one command.',
          'Missing files of the archive, with the numbers of their elements: follower.js (2).',
          'Other numbers of elements than the manifest of the archive says: tweets.js has 2 of 3.',
        ],
      )
      assert.deepEqual(notKept, {
        'like (of posts that are not here)': 1,
        'tweet-headers (posts without text)': 1,
      })
    })

    test('spec/archives.md#grailbird: posts with a date but no time are imported and counted', async (t) => {
      const { store, run } = await place(t, engine)
      const { notices } = await run({
        tweets: [tweet(5_000_001n, 'old', { created_at: '2009-07-18 00:00:00 +0000' })],
      })
      assert.match(notices.join('\n'), /^The archive has the day and no time of 1 posts/m)
      const post = (await findPosts(store, [5_000_001n])).get(5_000_001n)
      assert.deepEqual(
        [post?.createdAt, post?.content.kept?.['archived_time']],
        [Date.UTC(2009, 6, 18), 'day'],
      )
    })
  })
}
