import assert from 'node:assert/strict'
import { createReadStream, type ReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import type { BlobStore } from '../../blobs/store.ts'
import type { Engine } from '../../db/query.ts'
import { changePicture } from '../../domain/accounts/change-picture.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { updateProfile } from '../../domain/accounts/update-profile.ts'
import { block } from '../../domain/graph/block.ts'
import { follow } from '../../domain/graph/follow.ts'
import { acceptFollowRequest } from '../../domain/graph/follow-requests.ts'
import { mute } from '../../domain/graph/mute.ts'
import { uploadWhole } from '../../domain/media/finish-upload.ts'
import { createGroup } from '../../domain/messages/conversations/create-group.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { editPost } from '../../domain/posts/write/edit-post.ts'
import { like } from '../../domain/posts/write/like.ts'
import { repost } from '../../domain/posts/write/repost.ts'
import { importArchive } from '../../importers/archive/archive.ts'
import { memberArchive } from './member-archive.ts'
import { zipOf } from './zip.ts'

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const media = mediaToolsOf(config, context)
  const failures: unknown[] = []
  const source = {
    ...{ store, clock: context.clock, blobs: media.blobs },
    onUnreadable: (kind: string, id: bigint) => void failures.push([kind, id]),
  }
  return { config, context: { ...context, media }, media, source, failures }
}

type Place = Awaited<ReturnType<typeof place>>

/**
 * The files of an archive by path: lists are parsed, texts are strings, and a media file is represented by its number
 * of bytes.
 */
async function filesOf({ source }: Place, userId: bigint): Promise<Map<string, unknown>> {
  const files = new Map<string, unknown>()
  for await (const { path, isDense, open } of memberArchive(source, userId)) {
    const pieces: Buffer[] = []
    for await (const piece of (await open()) ?? []) pieces.push(Buffer.from(piece))
    const bytes = Buffer.concat(pieces)
    const list = /^window\.YTD\.\w+\.part0 = (\[.*\])\n$/s.exec(isDense ? '' : bytes.toString())?.[1]
    files.set(path, isDense ? bytes.length : list === undefined ? bytes.toString() : JSON.parse(list))
  }
  return files
}

