import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { gif, jpeg, mp4 } from '../../../test/support/media/samples.ts'
import { MediaStage } from '../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { openBlobs } from '../../blobs/open.ts'
import { releaseOfMessage, releaseOfPost, takeForMessage, takeForPost } from './attach.ts'
import { eraseMedia } from './erase-media.ts'
import { requireUpload } from './upload.ts'

const SMALL = { width: 60, height: 40 }
const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`attaching uploads to posts and messages on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { context } = stage
    const { id: ownerId, as } = await stage.person()
    const other = await stage.person()
    const photo = async (fields = {}) => stage.uploaded(await jpeg(SMALL), as, fields)
    const take = (...mediaIds: bigint[]) => stage.take({ ownerId, mediaIds })
    const takeSent = (mediaId: bigint, messageId = context.ids.next()) =>
      context.store.write((tx) =>
        takeForMessage(tx, { ownerId, mediaId, messageId, now: context.clock.now() }),
      )

    await t.test('spec/posts.md#update: a post has four photos, in the order of the request', async () => {
      const ids = [await photo(), await photo(), await photo(), await photo()]
      const media = await take(...ids.toReversed())
      assert.deepEqual(
        media.map(({ id_str }) => id_str),
        ids.toReversed().map(String),
      )
    })
    await t.test('five media and repeated media are refused', async () => {
      const ids = [await photo(), await photo(), await photo(), await photo(), await photo()]
      await assert.rejects(take(...ids), { reason: 'media-invalid' })
      await assert.rejects(take(...ids.slice(0, 1), ...ids.slice(0, 1)), { reason: 'media-invalid' })
      assert.equal((await take(...ids.slice(0, 4))).length, 4, 'a refusal takes nothing')
    })
    await t.test(
      'spec/errors.md#code-table 323: an animated GIF with other media; 324: a video with other media',
      async () => {
        const moving = await stage.uploaded(await gif(SMALL), as)
        const video = await stage.uploaded(mp4({ width: 320, height: 240, durationMs: 5 }), as)
        await assert.rejects(take(await photo(), moving), { reason: 'media-mixed' })
        await assert.rejects(take(moving, video), { reason: 'media-mixed' })
        await assert.rejects(take(video, await photo()), { reason: 'media-invalid' })
        assert.equal((await take(moving))[0]?.type, 'animated_gif')
        assert.equal((await take(video))[0]?.type, 'video')
      },
    )
    await t.test(
      'spec/errors.md#code-table 325: unknown media, or media of another user that does not name this user as an owner',
      async () => {
        await assert.rejects(take(5n), { reason: 'media-not-found' })
        const theirs = await stage.uploaded(await jpeg(SMALL), other.as)
        await assert.rejects(take(theirs), { reason: 'media-not-found' })
        await assert.rejects(takeSent(theirs), { reason: 'media-not-found' })
        const lent = await stage.uploaded(await jpeg(SMALL), other.as, {
          additional_owners: `x,${ownerId}, 5`,
        })
        assert.equal((await take(lent)).length, 1)
      },
    )
    await t.test(
      'spec/errors.md#code-table 324: incomplete media, media of another category, and media in use',
      async () => {
        const { body } = await stage.upload({ command: 'INIT', total_bytes: 5 }, as)
        await assert.rejects(take(body.media_id), { reason: 'media-invalid' })
        await assert.rejects(take(await photo({ media_category: 'dm_image' })), { reason: 'media-invalid' })
        const forPosts = await photo({ media_category: 'tweet_image' })
        await assert.rejects(takeSent(forPosts), { reason: 'media-invalid' })
        await take(forPosts)
        await assert.rejects(take(forPosts), { reason: 'media-invalid' })
        const shared = await photo({ shared: 'true' })
        await takeSent(shared)
        await takeSent(shared)
        await assert.rejects(take(shared), { reason: 'media-invalid' })
      },
    )
    await t.test('of three concurrent requests for the same upload, one is accepted', async () => {
      const id = await photo()
      const outcomes = await Promise.allSettled([take(id), takeSent(id), take(id)])
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    })
    await t.test('unused media are erased, and used media are kept', async () => {
      const blobs = openBlobs(stage.server.config)
      const folderOf = (path: string) => /([0-9a-f]{32})/.exec(path)?.[1] ?? ''
      const isThere = async (path: string) =>
        (await blobs.read({ folder: folderOf(path), name: 'small.jpg' })) !== undefined
      const erase = () => eraseMedia(context, blobs, new AbortController().signal)
      const shared = await photo({ shared: 'true' })
      const [first, second] = [context.ids.next(), context.ids.next()]
      const { media_url_https: path } = await takeSent(shared, first)
      await takeSent(shared, second)
      const postId = context.ids.next()
      const [kept] = await stage.take({ ownerId, mediaIds: [await photo()], postId })
      await context.store.write((tx) => releaseOfMessage(tx, first))
      await erase()
      assert.equal(await isThere(path), true)
      await context.store.write((tx) => releaseOfPost(tx, second))
      await context.store.write((tx) => releaseOfPost(tx, postId))
      await erase()
      assert.equal(await isThere(kept?.media_url_https ?? ''), false)
      assert.equal(await isThere(path), true, 'shared media stay for further messages')
    })
  })
}

test('a folder that cannot be erased does not block other folders, and is tried again', async (t) => {
  const stage = await MediaStage.open(t)
  const { context } = stage
  const { id: ownerId, as } = await stage.person()
  const blobs = openBlobs(stage.server.config)
  const postId = context.ids.next()
  const mediaIds = [await stage.uploaded(await jpeg(SMALL), as), await stage.uploaded(await jpeg(SMALL), as)]
  await stage.take({ ownerId, mediaIds, postId })
  await context.store.write((tx) => releaseOfPost(tx, postId))
  const { signal } = new AbortController()
  const tried: string[] = []
  const stuck = {
    async eraseFolder(folder: string) {
      tried.push(folder)
      if (tried.length === 1) throw new Error('not now')
      await blobs.eraseFolder(folder)
    },
  }
  await assert.rejects(eraseMedia(context, stuck, signal), /not now/)
  assert.ok(tried.length >= 4, 'two uploads, each with a folder for its segments')
  assert.equal((await eraseMedia(context, stuck, signal)).erased, 1)
  assert.equal(tried.at(-1), tried[0])
})

test('spec/media.md#lifetime: an unused upload expires after 24 hours and is not found afterwards', async (t) => {
  const stage = await MediaStage.open(t)
  const { store, clock } = stage.context
  const { id: ownerId, as } = await stage.person()
  const blobs = openBlobs(stage.server.config)
  const uploaded = async () => stage.uploaded(await jpeg(SMALL), as)
  const [kept, unused] = [await uploaded(), await uploaded()]
  const { body: open } = await stage.upload({ command: 'INIT', total_bytes: 5 }, as)
  await stage.upload(
    { command: 'APPEND', media_id: open.media_id, segment_index: 0, media: Buffer.alloc(5) },
    as,
  )
  const [medium] = await stage.take({ ownerId, mediaIds: [kept] })
  const begun = clock.now()
  const eraseAt = (now: number) =>
    eraseMedia({ store, clock: { ...clock, now: () => now } }, blobs, new AbortController().signal)
  assert.equal((await eraseAt(begun + DAY_MS - 60_000)).expired, 0)
  const later = begun + DAY_MS
  for (const mediaId of [unused, open.media_id]) {
    await assert.rejects(requireUpload(store, { ownerId, mediaId, now: later }), {
      fault: 'upload-not-found',
    })
    const taken = { ownerId, mediaIds: [mediaId], postId: 5n, now: later }
    await assert.rejects(
      store.write((tx) => takeForPost(tx, taken)),
      { reason: 'media-not-found' },
    )
  }
  assert.equal((await requireUpload(store, { ownerId, mediaId: kept, now: later })).state, 'ready')
  assert.equal((await eraseAt(later)).expired, 2)
  await assert.rejects(requireUpload(store, { ownerId, mediaId: unused, now: begun }), {
    fault: 'upload-not-found',
  })
  assert.equal((await stage.get(medium?.media_url_https ?? '')).status, 200)
  assert.deepEqual(await eraseAt(later), { expired: 0, erased: 0 })
})
