/**
 * Archives with the structure that public bug reports describe. The people and texts are invented
 * (test/fixtures/archive-cases).
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { openBlobs, stagingDirectory } from '../../blobs/open.ts'
import type { Engine } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { importFollows } from '../../domain/graph/import-follows.ts'
import { importRestrictions } from '../../domain/graph/import-restrictions.ts'
import { relationOf } from '../../domain/graph/relations.ts'
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
    context,
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

    test('spec/archives.md#grailbird: an archive from the years 2012 to 2019 is imported with its owner', async (t) => {
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

    test('spec/archives.md#private-parts: blocks and mutes of the owner are stored, and a block ends the follows of both users', async (t) => {
      const { store, run, context } = await importing(t, engine)
      const mutes = await run('03-archive-untold')
      assert.deepEqual([mutes.kinds.mutes?.imported, mutes.kinds.mutes?.rejected], [1, 0])
      const { muting, blocking } = await relationOf(store, OWNER, 1400000008n)
      assert.deepEqual([muting, blocking], [true, false])
      assert.equal((await run('03-archive-untold')).kinds.mutes?.skipped, 1)

      await importFollows(context, [{ follower: 77n, followee: OWNER }], async () => undefined)
      const note = async () => undefined
      await importRestrictions(context, 'blocks', OWNER, [77n, 78n, 77n], note)
      const blocked = await relationOf(store, OWNER, 77n)
      assert.deepEqual([blocked.blocking, blocked.followedBy], [true, false])
      assert.equal((await findFullUsers(store, [OWNER])).get(OWNER)?.followersCount, 0)
    })

    test('spec/archives.md#archive-media: the picture of a post is a file of this server', async (t) => {
      const { store, run } = await importing(t, engine)
      const { media, notKept } = await run('08-archive-media')
      assert.deepEqual([media?.imported, media?.missing, media?.faults, notKept], [1, 0, [], {}])
      const id = 1593387213315784705n
      const [medium] = (await findPosts(store, [id])).get(id)?.content.media ?? []
      assert.match(medium?.media_url_https ?? '', /^\/media\/[0-9a-f]{32}\.png$/)
    })

    test('community posts, zip files from Windows, a further folder level and lists that end in `];` are read', async (t) => {
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
