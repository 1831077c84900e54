import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { zipBytes } from '../../../test/support/zip-bytes.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { importFiles } from '../files/import-files.ts'
import { findInputs } from '../files/inputs.ts'

const FIRST = 1593387213315784705n
const POSTS = 12

/** More posts of an author than a thread sends with the user. */
const data = Array.from({ length: POSTS }, (_, index) => ({
  ...{ id: String(FIRST + BigInt(index)), text: `post ${index}`, author_id: '11' },
  attachments: { media_keys: ['3_1593387213315784001'] },
}))
const users = {
  users: [{ id: '11', username: 'ann', name: 'Ann', description: 'bees' }],
  media: [
    {
      media_key: '3_1593387213315784001',
      type: 'photo',
      url: 'https://pbs.twimg.com/media/Bee.jpg',
      width: 4,
      height: 3,
    },
  ],
}

for (const minThreadBytes of [0, Number.POSITIVE_INFINITY]) {
  const way = minThreadBytes === 0 ? 'in a thread' : 'without a thread'
  test(`spec/data-files.md#post-objects: files of academictwitteR in a zip file are joined, ${way}`, async (t) => {
    const config = await freshConfig(t, 'sqlite')
    const { context, store } = await testRuntime(t, config)
    const path = join(await temporaryDirectory(t), 'tweets.zip')
    const files = {
      'all/data_77.json': data,
      'all/users_77.json': users,
      'other/users_77.json': { users: [{ id: '13', username: 'ben', name: 'Ben' }] },
      'all/data_78.json': [{ id: '1593387213315784799', text: 'without its users', author_id: '12' }],
    }
    const entries = Object.entries(files).map(([name, value]) => ({ name, content: JSON.stringify(value) }))
    await writeFile(path, zipBytes(entries))
    const { tally } = await importFiles(context, await findInputs([path]), undefined, {
      data: config.data,
      stdin: Readable.from([]),
      importArchive: async () => assert.fail('there is no archive'),
      minThreadBytes,
    })
    assert.deepEqual([tally.state.kinds.posts.imported, tally.state.faults], [POSTS + 1, []])
    const last = FIRST + BigInt(POSTS - 1)
    for (const { authorId, content } of (await findPosts(store, [FIRST, last])).values()) {
      assert.deepEqual(
        [authorId, content.media?.[0]?.media_url_https],
        [11n, 'https://pbs.twimg.com/media/Bee.jpg'],
      )
    }
    const found = await findFullUsers(store, [11n, 12n])
    assert.deepEqual(
      [found.get(11n)?.screenName, found.get(11n)?.profile.description, found.get(12n)?.screenName],
      ['ann', 'bees', 'user_12'],
    )
  })
}
