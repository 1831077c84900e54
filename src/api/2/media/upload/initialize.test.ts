/** Tests POST 2/media/upload/initialize over HTTP. upload.test.ts tests complete uploads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../../test/support/media/v2-stage.ts'

const PATH = '/2/media/upload/initialize'

test('POST 2/media/upload/initialize', async (t) => {
  const media = await MediaV2Stage.open(t, { settings: { media_quota_mib: '600' } })

  await t.test(
    '200 spec/v2-messages-and-media.md#media-upload: the response has an id, a key and a lifetime',
    async () => {
      for (const [media_category, kind] of [
        ['tweet_video', 7],
        ['TweetImage', 3],
        ['tweet_gif', 16],
      ] as const) {
        const { status, body } = await media.json(PATH, { total_bytes: 5, media_category, shared: false })
        assert.equal(status, 200, JSON.stringify(body))
        const { id, media_key, expires_after_secs, ...more } = body.data
        assert.deepEqual([media_key, more], [`${kind}_${id}`, {}])
        assert.ok(expires_after_secs > 86_000)
      }
    },
  )
  await t.test(
    '400/2 bodies without a size, with unknown categories or unknown members, and bodies that are not objects',
    async () => {
      assertRefused(await media.json(PATH, {}), 400, 'total_bytes must be a number above zero.')
      const body = { total_bytes: 5, media_category: 'x' }
      assertRefused(await media.json(PATH, body), 400, 'media category is not supported.')
      for (const answer of [
        await media.json(PATH, { total_bytes: 5, more: 1 }),
        await media.json(`${PATH}?a=1`, { total_bytes: 5 }),
        await media.json(PATH),
        await media.json(PATH, [5]),
      ]) {
        assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'])
      }
    },
  )
  await t.test('413/1 more bytes than the largest media file may have', async () => {
    assertRefused(await media.json(PATH, { total_bytes: 1e9 }), 413, 'The media is too large.')
  })
  await t.test('403/1 more bytes than the user has left in the storage', async () => {
    await media.begun(500 * 1024 * 1024)
    const answer = await media.json(PATH, { total_bytes: 200 * 1024 * 1024 })
    assertRefused(answer, 403, 'The storage of the account is full.')
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    await notEnrolledTest(media, (as) => media.json(PATH, { total_bytes: 5 }, as))
  })
})
