/** Tests POST 2/media/upload/:id/finalize over HTTP. upload.test.ts tests complete uploads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpeg } from '../../../../../test/support/media/samples.ts'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../../test/support/media/v2-stage.ts'

test('POST 2/media/upload/:id/finalize', async (t) => {
  const media = await MediaV2Stage.open(t)
  const finalize = (id: string, body?: unknown) => media.json(`/2/media/upload/${id}/finalize`, body)

  await t.test('400/2 missing segments, unknown uploads, and unknown members', async () => {
    const id = await media.begun(100)
    assertRefused(await finalize(id), 400, 'Segments do not add up to provided total file size.')
    assertRefused(await finalize('5'), 400, 'media id not found.')
    for (const answer of [
      await finalize('x'),
      await finalize(id, { more: 1 }),
      await media.json(`/2/media/upload/${id}/finalize?a=1`),
    ]) {
      assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'])
    }
  })
  await t.test(
    '400/2 bytes that are not media are refused, and the state of the upload has the reason',
    async () => {
      const words = Buffer.from('words')
      const id = await media.begun(words.length)
      await media.multipart(`/2/media/upload/${id}/append`, { segment_index: 0, media: words })
      assertRefused(await finalize(id), 400, 'media type unrecognized.')
      const { body } = await media.json(`/2/media/upload?media_id=${id}`, undefined, media.me.as, 'GET')
      assert.deepEqual(body.data.processing_info, {
        state: 'failed',
        error: { code: 3, message: 'media type unrecognized.' },
      })
    },
  )
  await t.test('413/1 an image above 5 MiB', async () => {
    const half = 3 * 1024 * 1024
    const large = Buffer.concat([await jpeg({ width: 40, height: 30 }), Buffer.alloc(2 * half)]).subarray(
      0,
      2 * half,
    )
    const id = await media.begun(large.length)
    for (const segment_index of [0, 1]) {
      const part = large.subarray(segment_index * half, (segment_index + 1) * half)
      const fields = { segment_index, media: part }
      assert.equal((await media.multipart(`/2/media/upload/${id}/append`, fields)).status, 200)
    }
    assertRefused(await finalize(id), 413, 'The media is too large.')
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    await notEnrolledTest(media, (as) => media.json('/2/media/upload/5/finalize', undefined, as))
  })
})
