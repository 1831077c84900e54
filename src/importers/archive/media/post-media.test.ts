/** Tests media of archives in the form that clients read: as files of this server. */
import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../../test/support/archive/write-archive.ts'
import { ENGINES, temporaryDirectory } from '../../../../test/support/engines.ts'
import { jpeg, mp4 } from '../../../../test/support/media/samples.ts'
import { MediaStage } from '../../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { stagingDirectory } from '../../../blobs/open.ts'
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { systemRandom } from '../../../lib/time/clock.ts'
import { verifyDatabase } from '../../../verify/verify.ts'
import { importArchive } from '../archive.ts'

const OWNER = 1400000001n
const [PHOTOS, VIDEO, CIRCLE, BARE] = [
  1593387213315784705n,
  1593387213315784706n,
  1593387213315784707n,
  1593387213315784708n,
]

const photo = (number: number) => ({
  ...{ id_str: `159338721331578400${number}`, type: 'photo', url: 'https://t.co/pppp', sizes: {} },
  media_url_https: `https://pbs.twimg.com/media/Photo${number}.jpg?name=orig`,
})

const video = {
  ...{ id_str: '1593387213315784010', type: 'animated_gif', url: 'https://t.co/pppp', sizes: {} },
  media_url_https: 'https://pbs.twimg.com/tweet_video_thumb/Thumb.jpg',
  video_info: {
    aspect_ratio: ['2', '1'],
    variants: [
      { content_type: 'application/x-mpegURL', url: 'https://video.twimg.com/List.m3u8' },
      { bitrate: '0', content_type: 'video/mp4', url: 'https://video.twimg.com/Gif.mp4?tag=1' },
    ],
  },
}

function tweet(id: bigint, media: readonly object[]) {
  const text = 'see https://t.co/pppp'
  const entities = { hashtags: [], symbols: [], user_mentions: [], urls: [], media: media.slice(0, 1) }
  return { tweet: { id_str: String(id), full_text: text, entities, extended_entities: { media } } }
}

const LISTS = {
  profile: [
    {
      profile: {
        description: { bio: '', website: '', location: '' },
        avatarMediaUrl: 'https://pbs.twimg.com/profile_images/5/Face.jpg',
        headerMediaUrl: 'https://pbs.twimg.com/profile_banners/1400000001/1500000000',
      },
    },
  ],
  tweets: [
    tweet(PHOTOS, [photo(1), photo(2), photo(3), photo(4)]),
    tweet(VIDEO, [video]),
    tweet(CIRCLE, [photo(5)]),
    tweet(BARE, [photo(6)]),
  ],
  'twitter-circle-tweet': [tweet(CIRCLE, [photo(5)])],
}

