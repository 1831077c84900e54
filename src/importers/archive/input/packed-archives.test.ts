import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { mediaToolsOf } from '../../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../../test/support/archive/write-archive.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../../test/support/engines.ts'
import { tarBytes } from '../../../../test/support/files/tar-bytes.ts'
import { zipBytes } from '../../../../test/support/files/zip-bytes.ts'
import { jpeg } from '../../../../test/support/media/samples.ts'
import { slow } from '../../../../test/support/part.ts'
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { findInputs } from '../../files/inputs.ts'
import { importArchive } from '../archive.ts'
import { filesOf as filesInInput } from './archive-contents.ts'

const OWNER = 1400000001n
const [SHOWN, CIRCLE] = [1593387213315784705n, 1593387213315784706n]

const tweet = (id: bigint) => ({
  tweet: {
    id_str: String(id),
    full_text: 'see https://t.co/pppp',
    extended_entities: {
      media: [
        {
          ...{ id_str: `${id}0`.slice(1), type: 'photo', url: 'https://t.co/pppp', sizes: {} },
          media_url_https: `https://pbs.twimg.com/media/P${id}.jpg`,
        },
      ],
    },
  },
})

const LISTS = { tweets: [tweet(SHOWN), tweet(CIRCLE)], 'twitter-circle-tweet': [tweet(CIRCLE)] }

/** The files of a folder by path. */
async function filesOf(folder: string, before = ''): Promise<readonly (readonly [string, Buffer])[]> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (path) => [`${before}${path.slice(folder.length + 1)}`, await readFile(path)] as const),
  )
}

const zipOf = (files: readonly (readonly [string, Buffer])[]) =>
  zipBytes(files.map(([name, content]) => ({ name, content })))

async function imports(t: TestContext) {
  const config = await freshConfig(t, 'sqlite')
  const { context, store } = await testRuntime(t, config)
  const media = mediaToolsOf(config, context)
  const run = (paths: string | readonly string[], root?: string) =>
    importArchive(context, paths, { data: config.data, media, root })
  return { run, store }
}

test('spec/archives.md#archive-root: archives inside tar and zip files are read in place', async (t) => {
  const folder = await temporaryDirectory(t)
  const media = { [`tweets_media/${SHOWN}-P${SHOWN}.jpg`]: await jpeg({ width: 60, height: 40 }) }
  const archive = await writeArchive(join(folder, 'archive'), OWNER, LISTS, media)
  const files = await filesOf(archive, 'my archive/')
  const tar = tarBytes(files)
  const packed: Readonly<Record<string, Buffer>> = {
    'archive.tar': tar,
    'archive.tar.gz': gzipSync(tar),
    'archive.tzst': zstdCompressSync(tar),
    'zip-inside.tar': tarBytes([
      ['notes.md', 'mine'],
      ['./twitter.zip', zipOf(files)],
    ]),
    'zip-inside.zip': zipOf([
      ['broken.zip', Buffer.from('PK')],
      ['old/twitter.zip', zipOf(files)],
    ]),
  }
  // One tar file and one zip file are enough for the fast part; other tests read tar files without compression.
  const isFast = (name: string) => name === 'archive.tar.gz' || name === 'zip-inside.zip'
  for (const [name, bytes] of Object.entries(packed)) {
    await t.test(name, isFast(name) ? {} : slow, async () => {
      const path = join(folder, name)
      await writeFile(path, bytes)
      const [input] = await findInputs([path])
      assert.deepEqual([input?.is, input?.path], ['archive', path])
      const { run, store } = await imports(t)
      const report = await run(path)
      assert.deepEqual([report.kinds.posts?.imported, report.kinds.posts?.heldBack], [1, 1])
      assert.equal(report.media?.imported, 1)
      const found = await findPosts(store, [SHOWN, CIRCLE])
      assert.deepEqual([...found.keys()], [SHOWN])
    })
  }

  await t.test('a truncated tar file is refused, because it may lack the list of private posts', async () => {
    const path = join(folder, 'cut.tar')
    await writeFile(path, tar.subarray(0, tar.length - 4_096))
    const { run, store } = await imports(t)
    await assert.rejects(run(path), /its tar data is corrupt or truncated/)
    assert.equal((await findPosts(store, [SHOWN])).size, 0)
  })

  await t.test('names of members cannot refer to another folder', async () => {
    const path = join(folder, 'escaping.tar')
    await writeFile(path, tarBytes([...files, ['../outside.js', 'x'], ['/tmp/aviary-absolute.js', 'x']]))
    const { run } = await imports(t)
    assert.deepEqual((await run(path)).heldBack['files that lie elsewhere'], 2)
    assert.ok(!(await readdir(folder)).includes('outside.js'))
  })

  await t.test(
    'the search for archives in a tar file ends early if the file contains many recordings',
    async () => {
      const path = join(folder, 'day.tar')
      const recordings = Array.from({ length: 101 }, (_, minute) => [`${minute}.json`, '{}'] as const)
      await writeFile(path, tarBytes([...recordings, ...files]))
      assert.equal((await findInputs([path]))[0]?.is, 'file')
    },
  )
})

