/** Tests pictures of messages in an archive, which both participants read over HTTP. */
import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINES, temporaryDirectory } from '../../../../test/support/engines.ts'
import { jpeg } from '../../../../test/support/media/samples.ts'
import { MediaStage } from '../../../../test/support/media/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { openBlobs, stagingDirectory } from '../../../blobs/open.ts'
import { openMedia } from '../../../domain/media/open-media.ts'
import { findMessage } from '../../../domain/messages/find-messages.ts'
import { importArchive } from '../archive.ts'
import { MAX_LISTED_FAULTS } from './picture-report.ts'

/** A handmade archive of account 35010911, with messages between 35010911 and 12497. */
const ARCHIVE = fileURLToPath(new URL('../../../../test/fixtures/archive/newer-2022', import.meta.url))
const OWNER = 35010911n
const OTHER = 12497n
const SHOWING = 1500000000000000003n

async function open(
  t: Parameters<typeof MediaStage.open>[0],
  options: Parameters<typeof MediaStage.open>[1],
) {
  const stage = await MediaStage.open(t, options)
  const { context } = stage
  const { config } = stage.server
  const media = openMedia({
    blobs: openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random: context.random,
  })
  return { stage, run: (path: string) => importArchive(context, path, { data: config.data, media }) }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`pictures of messages in an archive are imported, on ${engine}`, async (t) => {
    const { stage, run } = await open(t, { engine })
    const { pictures } = await run(ARCHIVE)
    const missing = 'the picture 1500000000000000004-Not_there.jpg is not in the archive'
    assert.deepEqual(pictures, { read: 2, imported: 1, skipped: 0, rejected: 1, faults: [missing] })
    const [owner, other, stranger] = [
      await stage.app.asUser(OWNER),
      await stage.app.asUser(OTHER),
      (await stage.person()).as,
    ]

    await t.test(
      'spec/media.md#media-of-messages: only the two participants can read a picture, with a signature',
      async () => {
        const message = await findMessage(stage.context.store, { id: SHOWING, userId: OTHER })
        assert.equal(message?.content.text, 'the garden https://t.co/abcdefghij')
        const { attachment } = message.content
        assert.ok(attachment?.type === 'media')
        assert.equal(attachment.media.display_url, 'pic.twitter.com/abcdefghij')
        assert.deepEqual(attachment.indices, [11, 34])
        const path = attachment.media.media_url_https
        for (const as of [owner, other]) {
          const { status, headers } = await stage.get(path, as)
          assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
        }
        assert.equal((await stage.get(path, stranger)).status, 404)
        assert.equal((await stage.get(path)).status, 401)
        assert.equal((await stage.get(path.replace(/^.*\//, '/media/'))).status, 404)
      },
    )

    await t.test('a message is imported although its picture is missing', async () => {
      const id = 1500000000000000004n
      const message = await findMessage(stage.context.store, { id, userId: OWNER })
      assert.deepEqual(message?.content, { text: 'and mine' })
    })

    await t.test('a second import of the archive changes nothing', async () => {
      const again = await run(ARCHIVE)
      assert.equal(again.kinds.messages?.imported, 0)
      assert.deepEqual(again.pictures, { read: 2, imported: 0, skipped: 2, rejected: 0, faults: [] })
    })
  })
}

test('the layout of 2019 is read, and files that are not pictures are rejected', async (t) => {
  const { stage, run } = await open(t, {})
  const copy = join(await temporaryDirectory(t), 'archive')
  await cp(join(ARCHIVE, 'data'), copy, { recursive: true })
  await rename(join(copy, 'direct_messages_media'), join(copy, 'direct_message_media'))
  const file = join(copy, 'direct-messages-part1.js')
  const text = await readFile(file, 'utf8')
  const linkless = text
    .replaceAll('"urls": [\n', '"others": [\n')
    .replace('the garden https://t.co/abcdefghij', 'so')
  await writeFile(file, linkless)
  await writeFile(join(copy, 'direct_message_media/1500000000000000004-Not_there.jpg'), 'no picture at all')
  const { pictures } = await run(copy)
  assert.deepEqual([pictures?.read, pictures?.imported, pictures?.rejected], [2, 1, 1])
  assert.match(
    pictures?.faults[0] ?? '',
    /^the picture 1500000000000000004-Not_there\.jpg cannot be imported: /,
  )
  const message = await findMessage(stage.context.store, { id: SHOWING, userId: OWNER })
  assert.match(
    message?.content.text ?? '',
    /^so https:\/\/t\.co\/\w{10}$/,
    'a text without a link is given one',
  )
  assert.equal(message?.content.attachment?.type, 'media')
  const staged = await readdir(stagingDirectory(stage.server.config)).catch(() => [])
  assert.deepEqual(staged, [], 'nothing is left behind')
})

test('the report lists the first missing pictures, and a message has at most one picture', async (t) => {
  const { run } = await open(t, {})
  const copy = join(await temporaryDirectory(t), 'archive')
  await mkdir(join(copy, 'direct_messages_media'), { recursive: true })
  await cp(join(ARCHIVE, 'data/account.js'), join(copy, 'account.js'))
  const messageOf = (number: number, names: readonly string[]) => ({
    messageCreate: {
      id: String(1500000000000000100n + BigInt(number)),
      senderId: String(OWNER),
      recipientId: String(OTHER),
      text: 'x',
      mediaUrls: names.map((name) => `https://ton.twitter.com/dm/1/2/${name}`),
    },
  })
  const messages = [
    messageOf(0, ['a.jpg', 'b.jpg']),
    ...Array.from({ length: MAX_LISTED_FAULTS + 5 }, (_, index) =>
      messageOf(index + 1, ['../../account.js']),
    ),
  ]
  const picture = await jpeg({ width: 20, height: 20 })
  for (const name of ['a.jpg', 'b.jpg']) {
    await writeFile(join(copy, `direct_messages_media/1500000000000000100-${name}`), picture)
  }
  const list = JSON.stringify([{ dmConversation: { messages } }])
  await writeFile(join(copy, 'direct-messages.js'), `window.YTD.direct_messages.part0 = ${list}`)
  const { pictures, kinds } = await run(copy)
  assert.equal(kinds.messages?.imported, messages.length)
  assert.deepEqual([pictures?.imported, pictures?.rejected], [1, MAX_LISTED_FAULTS + 6])
  assert.equal(pictures?.faults.length, MAX_LISTED_FAULTS)
  assert.equal(pictures.faults[0], 'the message 1500000000000000100 shows more than one picture')
  await rm(copy, { recursive: true })
})
