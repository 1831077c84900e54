/** Tests POST and GET 2/media/upload over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { gif, jpeg, mp4, png } from '../../../../test/support/media/samples.ts'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../test/support/media/v2-stage.ts'
import { slow, slowOnPostgres } from '../../../../test/support/part.ts'

const PATH = '/2/media/upload'
const SMALL = { width: 40, height: 30 }
const SUCCEEDED = { state: 'succeeded', progress_percent: 100 }

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`media upload of API v2 on ${engine}`, async (t) => {
    const media = await MediaV2Stage.open(t, { engine })
    const status = (id: string) =>
      media.json(`${PATH}?command=STATUS&media_id=${id}`, undefined, media.me.as, 'GET')

    await t.test(
      '200 spec/v2-messages-and-media.md#media-upload: an upload in one request, as multipart or JSON',
      async () => {
        for (const [kind, bytes] of [
          [3, await jpeg(SMALL)],
          [16, await gif(SMALL)],
        ] as const) {
          for (const answer of [
            await media.multipart(PATH, { media: bytes }),
            await media.json(PATH, { media: bytes.toString('base64'), media_category: null }),
          ]) {
            assert.equal(answer.status, 200, JSON.stringify(answer.body))
            const { id, media_key, size, expires_after_secs, processing_info } = answer.body.data
            assert.deepEqual([media_key, size, processing_info], [`${kind}_${id}`, bytes.length, SUCCEEDED])
            assert.ok(expires_after_secs > 86_000)
          }
        }
      },
    )
    await t.test(
      '200 an upload in steps (initialize, append, finalize), with the state after each step',
      async () => {
        const video = mp4({ width: 320, height: 240, durationMs: 2_000, data: 50_000 })
        const wishes = { media_type: 'video/mp4', media_category: 'tweet_video', additional_owners: ['5'] }
        const id = await media.begun(video.length, wishes)
        assert.equal((await status(id)).body.data.processing_info.state, 'pending')
        const half = Math.ceil(video.length / 2)
        const first = await media.multipart(`${PATH}/${id}/append`, {
          segment_index: 0,
          media: video.subarray(0, half),
        })
        assert.equal(first.status, 200, JSON.stringify(first.body))
        assert.ok(first.body.data.expires_at > 1_000_000_000)
        const second = { segment_index: 1, media: video.subarray(half).toString('base64') }
        assert.equal((await media.json(`${PATH}/${id}/append`, second)).status, 200)
        for (const body of [undefined, {}]) {
          const done = await media.json(`${PATH}/${id}/finalize`, body)
          assert.equal(done.status, 200, JSON.stringify(done.body))
          const { media_key, size, processing_info } = done.body.data
          assert.deepEqual([media_key, size, processing_info], [`7_${id}`, video.length, SUCCEEDED])
        }
        assert.deepEqual((await status(id)).body.data.processing_info, SUCCEEDED)
      },
    )
    await t.test(
      '200 an upload in steps at one path, with the name of the step in a field, as in 2025-01',
      async () => {
        const picture = await png({ width: 300, height: 200 })
        const begun = await media.multipart(PATH, {
          command: 'INIT',
          total_bytes: picture.length,
          media_type: 'image/png',
        })
        assert.equal(begun.status, 200, JSON.stringify(begun.body))
        const media_id = begun.body.data.id
        await media.multipart(PATH, { command: 'APPEND', media_id, segment_index: 0, media: picture })
        const done = await media.multipart(PATH, { command: 'FINALIZE', media_id })
        assert.deepEqual([done.status, done.body.data.size], [200, picture.length])
      },
    )
    await t.test('200 an upload can be attached to a post of API v2', async () => {
      const { body } = await media.multipart(PATH, { media: await jpeg(SMALL) })
      const posted = await media.json('/2/tweets', { media: { media_ids: [body.data.id] } })
      assert.equal(posted.status, 201, JSON.stringify(posted.body))
    })
    await t.test(
      '400/2 bytes that are not media, an empty file, and unknown commands and members',
      async () => {
        const noMedia = 'media type unrecognized.'
        assertRefused(await media.multipart(PATH, { media: Buffer.from('words') }), 400, noMedia)
        assertRefused(await media.json(PATH, {}), 400, 'media parameter is missing.')
        const unknown = 'command is not one of INIT, APPEND, FINALIZE and STATUS.'
        assertRefused(await media.json(PATH, { command: 'GO' }), 400, unknown)
        assertRefused(await media.json(`${PATH}?command=GO`, undefined, media.me.as, 'GET'), 400, unknown)
        for (const body of [
          [],
          { more: 1 },
          { media_category: {} },
          { media_id: 'x', command: 'FINALIZE' },
        ]) {
          const answer = await media.json(PATH, body)
          assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'], JSON.stringify(body))
        }
      },
    )
    await t.test('400/2 the upload of another user', async () => {
      const other = await media.stage.person()
      const id = await media.begun(100)
      const answer = await media.json(`${PATH}?media_id=${id}`, undefined, other.as, 'GET')
      assertRefused(answer, 400, 'media id not found.')
    })
    await t.test('413/1 more bytes than one request may have', slow, async () => {
      const { status: code, body } = await media.multipart(PATH, { media: Buffer.alloc(16 * 1024 * 1024) })
      assert.deepEqual([code, body.status], [413, 413])
    })
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const bytes = await jpeg(SMALL)
      await notEnrolledTest(media, (as) => media.multipart(PATH, { media: bytes }, as))
    })
  })
}

test('403/1 the storage of a user is bounded', async (t) => {
  const media = await MediaV2Stage.open(t, { settings: { media_quota_mib: '1' } })
  await media.begun(1024 * 1024)
  const full = 'The storage of the account is full.'
  assertRefused(await media.multipart(PATH, { media: await jpeg(SMALL) }), 403, full)
})

test('spec/v2-messages-and-media.md#media-upload: each step has a rate window, and the app has a daily budget', async (t) => {
  const media = await MediaV2Stage.open(t, { settings: { limits: 'documented' } })
  const limits = ({ headers }: { headers: Headers }) =>
    ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-app-limit-24hour-remaining'].map((name) =>
      headers.get(name),
    )
  assert.deepEqual(limits(await media.json(PATH, {})), ['500', '499', '49999'])
  assert.deepEqual(limits(await media.json(PATH, { command: 'INIT' })), ['1875', '1874', null])
  assert.deepEqual(limits(await media.json(`${PATH}/initialize`, {})), ['1875', '1873', null])
})
