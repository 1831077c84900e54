import assert from 'node:assert/strict'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { jpeg } from '../../../../../test/support/media/samples.ts'
import { MediaStage } from '../../../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

const PATH = '/1.1/media/metadata/create.json'
const SMALL = { width: 60, height: 40 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`media/metadata/create on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { id: ownerId, as } = await stage.person()
    const create = (body: unknown, who = as) =>
      stage.send('POST', PATH, who, JSON.stringify(body), { 'content-type': 'application/json' })

    await t.test('spec/media.md#alt-text: 200 and an empty body; media objects have the text', async () => {
      const media_id = await stage.uploaded(await jpeg(SMALL), as)
      const text = '😀'.repeat(1_000)
      const { status, text: body } = await create({ media_id: String(media_id), alt_text: { text } })
      assert.deepEqual([status, body], [200, ''])
      const [medium] = await stage.take({ ownerId, mediaIds: [media_id] })
      assert.equal(medium?.ext_alt_text, text)
    })
    await t.test(
      'media objects have no text before a text is set, and after the text is removed',
      async () => {
        const media_id = await stage.uploaded(await jpeg(SMALL), as)
        await create({ media_id: String(media_id), alt_text: { text: 'A sky.' } })
        await create({ media_id: String(media_id), alt_text: { text: '' } })
        const [medium] = await stage.take({ ownerId, mediaIds: [media_id] })
        assert.equal(medium !== undefined && 'ext_alt_text' in medium, false)
      },
    )
    await t.test('400/16 more than 1000 characters', async () => {
      const media_id = String(await stage.uploaded(await jpeg(SMALL), as))
      const { status, text } = await create({ media_id, alt_text: { text: 'a'.repeat(1_001) } })
      const error = 'alt_text must not exceed 1000 characters.'
      assert.deepEqual([status, JSON.parse(text)], [400, { request: PATH, error }])
    })
    await t.test('400/13 an upload that is unknown, or of another user', async () => {
      const other = await stage.person()
      const media_id = String(await stage.uploaded(await jpeg(SMALL), as))
      for (const [id, who] of [
        ['5', as],
        [media_id, other.as],
      ] as const) {
        const { status, text } = await create({ media_id: id, alt_text: { text: 'x' } }, who)
        assert.deepEqual([status, JSON.parse(text).error], [400, 'media id not found.'])
      }
    })
    await t.test('403/38 without the id or the text', async () => {
      for (const body of [
        {},
        { media_id: '5' },
        { media_id: '5', alt_text: {} },
        { alt_text: { text: 'x' } },
      ]) {
        assert.equal((await create(body)).status, 403)
      }
    })
    await t.test('400/214 a body that is not JSON, or has another type', async () => {
      for (const body of [[], { media_id: 'x', alt_text: { text: 'x' } }, { media_id: '5', alt_text: 'x' }]) {
        assert.equal((await create(body)).status, 400)
      }
      assert.equal((await stage.send('POST', PATH, as)).status, 400)
    })
  })
}
