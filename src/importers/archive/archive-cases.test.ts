/** Archives of public bug reports, with invented people and texts (test/fixtures/archive-cases). */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import type { Engine } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { openMedia } from '../../domain/media/open-media.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { importArchive } from './archive.ts'

const CASES = fileURLToPath(new URL('../../../test/fixtures/archive-cases', import.meta.url))
const OWNER = 1400000001n

async function importing(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const media = openMedia({
    blobs: openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random: context.random,
  })
  return {
    store,
    run: (name: string) => importArchive(context, join(CASES, name), { data: config.data, media }),
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`archives of public reports on ${engine}`, () => {
    test('spec/archives.md#notes: a post gets the whole text of its note', async (t) => {
      const { store, run } = await importing(t, engine)
      const report = await run('01-archive-note')
      assert.deepEqual([report.kinds.posts?.imported, report.kinds.posts?.rejected], [2, 0])
      assert.deepEqual(report.notKept, {})
      const id = 1593387213315784707n
      const text = (await findPosts(store, [id])).get(id)?.content.text ?? ''
      assert.deepEqual([text.length, text.endsWith('zebrafinch.')], [573, true])
    })

    test('spec/archives.md#grailbird: an archive of 2012 to 2019 is imported with its owner', async (t) => {
      const { store, run } = await importing(t, engine)
      const report = await run('04-archive-grailbird')
      assert.deepEqual([report.kinds.posts?.imported, report.kinds.posts?.rejected], [3, 0])
      assert.deepEqual([report.heldBack, report.notKept, report.notices], [{}, {}, []])
      const owner = (await findFullUsers(store, [OWNER])).get(OWNER)
      assert.deepEqual(
        [owner?.screenName, owner?.name, owner?.createdAt, owner?.profile.link],
        [
          'ann_archive',
          'Ann Archive',
          Date.UTC(2013, 4, 3, 10),
          { url: 'http://t.co/x', expanded_url: 'https://example.org' },
        ],
      )
      const id = 490000000000000001n
      const post = (await findPosts(store, [id])).get(id)
      assert.deepEqual(
        [post?.content.text, post?.authorId, post?.createdAt],
        ['first of July', OWNER, Date.UTC(2014, 6, 18, 5, 12, 41)],
      )
      assert.equal((await run('04-archive-grailbird')).kinds.posts?.skipped, 3)
    })

    test('community posts, zip files of Windows, one folder more and `];` are read', async (t) => {
      const { run } = await importing(t, engine)
      const counts: Record<string, unknown> = {}
      for (const name of [
        '02-archive-community',
        '25-archive-semicolon',
        '06-archive-windows.zip',
        '07-archive-two-folders.zip',
      ]) {
        const { posts } = (await run(name)).kinds
        counts[name] = [posts?.read, posts?.rejected]
      }
      assert.deepEqual(counts, {
        '02-archive-community': [2, 0],
        '25-archive-semicolon': [1, 0],
        '06-archive-windows.zip': [1, 0],
        '07-archive-two-folders.zip': [1, 0],
      })
    })
  })
}
