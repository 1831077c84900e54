import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../../test/support/archive/write-archive.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../../test/support/engines.ts'
import { zipBytes } from '../../../../test/support/files/zip-bytes.ts'
import { jpeg } from '../../../../test/support/media/samples.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { importArchive } from '../archive.ts'

const POSTS = [1593387213315784705n, 1593387213315784706n] as const

function tweet(id: bigint) {
  const medium = {
    ...{ id_str: `${id}0`.slice(1), type: 'photo', url: 'https://t.co/pppp', sizes: {} },
    media_url_https: `https://pbs.twimg.com/media/P${id}.jpg`,
  }
  const extended_entities = { media: [medium] }
  return { tweet: { id_str: String(id), full_text: 'see https://t.co/pppp', extended_entities } }
}

/** Makes a zip file from an unpacked archive. */
async function zipOf(folder: string): Promise<Buffer> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return zipBytes(
    await Promise.all(
      files.map(async (path) => ({ name: path.slice(folder.length + 1), content: await readFile(path) })),
    ),
  )
}

test('spec/archives.md#archive-media: zip files in media folders are read, in an archive that is a folder or a zip file', async (t) => {
  const picture = Buffer.from(await jpeg({ width: 60, height: 40 }))
  const inner = zipBytes([{ name: `tweet_media/${POSTS[0]}-P${POSTS[0]}.jpg`, content: picture }])
  const folder = await writeArchive(
    join(await temporaryDirectory(t), 'archive'),
    1400000001n,
    { tweet: POSTS.map(tweet) },
    {
      'tweet_media/2019.zip': inner,
      'tweet_media/cut.zip': inner.subarray(0, 40),
      'deleted_tweets_media/secret.zip': inner,
    },
  )
  const zip = `${folder}.zip`
  await writeFile(zip, await zipOf(folder))
  const before = await readdir(tmpdir())
  for (const path of [folder, zip]) {
    const config = await freshConfig(t, 'sqlite')
    const { context, store } = await testRuntime(t, config)
    const media = mediaToolsOf(config, context)
    const report = await importArchive(context, path, { data: config.data, media })
    assert.deepEqual([report.media?.imported, report.media?.missing, report.media?.faults], [1, 1, []])
    assert.deepEqual(report.notKept, { 'tweet_media (unreadable zip files)': 1 })
    assert.deepEqual(report.heldBack, { deleted_tweets_media: 1 })
    const [medium] = (await findPosts(store, [POSTS[0]])).get(POSTS[0])?.content.media ?? []
    assert.match(medium?.media_url_https ?? '', /^\/media\/[0-9a-f]{32}\.jpg$/)
  }
  const left = (await readdir(tmpdir())).filter((name) => !before.includes(name))
  assert.deepEqual(
    left.filter((name) => name.startsWith('aviary-media-')),
    [],
  )
})
