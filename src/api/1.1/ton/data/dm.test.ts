import assert from 'node:assert/strict'
import { signature } from '../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { jpeg, mp4 } from '../../../../../test/support/media/samples.ts'
import { MediaStage, type Uploader } from '../../../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createApp } from '../../../../domain/apps/create-app.ts'
import { issueToken } from '../../../../domain/apps/tokens.ts'
import { follow } from '../../../../domain/graph/follow.ts'
import { deleteMessage } from '../../../../domain/messages/delete.ts'
import { sendMessage } from '../../../../domain/messages/send.ts'

const SMALL = { width: 60, height: 40 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`ton/data/dm on ${engine}`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { context } = stage
    const [sender, recipient, stranger] = [await stage.person(), await stage.person(), await stage.person()]
    await follow(context, { follower: recipient.id, followee: sender.id })
    const send = async (mediaId: bigint) => {
      const draft = { text: 'look', mediaId }
      const message = await sendMessage(context, {
        senderId: sender.id,
        recipientId: recipient.id,
        appId: null,
        draft,
      })
      const { attachment } = message.content
      assert.ok(attachment?.type === 'media')
      return { id: message.id, media: attachment.media, path: attachment.media.media_url_https }
    }
    const sent = async (bytes: Buffer) => send(await stage.uploaded(bytes, sender.as, { media_category: '' }))

    await t.test(
      'spec/media.md#media-of-messages: only the sender and the recipient get the file',
      async () => {
        const { id, media, path } = await sent(await jpeg(SMALL))
        assert.ok(path.startsWith(`/1.1/ton/data/dm/${id}/${media.id_str}/`))
        for (const { as } of [sender, recipient]) {
          const { status, headers } = await stage.get(path, as)
          assert.deepEqual(
            [status, headers.get('content-type'), headers.get('cache-control')],
            [200, 'image/jpeg', 'private'],
          )
          assert.equal(headers.get('x-content-type-options'), 'nosniff')
          assert.equal((await stage.get(`${path}:large`, as)).status, 200)
          assert.equal((await stage.get(`${path}?name=thumb`, as)).status, 200)
        }
        const unsigned = await stage.get(path)
        assert.deepEqual([unsigned.status, unsigned.text.includes('"code":32')], [401, true])
        assert.equal((await stage.get(path, () => stage.app.asApp('GET', ''))).status, 403)
        const publicly = path.replace(/^.*\//, '/media/')
        assert.equal((await stage.get(publicly)).status, 404)
      },
    )
    await t.test('404/34 another user, another message, another medium or another file name', async () => {
      const { id, media, path } = await sent(await jpeg(SMALL))
      const other = await sent(await jpeg(SMALL))
      const name = path.replace(/^.*\//, '')
      for (const [who, wrong] of [
        [stranger, path],
        [sender, `/1.1/ton/data/dm/${other.id}/${media.id_str}/${name}`],
        [sender, `/1.1/ton/data/dm/${id}/${other.media.id_str}/${name}`],
        [sender, other.path.replace(/[0-9a-f]{32}/, name.slice(0, 32))],
        [sender, path.replace('.jpg', '.mp4')],
        [sender, `${path}:huge`],
        [sender, `/1.1/ton/data/dm/x/${media.id_str}/${name}`],
        [sender, `/1.1/ton/data/dm/9223372036854775808/${media.id_str}/${name}`],
      ] as const) {
        const answer = await stage.get(wrong, who.as)
        assert.deepEqual([answer.status, answer.text.includes('"code":34')], [404, true], wrong)
      }
    })
    await t.test('403/93 a token without the permission for messages', async () => {
      const { path } = await sent(await jpeg(SMALL))
      const app = await createApp(context, {
        name: 'No messages',
        ownerId: sender.id,
        permissions: 'read-write',
      })
      const token = await issueToken(context, { appId: app.appId, userId: sender.id })
      const as = signature(
        { key: app.consumerKey, secret: app.consumerSecret },
        { key: token.accessToken, secret: token.accessTokenSecret },
        () => context.clock.now(),
      )
      const answer = await stage.get(path, as)
      assert.deepEqual([answer.status, answer.text.includes('"code":93')], [403, true])
    })
    await t.test('a range of a video can be requested', async () => {
      const { media } = await sent(mp4({ width: 320, height: 240, durationMs: 1_000 }))
      const url = media.video_info?.variants[0]?.url ?? ''
      const answer = await stage.get(url, recipient.as, { range: 'bytes=4-7' })
      assert.deepEqual([answer.status, answer.text], [206, 'ftyp'])
    })
    await t.test(
      'a user who deleted the message cannot read its file; after both users have deleted the message, the file is deleted',
      async () => {
        const { id, path } = await sent(await jpeg(SMALL))
        const statuses = async (...people: readonly Uploader[]) =>
          Promise.all(people.map(async ({ as }) => (await stage.get(path, as)).status))
        await deleteMessage(context, { id, userId: sender.id })
        assert.deepEqual(await statuses(sender, recipient), [404, 200])
        await deleteMessage(context, { id, userId: recipient.id })
        assert.deepEqual(await statuses(sender, recipient), [404, 404])
      },
    )
    await t.test(
      'spec/media.md#media-of-messages: an upload can be used in one message, or in several if it is `shared`',
      async () => {
        const own = await stage.uploaded(await jpeg(SMALL), sender.as)
        await send(own)
        await assert.rejects(send(own), { reason: 'media-invalid' })
        const shared = await stage.uploaded(await jpeg(SMALL), sender.as, { shared: 'true' })
        const [first, second] = [await send(shared), await send(shared)]
        assert.notEqual(first.path, second.path)
        await deleteMessage(context, { id: first.id, userId: sender.id })
        await deleteMessage(context, { id: first.id, userId: recipient.id })
        assert.equal((await stage.get(first.path, sender.as)).status, 404)
        assert.equal((await stage.get(second.path, recipient.as)).status, 200)
      },
    )
  })
}
