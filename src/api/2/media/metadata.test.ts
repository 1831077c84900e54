/** Tests POST 2/media/metadata over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpeg } from '../../../../test/support/media/samples.ts'
import { assertRefused, MediaV2Stage, notEnrolledTest } from '../../../../test/support/media/v2-stage.ts'

const PATH = '/2/media/metadata'

test('POST 2/media/metadata', async (t) => {
  const media = await MediaV2Stage.open(t)
  const { body } = await media.multipart('/2/media/upload', { media: await jpeg({ width: 40, height: 30 }) })
  const { id } = body.data
  const metadata = { alt_text: { text: 'A heron' } }

  await t.test(
    '200 spec/v2-messages-and-media.md#media-upload: the alternative text is shown with the post',
    async () => {
      const described = await media.json(PATH, { id, metadata })
      assert.deepEqual(
        [described.status, described.body],
        [200, { data: { id, associated_metadata: metadata } }],
      )
      const [attached] = await media.stage.take({ ownerId: media.me.id, mediaIds: [BigInt(id)] })
      assert.equal(attached?.ext_alt_text, 'A heron')
    },
  )
  await t.test('400/2 texts that are too long, unknown uploads, and bodies without a text', async () => {
    const long = { alt_text: { text: 'x'.repeat(1001) } }
    assertRefused(
      await media.json(PATH, { id, metadata: long }),
      400,
      'alt_text must not exceed 1000 characters.',
    )
    assertRefused(await media.json(PATH, { id: '5', metadata }), 400, 'media id not found.')
    for (const wrong of [
      {},
      { id },
      { id, metadata: {} },
      { id, metadata: { alt_text: {} } },
      { metadata },
      [5],
    ]) {
      const answer = await media.json(PATH, wrong)
      assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'], JSON.stringify(wrong))
    }
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    await notEnrolledTest(media, (as) => media.json(PATH, { id, metadata }, as))
  })
})
