import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test as always, describe, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { tarBytes } from '../../../test/support/files/tar-bytes.ts'
import { zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { byPart, slowTest } from '../../../test/support/part.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { importFiles } from '../files/import-files.ts'
import { findInputs } from '../files/inputs.ts'

const FIRST = 1593387213315784705n
const POSTS = 12

/**
 * All posts have one author. A thread sends the data of an author with only the first few posts of the
 * author.
 */
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

const FILES: readonly (readonly [name: string, content: string])[] = Object.entries({
  'all/data_77.json': data,
  'all/users_77.json': users,
  'other/users_77.json': { users: [{ id: '13', username: 'ben', name: 'Ben' }] },
  'all/data_78.json': [{ id: '1593387213315784799', text: 'without its users', author_id: '12' }],
}).map(([name, value]) => [name, JSON.stringify(value)] as const)

const zip = zipBytes(FILES.map(([name, content]) => ({ name, content })))
const tar = tarBytes(FILES)

const PACKED: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['tweets.zip', zip],
  ['tweets.tar', tar],
  ['tweets.tar.gz', gzipSync(tar)],
  ['users-first.tar', tarBytes(FILES.toReversed())],
  ['zip-in.tar', tarBytes([['tweets.zip', zip]])],
]

async function place(t: TestContext, minThreadBytes: number) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const run = async (name: string, bytes: Buffer) => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    const { tally } = await importFiles(context, await findInputs([path]), undefined, {
      data: config.data,
      stdin: Readable.from([]),
      importArchive: async () => assert.fail('there is no archive'),
      minThreadBytes,
    })
    return tally.state
  }
  return { run, store }
}

for (const minThreadBytes of [0, Number.POSITIVE_INFINITY]) {
  const way = minThreadBytes === 0 ? 'in a thread' : 'without a thread'
  describe(`spec/data-files.md#post-objects: compressed files of academictwitteR are joined, ${way}`, () => {
    for (const [name, bytes] of PACKED) {
      // Each thread loads the program. One of these cases in a thread is enough for the fast part.
      const test = minThreadBytes === 0 && name !== 'tweets.tar.gz' ? slowTest : always
      test(name, async (t) => {
        const { run, store } = await place(t, minThreadBytes)
        const { kinds, faults } = await run(name, bytes)
        assert.deepEqual([kinds.posts.imported, faults], [POSTS + 1, []])
        const last = FIRST + BigInt(POSTS - 1)
        for (const { authorId, content } of (await findPosts(store, [FIRST, last])).values()) {
          assert.deepEqual(
            [authorId, content.media?.[0]?.media_url_https],
            [11n, 'https://pbs.twimg.com/media/Bee.jpg'],
          )
        }
        const found = await findFullUsers(store, [11n, 12n, 13n])
        assert.deepEqual(
          [found.get(11n)?.screenName, found.get(11n)?.profile.description, found.get(12n)?.screenName],
          ['ann', 'bees', 'user_12'],
        )
        assert.equal(found.get(13n)?.screenName, 'ben')
      })
    }
  })
}

always(
  'spec/data-files.md#post-objects: the posts before the end of a truncated tar file of academictwitteR are imported',
  async (t) => {
    const { run } = await place(t, byPart(Number.POSITIVE_INFINITY, 0))
    const { kinds, faults } = await run('cut.tar', tar.subarray(0, 512 + 1_200))
    assert.ok(kinds.posts.imported > 2 && kinds.posts.imported < POSTS, `${kinds.posts.imported}`)
    assert.match(faults[0]?.reason ?? '', /truncated/)
  },
)
