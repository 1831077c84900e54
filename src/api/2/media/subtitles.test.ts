/** Tests POST and DELETE 2/media/subtitles over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpeg, mp4 } from '../../../../test/support/media/samples.ts'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../test/support/media/v2-stage.ts'
import { readSubtitles } from '../../../domain/media/subtitles.ts'

const PATH = '/2/media/subtitles'
const SRT = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHello\n')

test('2/media/subtitles', async (t) => {
  const media = await MediaV2Stage.open(t)
  const uploaded = async (bytes: Buffer, media_category: string): Promise<string> => {
    const { status, body } = await media.multipart('/2/media/upload', { media: bytes, media_category })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.id
  }
  const video = await uploaded(mp4({ width: 320, height: 240, durationMs: 2_000 }), 'tweet_video')
  const file = await uploaded(SRT, 'subtitles')
  const english = { id: file, language_code: 'en', display_name: 'English' }
  const stored = () => readSubtitles(media.stage.context.store, BigInt(video))
  const remove = (body: unknown) => media.json(PATH, body, media.me.as, 'DELETE')

  await t.test(
    '200 spec/v2-messages-and-media.md#subtitles: subtitles are added, replaced and removed',
    async () => {
      const { status, body } = await media.json(PATH, {
        id: video,
        media_category: 'TweetVideo',
        subtitles: english,
      })
      const named = { ...english, language_code: 'EN' }
      assert.deepEqual(
        [status, body],
        [200, { data: { id: video, media_category: 'TweetVideo', associated_subtitles: [named] } }],
      )
      const more = [
        { ...english, display_name: 'English (UK)' },
        { id: file, language_code: 'pt-BR' },
      ]
      assert.equal((await media.json(PATH, { id: video, subtitles: more })).status, 200)
      assert.deepEqual(await stored(), [
        { id: file, language_code: 'EN', display_name: 'English (UK)' },
        { id: file, language_code: 'PT-BR', display_name: '' },
      ])
      for (const gone of [
        { language_code: 'EN' },
        { subtitles: [{ language_code: 'pt-br' }] },
        { language_code: 'en' },
      ]) {
        const answer = await remove({ id: video, ...gone })
        assert.deepEqual([answer.status, answer.body], [200, { data: { deleted: true } }])
      }
      assert.deepEqual(await stored(), [])
    },
  )

  await t.test('400/2 uploads that are unknown, of another user, or of another type', async () => {
    const photo = await uploaded(await jpeg({ width: 40, height: 30 }), 'tweet_image')
    const unknown = 'media id not found.'
    assertRefused(await media.json(PATH, { id: '5', subtitles: english }), 400, unknown)
    assertRefused(await media.json(PATH, { id: video, subtitles: { ...english, id: '5' } }), 400, unknown)
    assertRefused(await remove({ id: '5', language_code: 'en' }), 400, unknown)
    const other = await media.stage.person()
    assertRefused(await media.json(PATH, { id: video, subtitles: english }, other.as), 400, unknown)
    for (const [id, subtitles] of [
      [photo, english],
      [video, { ...english, id: photo }],
    ]) {
      const { status, body } = await media.json(PATH, { id, subtitles })
      assert.deepEqual([status, body.title], [400, 'Invalid Request'])
    }
    assert.deepEqual(await stored(), [])
  })

  await t.test(
    '400/2 bodies without members, with invalid languages, and with too many subtitles',
    async () => {
      const many = Array.from({ length: 51 }, (_, nth) => ({ ...english, language_code: `en-${1000 + nth}` }))
      const wrong = [
        {},
        [],
        { id: video },
        { id: video, subtitles: [] },
        { id: video, subtitles: 5 },
        { id: video, subtitles: { ...english, language_code: 'x' } },
        { id: video, subtitles: { ...english, display_name: 'x'.repeat(101) } },
        { id: video, subtitles: many },
        { id: video, media_category: 'TweetImage', subtitles: english },
      ]
      for (const body of wrong) {
        assert.equal((await media.json(PATH, body)).status, 400, JSON.stringify(body))
      }
      assert.equal((await media.json(PATH, { id: video, subtitles: many.slice(0, 50) })).status, 200)
      const oneMore = await media.json(PATH, { id: video, subtitles: english })
      assertRefused(oneMore, 400, 'The request is malformed.')
      for (const body of [{ id: video }, { language_code: 'en' }, { id: video, language_code: '' }]) {
        assert.equal((await remove(body)).status, 400, JSON.stringify(body))
      }
      assert.equal((await media.json(`${PATH}?x=1`, { id: video, subtitles: english })).status, 400)
    },
  )

  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    await notEnrolledTest(media, (as) => media.json(PATH, { id: video, subtitles: english }, as))
  })
})