async function mediaFiles() {
  const picture = await jpeg({ width: 60, height: 40 })
  return {
    [`tweets_media/${PHOTOS}-Photo1.jpg`]: picture,
    [`tweets_media/${PHOTOS}-Photo2.jpg`]: picture,
    [`tweets_media/${PHOTOS}-Photo3.jpg`]: 'no picture',
    [`tweets_media/${VIDEO}-Gif.mp4`]: mp4({ width: 64, height: 32, durationMs: 1_000 }),
    [`tweets_media/${CIRCLE}-Photo5.jpg`]: picture,
    'tweets_media/77-Nothing.jpg': picture,
    [`twitter_circle_tweet_media/${CIRCLE}-Photo5.jpg`]: picture,
    [`profile_media/${OWNER}-Face.jpg`]: picture,
    [`profile_media/${OWNER}-1500000000.jpg`]: picture,
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/archives.md#archive-media: this server serves the media of an archive, on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { context } = stage
    const { config, url: origin } = stage.server
    const media = mediaToolsOf(config, context)
    const run = (path: string) => importArchive(context, path, { data: config.data, media, origin })
    const folder = await writeArchive(
      join(await temporaryDirectory(t), 'archive'),
      OWNER,
      LISTS,
      await mediaFiles(),
    )
    const mediaOf = async (id: bigint) => (await findPosts(context.store, [id])).get(id)?.content.media ?? []

    await t.test('the report counts every file, and its counts exclude private parts', async () => {
      const report = await run(folder)
      assert.deepEqual(
        { ...report.media, faults: report.media?.faults.length },
        { read: 6, imported: 3, skipped: 0, rejected: 1, missing: 2, faults: 1 },
      )
      assert.deepEqual(report.profilePictures, { read: 2, imported: 2, skipped: 0, rejected: 0, faults: [] })
      assert.deepEqual(report.notKept, { 'tweets_media (without a post)': 1 })
      assert.deepEqual(report.heldBack, {
        tweets_media: 1,
        'twitter-circle-tweet': 1,
        twitter_circle_tweet_media: 1,
      })
      assert.equal(report.kinds.posts?.imported, 3)
    })

    await t.test(
      'pictures and videos have URLs of this server, and their archived URLs are stored',
      async () => {
        const [first, second, broken, absent] = await mediaOf(PHOTOS)
        for (const medium of [first, second]) {
          const { status, headers } = await stage.get(medium?.media_url_https ?? '')
          assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
        }
        assert.equal(first?.kept?.['archived_url'], 'https://pbs.twimg.com/media/Photo1.jpg?name=orig')
        assert.deepEqual(
          [first.sizes['large'], first.id_str],
          [{ w: 60, h: 40, resize: 'fit' }, photo(1).id_str],
        )
        for (const [index, medium] of [broken, absent].entries()) {
          assert.equal(medium?.media_url_https, photo(index + 3).media_url_https)
        }
        const [gif] = await mediaOf(VIDEO)
        const [variant, ...others] = gif?.video_info?.variants ?? []
        assert.deepEqual([gif?.type, variant?.bitrate, others], ['animated_gif', 0, []])
        const { status, headers } = await stage.get(variant?.url ?? '')
        assert.deepEqual([status, headers.get('content-type')], [200, 'video/mp4'])
        assert.deepEqual(await mediaOf(CIRCLE), [])
      },
    )

    await t.test('the pictures of the profile have URLs of this server', async () => {
      const profile = (await findFullUsers(context.store, [OWNER])).get(OWNER)?.profile
      for (const address of [profile?.imageUrl ?? '', `${profile?.bannerUrl}/1500x500`]) {
        assert.ok(address.startsWith(`${origin}/profile_`), address)
        assert.equal((await stage.get(address.slice(origin.length))).status, 200)
      }
    })

    await t.test('a second import changes nothing, and keeps pictures that the user set', async () => {
      const [before] = await mediaOf(PHOTOS)
      const image = (await findFullUsers(context.store, [OWNER])).get(OWNER)?.profile.imageUrl
      const report = await run(folder)
      // The broken file is still rejected.
      const { imported, skipped, rejected } = report.media ?? {}
      assert.deepEqual([imported, skipped, rejected], [0, 5, 1])
      assert.deepEqual([report.profilePictures?.imported, report.profilePictures?.skipped], [0, 2])
      assert.deepEqual(report.notKept, { 'tweets_media (without a post)': 1 })
      assert.deepEqual((await mediaOf(PHOTOS))[0], before)
      assert.equal((await findFullUsers(context.store, [OWNER])).get(OWNER)?.profile.imageUrl, image)
      assert.deepEqual(await readdir(stagingDirectory(config)).catch(() => []), [], 'no file is left behind')
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })

    await t.test('a later import adds files that were missing in an earlier import', async () => {
      const place = join(folder, 'data', 'tweets_media')
      await writeFile(join(place, `${BARE}-Photo6.jpg`), await jpeg({ width: 60, height: 40 }))
      const [before] = await mediaOf(BARE)
      assert.equal(before?.media_url_https, photo(6).media_url_https)
      const { media: counts, kinds } = await run(folder)
      assert.deepEqual([counts?.imported, counts?.skipped, kinds.posts?.imported], [1, 4, 0])
      const [after] = await mediaOf(BARE)
      assert.equal((await stage.get(after?.media_url_https ?? '')).status, 200)
      assert.equal(after?.kept?.['archived_url'], photo(6).media_url_https)
      assert.equal((await run(folder)).media?.imported, 0)
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })

    await t.test('the files of a deleted post are not served', async () => {
      const [first] = await mediaOf(PHOTOS)
      await deletePost(context, { postId: PHOTOS, userId: OWNER })
      assert.equal((await stage.get(first?.media_url_https ?? '')).status, 404)
      assert.equal((await run(folder)).media?.imported, 0)
    })
  })
}
