import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif, jpeg } from '../../../../test/support/media/samples.ts'
import { MediaStage } from '../../../../test/support/media/stage.ts'
import { slow } from '../../../../test/support/part.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { DAILY_POSTS } from '../../../domain/posts/write/authors.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'

const PATH = '/1.1/statuses/update_with_media.json'
const SMALL = { width: 40, height: 30 }

test('statuses/update_with_media', async (t) => {
  const stage = await MediaStage.open(t)
  const author = await stage.person()
  const photo = await jpeg(SMALL)
  const send = async (fields: Readonly<Record<string, string>>, media: Buffer | undefined = photo) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (media !== undefined) form.append('media[]', new Blob([new Uint8Array(media)]), 'picture.jpg')
    const answer = await stage.send('POST', PATH, author.as, form)
    return { status: answer.status, body: JSON.parse(answer.text) }
  }
  const refused = async (fields: Readonly<Record<string, string>>, media?: Buffer) => {
    const { status, body } = await send(fields, media)
    return `${status}/${body.errors[0].code}`
  }

  await t.test(
    'spec/v1-streams-and-lists.md#other-calls: a post with the photo of the same request',
    async () => {
      const { status, body } = await send({ status: 'look', possibly_sensitive: 'true' })
      assert.equal(status, 200)
      assert.match(body.text, /^look https:\/\/t\.co\/\w+$/)
      assert.deepEqual(
        [body.extended_entities.media.length, body.extended_entities.media[0].type, body.possibly_sensitive],
        [1, 'photo', true],
      )
      const file = await fetch(body.extended_entities.media[0].media_url_https)
      assert.equal(file.status, 200)
    },
  )
  await t.test('200 the text may be in the query', async () => {
    const form = new FormData()
    form.append('media[]', new Blob([new Uint8Array(photo)]), 'picture.jpg')
    const { status, text } = await stage.send('POST', `${PATH}?status=from%20the%20query`, author.as, form)
    assert.equal(status, 200, text)
    assert.match(JSON.parse(text).text, /^from the query /)
  })
  await t.test('403/38 without a file, and without a multipart body', async () => {
    const form = new FormData()
    form.append('status', 'x')
    const { status, text } = await stage.send('POST', PATH, author.as, form)
    assert.deepEqual([status, JSON.parse(text).errors[0].code], [403, 38])
    assert.equal((await stage.postForm(PATH, author.as, { status: 'x' })).status, 403)
  })
  await t.test('400/324 a file that is not a photo', async () => {
    assert.equal(await refused({ status: 'text' }, Buffer.from('words')), '400/324')
  })
  await t.test('400/323 a GIF with a photo', async () => {
    const id = await stage.uploaded(photo, author.as)
    const moving = await gif(SMALL, 2)
    assert.equal(await refused({ status: 'two', media_ids: String(id) }, moving), '400/323')
  })
  await t.test('400/325 an unknown upload', async () => {
    assert.equal(await refused({ status: 'x', media_ids: '1' }), '400/325')
  })
  await t.test('400/3 invalid coordinates', async () => {
    assert.equal(await refused({ status: 'x', lat: '91', long: '0' }), '400/3')
  })
  await t.test('400/44 an unknown place, and an id that is not a number', async () => {
    assert.equal(await refused({ status: 'x', place_id: 'nowhere' }), '400/44')
    assert.equal(await refused({ status: 'x', in_reply_to_status_id: 'x' }), '400/44')
  })
  await t.test('403/151 a text like `d name text`, if the request refuses such texts', async () => {
    const { screenName } = await stage.person()
    assert.equal(await refused({ status: `d ${screenName} hi`, fail_dmcommands: 'true' }), '403/151')
  })
  await t.test('403/185 more posts than the daily limit', slow, async () => {
    const limited = await MediaStage.open(t, { settings: { limits: 'documented' } })
    const busy = await limited.person()
    for (let count = 0; count < DAILY_POSTS; count += 200) {
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          createPost(limited.context, { authorId: busy.id, text: `${count} ${index}`, isLimited: false }),
        ),
      )
    }
    const form = new FormData()
    form.append('media[]', new Blob([new Uint8Array(photo)]), 'picture.jpg')
    const { text } = await limited.send('POST', `${PATH}?status=more`, busy.as, form)
    assert.equal(JSON.parse(text).errors[0].code, 185)
  })
  await t.test('403/186 a text that is too long', async () => {
    assert.equal(await refused({ status: 'x'.repeat(281) }), '403/186')
  })
  await t.test('200 the same text with a photo is never a duplicate', async () => {
    for (let count = 0; count < 2; count += 1) assert.equal((await send({ status: 'only once' })).status, 200)
  })
  await t.test('403/385 a reply to a post that is hidden from the author', async () => {
    const shy = await stage.person()
    const { id } = await createPost(stage.context, { authorId: shy.id, text: 'hidden', isLimited: false })
    await changeUserState(stage.context, { userId: shy.id, action: 'protect' })
    const fields = { status: `@${shy.screenName} hi`, in_reply_to_status_id: String(id) }
    assert.equal(await refused(fields), '403/385')
  })
  await t.test('403/433 a reply that the author of the post does not allow', async () => {
    const other = await stage.person()
    const limited = {
      authorId: other.id,
      text: 'limited',
      replySettings: 'following',
      isLimited: false,
    } as const
    const { id } = await createPost(stage.context, limited)
    const fields = { status: `@${other.screenName} hi`, in_reply_to_status_id: String(id) }
    assert.equal(await refused(fields), '403/433')
  })
  await t.test('403/386 a photo together with a quoted post', async () => {
    const other = await stage.person()
    const { id } = await createPost(stage.context, { authorId: other.id, text: 'quoted', isLimited: false })
    const attachment_url = `https://twitter.com/${other.screenName}/status/${id}`
    assert.equal(await refused({ status: 'x', attachment_url }), '403/386')
  })
})
