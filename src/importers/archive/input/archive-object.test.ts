import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../../test/support/engines.ts'
import { findUsers } from '../../../domain/accounts/find-users.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { findInputs } from '../../files/inputs.ts'
import { importArchive } from '../archive.ts'

const OWNER = 1400000001n
const [SHOWN, CIRCLE] = [1593387213315784705n, 1593387213315784706n]

const tweet = (id: bigint) => ({ tweet: { id_str: String(id), full_text: `post "${id}"` } })

/**
 * An archive in the form that the project community-archive publishes. It has one list that is private in other
 * archives.
 */
const ARCHIVE = {
  'upload-options': { keepPrivate: false },
  profile: [{ profile: { description: { bio: 'a bio', website: '', location: '' } } }],
  account: [
    { account: { accountId: String(OWNER), username: 'ann', createdAt: '2012-01-02T10:00:00.000Z' } },
  ],
  tweets: [tweet(SHOWN), tweet(CIRCLE)],
  'twitter-circle-tweet': [tweet(CIRCLE)],
  follower: [{ follower: { accountId: '77' } }],
  following: [],
  'note-tweet': [],
}

test('spec/file-recognition.md#classes-of-json-values: one object that contains a whole archive is read as an archive', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const options = { data: config.data, media: mediaToolsOf(config, context) }
  const folder = await temporaryDirectory(t)
  const file = join(folder, 'archive.json')
  const text = JSON.stringify(ARCHIVE, null, 2)

  await t.test('its lists are read like files of an archive, and private posts are held back', async () => {
    await writeFile(file, `\ufeff${text}`)
    const [input] = await findInputs([file])
    assert.deepEqual([input?.is, input?.name], ['archive', 'archive.json'])
    const { kinds, notKept } = await importArchive(context, file, options)
    assert.deepEqual([kinds.posts?.imported, kinds.posts?.heldBack, kinds.followers?.imported], [1, 1, 1])
    assert.deepEqual(notKept, {})
    assert.deepEqual([...(await findPosts(store, [SHOWN, CIRCLE])).keys()], [SHOWN])
    assert.equal((await findUsers(store, [OWNER])).get(OWNER)?.screenName, 'ann')
  })

  await t.test('a truncated object is refused, because it may lack the list of private posts', async () => {
    await writeFile(file, text.slice(0, text.indexOf('"follower"')))
    await assert.rejects(importArchive(context, file, options), /archive\.json is truncated or corrupt/)
  })

  await t.test('other objects are files of values', async () => {
    for (const other of ['{"id":1,"account":[],"tweets":[]}', '{"account":[]}', '{"tweets":{}}', '[1]', '']) {
      await writeFile(file, other)
      assert.equal((await findInputs([file]))[0]?.is, 'file', other)
    }
  })
})
