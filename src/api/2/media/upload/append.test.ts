/** Tests POST 2/media/upload/:id/append over HTTP. upload.test.ts tests complete uploads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../../test/support/media/v2-stage.ts'

const BYTES = Buffer.from('bytes')

test('POST 2/media/upload/:id/append', async (t) => {
  const media = await MediaV2Stage.open(t)
  const id = await media.begun(100)
  const append = (fields: object, to = id) => media.json(`/2/media/upload/${to}/append`, fields)
  const base64 = BYTES.toString('base64')

  await t.test('400/2 an invalid index, missing bytes, and an unknown upload', async () => {
    const index = 'segment_index must be a number from 0 to 999.'
    for (const segment_index of [1000, -1, 'x', null]) {
      assertRefused(await append({ segment_index, media: base64 }), 400, index)
    }
    assertRefused(await append({ segment_index: 0 }), 400, 'media parameter is missing.')
    assertRefused(await append({ segment_index: 0, media: base64 }, '5'), 400, 'media id not found.')
    for (const answer of [
      await append({ segment_index: 0, media: base64, more: 1 }),
      await append({ segment_index: 0, media: base64 }, 'x'),
      await append({ segment_index: 0, media: '???' }),
    ]) {
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
    }
  })
  await t.test('413/1 a segment above 5 MiB', async () => {
    const fields = { segment_index: 0, media: Buffer.alloc(5 * 1024 * 1024 + 1) }
    assert.equal((await media.multipart(`/2/media/upload/${id}/append`, fields)).status, 413)
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    const fields = { segment_index: 0, media: BYTES }
    await notEnrolledTest(media, (as) => media.multipart(`/2/media/upload/${id}/append`, fields, as))
  })
})
