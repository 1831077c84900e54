import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { gif, jpeg, mp4 } from '../../../test/support/media/samples.ts'
import { MediaStage } from '../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { requirePost } from './read/find-posts.ts'
import { expandLink } from './text/short-links.ts'
import { createPost } from './write/create-post.ts'
import { deletePost } from './write/delete-post.ts'
import { editPost } from './write/edit-post.ts'

const SMALL = { width: 60, height: 40 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`posts with media on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { context } = stage
    const { store } = context
    const { id: authorId, as } = await stage.person()
    const say = async (text: string, ...mediaIds: bigint[]) =>
      createPost(context, { authorId, text, mediaIds: mediaIds.map(BigInt) })

    await t.test(
      'spec/text.md#uncounted-parts and spec/posts.md#media-entity: the media link ends the text, uncounted and not shown',
      async () => {
        const ids = [await stage.uploaded(await jpeg(SMALL), as), await stage.uploaded(await jpeg(SMALL), as)]
        const post = await say('&'.repeat(280), ...ids)
        const { text, media = [], display_text_range: range } = post.content
        const [first, second] = media
        assert.ok(first && second)
        assert.equal(text, `${'&'.repeat(280)} ${first.url}`)
        assert.deepEqual(range, [0, 280 * '&amp;'.length])
        assert.deepEqual(first.indices, [280 * 5 + 1, 280 * 5 + 24])
        assert.deepEqual(
          media.map(({ id_str }) => id_str),
          ids.map(String),
        )
        assert.match(first.expanded_url, new RegExp(`^https://twitter\\.com/\\w+/status/${post.id}/photo/1$`))
        assert.equal(first.display_url, `pic.twitter.com/${first.url.slice(-10)}`)
        assert.equal(await expandLink(store, first.url.slice(-10)), first.expanded_url)
        assert.deepEqual(await requirePost(store, post.id), post)
      },
    )

    await t.test(
      'a post with a video needs no text, and an equal second post is not a duplicate',
      async () => {
        const video = async () => stage.uploaded(mp4({ width: 320, height: 240, durationMs: 5 }), as)
        const { content } = await say('', await video())
        assert.equal(content.text, content.media?.[0]?.url)
        assert.deepEqual(content.display_text_range, [0, 0])
        assert.match(content.media?.[0]?.expanded_url ?? '', /\/video\/1$/)
        await say('', await video())
      },
    )

    await t.test('the link of an animated GIF has the form of a photo link, as recorded', async () => {
      const { content } = await say('', await stage.uploaded(await gif(SMALL), as))
      assert.equal(content.media?.[0]?.type, 'animated_gif')
      assert.match(content.media?.[0]?.expanded_url ?? '', /\/photo\/1$/)
    })

    await t.test('a refused upload leaves no post and no event', async () => {
      const mine = await stage.uploaded(await jpeg(SMALL), as)
      const events = await eventsOf(context, async () => {
        await assert.rejects(say('refused', mine, 5n), { reason: 'media-not-found' })
      })
      assert.deepEqual(events, [])
      await say('refused', mine)
    })

    await t.test('an edit keeps the media; a deletion releases them', async () => {
      const photo = await stage.uploaded(await jpeg(SMALL), as)
      const first = await say('first', photo)
      const { content } = await editPost(context, { postId: first.id, text: 'second & longer' })
      const [medium] = content.media ?? []
      assert.equal(content.text, `second & longer ${medium?.url}`)
      assert.deepEqual(medium, { ...first.content.media?.[0], indices: medium?.indices })
      assert.deepEqual(medium?.indices, [20, 43])
      assert.deepEqual(content.display_text_range, [0, 19])
      await deletePost(context, { postId: first.id })
      assert.equal(await expandLink(store, medium?.url.slice(-10) ?? ''), undefined)
      await assert.rejects(say('again', photo))
    })
  })
}