test('decision 0175: a file in a tar file is not copied if the import only counts or ignores it', async (t) => {
  const folder = await temporaryDirectory(t)
  const archive = await writeArchive(join(folder, 'my_media'), OWNER, LISTS, {
    'deleted_tweets_media/1-a.jpg': 'private',
    'moments_media/2-b.jpg': 'not kept',
    [`tweets_media/${SHOWN}-P${SHOWN}.jpg`]: await jpeg({ width: 60, height: 40 }),
    '../assets/fonts/a.woff': 'font',
  })
  const path = join(folder, 'archive.tar')
  await writeFile(path, tarBytes(await filesOf(archive, 'my_media/')))
  const { run } = await imports(t)
  const report = await run(path)
  assert.deepEqual([report.kinds.posts?.imported, report.media?.imported, report.faults], [1, 1, []])
  assert.equal(report.heldBack['deleted_tweets_media'], 1)
  assert.equal(report.notKept['moments_media'], 1)
  await using opened = new AsyncDisposableStack()
  const copied: string[] = []
  for (const { path: name, open } of await filesInInput(path, opened)) {
    try {
      for await (const _ of open()) break
      copied.push(name.slice(name.indexOf('/') + 1))
    } catch (error) {
      assert.match(String(error), /was not copied, because an import only counts it/)
    }
  }
  assert.deepEqual(
    copied.toSorted(),
    [
      'data/account.js',
      `data/tweets_media/${SHOWN}-P${SHOWN}.jpg`,
      'data/tweets.js',
      'data/twitter-circle-tweet.js',
    ].toSorted(),
  )
})

const MANIFEST = { accountId: String(OWNER), userName: 'ann_manifest', displayName: 'Ann' }

const manifestOf = (generationDate: string, userInfo: object = MANIFEST) =>
  `window.__THAR_CONFIG = ${JSON.stringify({ userInfo, archiveInfo: { generationDate } })}`

test('spec/archives.md#archive-root: a manifest alone identifies a root and contains the owner', async (t) => {
  const folder = await temporaryDirectory(t)
  await writeArchive(folder, OWNER, LISTS, { 'manifest.js': manifestOf('2023-02-01T00:00:00.000Z') })
  await writeFile(join(folder, 'data', 'account.js'), '')
  const files = (await filesOf(folder)).filter(([name]) => name !== 'data/account.js')
  const path = join(folder, 'archive.zip')
  await writeFile(path, zipOf(files))
  assert.equal((await findInputs([path]))[0]?.is, 'archive')
  const { run, store } = await imports(t)
  assert.equal((await run(path)).kinds.posts?.imported, 1)
  const owner = (await findFullUsers(store, [OWNER])).get(OWNER)
  assert.deepEqual([owner?.screenName, owner?.name], ['ann_manifest', 'Ann'])
  // Web sites also have files with this name.
  await writeFile(path, zipOf([['manifest.js', Buffer.from('self.manifest = {}')]]))
  assert.equal((await findInputs([path]))[0]?.is, 'file')
})

test('spec/archives.md#archive-root: nested roots are recognised', async (t) => {
  const folder = await temporaryDirectory(t)
  const outer = await writeArchive(join(folder, 'mine', 'outer'), OWNER, { tweets: [tweet(SHOWN)] })
  await writeArchive(join(outer, 'older'), OWNER, { tweets: [tweet(CIRCLE)] })
  await writeArchive(join(folder, 'yours', 'deep', 'er'), OWNER + 1n, {})
  await writeFile(join(folder, 'yours', 'lines.jsonl'), '{}')
  await t.test(
    'roots in neighbouring folders are separate inputs, and an inner root belongs to the outer root',
    async () => {
      assert.deepEqual(
        (await findInputs([folder])).map(({ is, path }) => [is, path]),
        [
          ['archive', `${outer}/`],
          ['archive', join(folder, 'yours', 'deep', 'er/')],
          ['file', join(folder, 'yours', 'lines.jsonl')],
        ],
      )
    },
  )
  await t.test(
    'an input with two roots is refused with a list of the roots, and the user can choose a root',
    async () => {
      const { run, store } = await imports(t)
      await assert.rejects(run(outer), /contains 2 archives \(\.\/, older\/\); choose one with --root FOLDER/)
      assert.equal((await run(outer, 'older')).kinds.posts?.imported, 1)
      assert.deepEqual([...(await findPosts(store, [SHOWN, CIRCLE])).keys()], [CIRCLE])
    },
  )
})

test('decision 0112: account and profile come from the newest input, in any order of the inputs', async (t) => {
  const folder = await temporaryDirectory(t)
  const writeYear = (year: string, username: string, bio: string) =>
    writeArchive(
      join(folder, year),
      OWNER,
      {
        account: [{ account: { accountId: String(OWNER), username } }],
        profile: [{ profile: { description: { bio, website: '', location: '' } } }],
      },
      { 'manifest.js': manifestOf(`${year}-01-01T00:00:00.000Z`) },
    )
  const older = await writeYear('2021', 'ann_old', 'old')
  const newer = await writeYear('2024', 'ann_new', 'new')
  const undated = await writeArchive(join(folder, 'undated'), OWNER, {})
  for (const paths of [
    [older, undated, newer],
    [newer, older, undated],
  ]) {
    const { run, store } = await imports(t)
    await run(paths)
    const owner = (await findFullUsers(store, [OWNER])).get(OWNER)
    assert.deepEqual([owner?.screenName, owner?.profile.description], ['ann_new', 'new'])
  }
})