/** Creates a user who has data for every file of an archive. */
async function populate({ context, media }: Place) {
  const join = (screenName: string, isProtected = false) =>
    createUser(context, { screenName, isProtected, name: `${screenName} <&>` })
  const ada = await createUser(context, {
    ...{ screenName: 'ada', name: 'Ada 🪶', email: 'ada@example.org', password: 'a long password' },
  })
  const bob = await join('bob')
  const eve = await join('eve', true)
  await updateProfile(context, { userId: ada.id, description: 'Birds & ponds', url: 'https://example.org/' })
  const picture = async () => media.staging.of([await jpeg({ width: 60, height: 40 })])
  await changePicture(
    context,
    { userId: ada.id, picture: 'image', origin: 'http://localhost' },
    await picture(),
  )
  for (const followee of [ada.id, eve.id]) await follow(context, { follower: bob.id, followee })
  await follow(context, { follower: ada.id, followee: bob.id })
  await follow(context, { follower: ada.id, followee: eve.id })
  await acceptFollowRequest(context, { target: eve.id, requester: ada.id })
  const foe = await join('foe')
  await block(context, { userId: ada.id, blockedId: foe.id })
  await mute(context, { userId: ada.id, mutedId: bob.id })
  const write = (authorId: bigint, text: string, more: object = {}) =>
    createPost(context, { authorId, text, ...more })
  const input = { ownerId: ada.id, category: '', additionalOwners: [], isShared: false }
  const upload = async () => (await uploadWhole(context, input, await picture())).id
  const shown = await write(ada.id, 'A heron & a "pond" <3 #birds', { mediaIds: [await upload()] })
  const public_ = await write(bob.id, 'A public post of bob')
  const secret = await write(eve.id, 'SECRET words of eve')
  await write(ada.id, '@bob hello', { inReplyToId: public_.id })
  await write(ada.id, 'See this', { quoteId: public_.id })
  await write(ada.id, 'And this', { quoteId: secret.id })
  await repost(context, { userId: ada.id, postId: public_.id })
  const first = await write(ada.id, 'A tpyo')
  await editPost(context, { postId: first.id, userId: ada.id, text: 'A typo' })
  for (const postId of [shown.id, secret.id]) await like(context, { userId: ada.id, postId })
  const message = (senderId: bigint, recipientId: bigint, text: string, more: object = {}) =>
    sendMessage(context, { senderId, recipientId, appId: null, draft: { text, ...more } })
  await message(ada.id, bob.id, 'hello <bob> & https://example.org/a')
  await message(ada.id, bob.id, 'a picture', {
    mediaId: (await uploadWhole(context, { ...input, category: 'dm_image' }, await picture())).id,
  })
  await message(bob.id, ada.id, 'hello ada')
  await message(bob.id, eve.id, 'NOT for ada').catch(() => undefined)
  await follow(context, { follower: eve.id, followee: ada.id })
  await createGroup(context, {
    ...{ creatorId: ada.id, appId: null, participantIds: [bob.id, eve.id], draft: { text: 'to all' } },
  })
  return { ada, bob, eve, foe, shown }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#archive: an imported archive exports to the same archive, on ${engine}`, async (t) => {
    const here = await place(t, engine)
    const { ada } = await populate(here)
    const before = await filesOf(here, ada.id)
    assert.deepEqual(here.failures, [])
    const all = JSON.stringify([...before])
    assert.ok(!all.includes('SECRET'), 'a protected post of another user')
    assert.ok(!all.includes('NOT for'), 'a message between others')
    assert.ok(!all.includes('a long password'))
    const media = [...before.keys()].filter((path) => /_media\//.test(path))
    assert.deepEqual(
      media.map((path) => path.split('/')[1]),
      ['profile_media', 'tweets_media', 'direct_messages_media'],
    )

    const there = await place(t, engine)
    const file = join(await temporaryDirectory(t), 'archive.zip')
    await writeFile(file, zipOf(memberArchive(here.source, ada.id), new Date(0)))
    const report = await importArchive(there.context, file, {
      ...{ data: there.config.data, media: there.media, origin: 'http://localhost' },
    })
    assert.deepEqual(report.heldBack, {})
    for (const kind of Object.values(report.kinds)) assert.equal(kind.rejected, 0)
    assert.equal(report.media?.imported, 1)
    assert.equal(report.profilePictures?.imported, 1)
    assert.equal(report.pictures?.imported, 1)
    const after = await filesOf(there, ada.id)
    assert.deepEqual(comparable(after), comparable(before))
    assert.equal([...after.keys()].filter((path) => /_media\//.test(path)).length, media.length)

    const again = await importArchive(there.context, file, {
      ...{ data: there.config.data, media: there.media, origin: 'http://localhost' },
    })
    assert.equal(again.kinds.posts?.imported, 0)
    assert.equal(again.kinds.messages?.imported, 0)
  })
}

/**
 * The lists, without the values that an import cannot restore: URLs of this server, and likes of posts that do not
 * exist.
 */
function comparable(files: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const lists = [...files].filter(([path]) => path.endsWith('.js') && !path.endsWith('manifest.js'))
  const text = JSON.stringify(Object.fromEntries(lists))
    .replaceAll(/[0-9a-f]{32}/g, 'FOLDER')
    .replaceAll(/\/dm\/(\d+)\/\d+\//g, '/dm/$1/MEDIUM/')
    .replaceAll(/"email":"[^"]*",/g, '')
    .replaceAll(/"protectedAt":"[^"]*"/g, '"protectedAt":""')
  const { 'data/like.js': likes, ...others } = JSON.parse(text) as Record<string, unknown>
  assert.ok(Array.isArray(likes) && likes.length > 0)
  return others
}

slowTest('an archive that is not read to its end leaves no open file', async (t) => {
  const here = await place(t, 'sqlite')
  const { ada } = await populate(here)
  const slow = await slowlyRead(t, here)
  for await (const piece of zipOf(memberArchive(slow.source, ada.id), new Date(0))) {
    if (!isMedium(piece)) continue
    await waitUntil(() => slow.streams.length === 2)
    break
  }
  assert.deepEqual(
    slow.streams.map(({ destroyed }) => destroyed),
    [true, true],
  )
  const read = () => Promise.reject(new Error('no disk'))
  const blobs = Object.create(here.source.blobs, { read: { value: read } }) as BlobStore
  const failing = { ...here.source, blobs }
  await assert.rejects(async () => {
    for await (const _ of zipOf(memberArchive(failing, ada.id), new Date(0)));
  }, /no disk/)
  await assert.rejects(async () => {
    for await (const _ of zipOf(memberArchive(here.source, 5n), new Date(0)));
  }, /no user/)
})

slowTest(
  'if a file becomes unreadable before its turn, the archive ends with an error, and the process continues',
  async (t) => {
    const here = await place(t, 'sqlite')
    const { ada } = await populate(here)
    const slow = await slowlyRead(t, here)
    await assert.rejects(
      async () => {
        for await (const piece of zipOf(memberArchive(slow.source, ada.id), new Date(0))) {
          if (!isMedium(piece) || slow.streams.length > 1) continue
          slow.isGone = true
          await waitUntil(() => Boolean(slow.streams[1]?.errored))
        }
      },
      { code: 'ENOENT' },
    )
  },
)

/**
 * A source with small files. They fit into the buffers of the zip file, so the zip file opens the second file before
 * its reader has read the first file.
 */
async function slowlyRead(t: TestContext, { source }: Place) {
  const folder = await temporaryDirectory(t)
  const file = join(folder, 'medium')
  const size = 32 * 1024
  await writeFile(file, Buffer.alloc(size))
  const streams: ReadStream[] = []
  const state = { streams, isGone: false }
  const read = async () => {
    const bytes = createReadStream(state.isGone ? join(folder, 'none') : file)
    streams.push(bytes)
    return { size, bytes }
  }
  const blobs = Object.create(source.blobs, { read: { value: read } }) as BlobStore
  return Object.assign(state, { source: { ...source, blobs } })
}

/** True for a piece of a zip file that contains the beginning of the first medium. */
function isMedium(piece: Uint8Array): boolean {
  return Buffer.from(piece).includes('profile_media/')
}
